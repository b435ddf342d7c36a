import type { EventNames } from '../../store/play-store.js';
import { ApiError } from '../errors.js';
import type { Services } from '../services.js';

export async function eventBySlug(services: Services, reference: string): Promise<EventNames> {
  const found = await services.eventNames(reference);
  if (!found) throw new ApiError('NOT_FOUND', `there is no event ${reference}`, { field: 'eventSlug' });
  return found;
}
