import { noSuchEvent } from '../../http/errors.js';
import type { Services } from '../../http/services.js';
import type { EventNames } from '../../store/markets/interface.js';

export async function eventBySlug(services: Pick<Services, 'markets'>, reference: string): Promise<EventNames> {
  const found = await services.markets.references.find(reference);
  if (!found) throw noSuchEvent(reference, 'eventSlug');
  return found;
}

/**
 * An order on an event of one's own open run may come past the run. It is taken as it is: a run is judged by what its agent
 * has really done, and a client that orders at two places must not look better than it is.
 */
export async function orderableEvent(services: Services, playerId: string, reference: string): Promise<EventNames> {
  const {
    markets: { references },
    store,
  } = services;
  const found = await references.find(reference);
  if (found) return found;
  const run = await store.read(reads => reads.certification.openOf(playerId));
  const eventIds = new Set(run?.events.map(({ eventId }) => eventId));
  return eventBySlug({ markets: { references: references.within(eventIds) } }, reference);
}
