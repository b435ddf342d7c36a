import { isoTime } from '../../domain/iso-time.js';
import { invalid, noSuchEvent } from '../../http/errors.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import type { Services } from '../../http/services.js';
import { readHistory } from '../../operations/intelligence/read-history.js';
import type { EventWithMarket } from '../../store/markets/interface.js';
import { requireEvent } from '../market-data/events/known-event.js';
import { type HistoryQuery, usualPoints } from './parameters.js';

/** Data products exclude practice events, so they don't exist here. */
export async function requireRealEvent(services: Services, reference: string, field: string): Promise<EventWithMarket> {
  const shown = await requireEvent(services, reference, field);
  if (shown.event.practice) throw noSuchEvent(reference, field);
  return shown;
}

export async function getIntelligenceHistory(
  { query }: RouteInput<{ query: typeof HistoryQuery }>,
  { services }: RequestContext,
) {
  const { outcomeIndex: outcome = 0, timeframe = '24h', metric = 'price', limit = usualPoints } = query;
  const shown = await requireRealEvent(services, query.slug, 'slug');
  const count = shown.event.outcomes.length;
  if (outcome >= count) {
    throw invalid('outcomeIndex', `must be below ${count}, the number of outcomes (got ${outcome})`);
  }
  await services.marketData.history.catchUp(shown.event.id);
  const found = await readHistory(services, { shown, outcome, metric, timeframe, limit });
  const { points, seconds, total, recordedFrom } = found;
  return {
    eventSlug: shown.event.slug,
    outcomeIndex: outcome,
    metric,
    timeframe,
    intervalSeconds: seconds,
    recordedFrom: recordedFrom === null ? null : isoTime(recordedFrom),
    points: points.map(({ at, value }) => ({ at: isoTime(at), value })),
    demo: shown.event.demo,
    asOf: isoTime(services.clock()),
    total,
    truncated: total > points.length,
  };
}
