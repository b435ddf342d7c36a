import { invalid } from '../../http/errors.js';
import { checkMoment } from '../../http/moment.js';
import type { Services } from '../../http/services.js';
import { readEvent } from '../../operations/markets/queries.js';
import { viewEvent } from '../market-data/events/event-view.js';

/** Parses an ISO 8601 time to epoch milliseconds. */
export function readTime(field: string, text: string): number {
  const at = Date.parse(text);
  if (!Number.isFinite(at)) throw invalid(field, 'must be an ISO 8601 time');
  return checkMoment(field, at);
}

/** The current public view of an event. */
export async function showEvent(services: Services, eventId: string) {
  return viewEvent(await readEvent(services, eventId), services.clock(), services.settings.publicUrl);
}
