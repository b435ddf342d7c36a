import { statusAt } from '../../domain/markets/status.js';
import type { ShownEvent } from '../../store/play-store.js';
import { ApiError, invalid } from '../errors.js';
import type { RouteInput } from '../route.js';
import type { Static } from '../schema.js';
import type { RequestContext, Services } from '../services.js';
import { viewEvent } from './event-view.js';
import { listEvents } from './list-events.js';
import type { EventSlug, EventsQuery, TopQuery } from './queries.js';

const mostNamed = 200;

/** The event that a slug or public key names, or 404. */
export async function findEvent({ store }: Services, reference: string): Promise<ShownEvent> {
  const found = await store.read(reads => reads.events.find(reference));
  if (!found) throw new ApiError('NOT_FOUND', `there is no event ${reference.slice(0, 80)}`);
  return found;
}

async function listNamed(services: Services, query: Static<typeof EventsQuery>, slugs: string) {
  const { status = 'all', category } = query;
  const parts = slugs.split(',').map(part => part.trim());
  const references = [...new Set(parts.filter(part => part !== ''))];
  if (references.length > mostNamed) throw invalid('slugs', `must name at most ${mostNamed} events`);
  const found = await services.store.read(reads => reads.events.showNamed(references));
  const byName = new Map(found.flatMap(shown => [shown.event.slug, shown.event.pubkey].map(name => [name, shown])));
  const now = services.clock();
  const wanted = [...new Set(references.flatMap(reference => byName.get(reference) ?? []))].filter(
    ({ event, market }) =>
      (status === 'all' || statusAt(market, now) === status) && (category === undefined || event.category === category),
  );
  return {
    events: wanted.map(shown => viewEvent(shown, now, services.publicUrl)),
    nextCursor: null,
    missing: references.filter(reference => !byName.has(reference)),
  };
}

export async function getEvents({ query }: RouteInput<{ query: typeof EventsQuery }>, { services }: RequestContext) {
  if (query.slugs !== undefined) return listNamed(services, query, query.slugs);
  const { limit = 50, includeEmptyV2 = true, includeStale = false, staleDays = 7, slugs: _slugs, ...filters } = query;
  return listEvents(services, {
    ...filters,
    list: 'events',
    limit,
    tradedOnly: !includeEmptyV2,
    staleDays: includeStale ? null : staleDays,
  });
}

export async function getEvent({ params }: RouteInput<{ params: typeof EventSlug }>, { services }: RequestContext) {
  const found = await findEvent(services, params.slug);
  return { event: viewEvent(found, services.clock(), services.publicUrl) };
}

interface Traded {
  readonly volume: number;
  readonly trades: number;
}

/** Its leading outcomes, and how far their prices have moved. */
function viewTop(
  shown: ShownEvent,
  { volume, trades }: Traded,
  earlier: readonly number[] | undefined,
  { now, publicUrl, outcomeLimit }: { now: number; publicUrl: string; outcomeLimit: number },
) {
  const { outcomes, ...event } = viewEvent(shown, now, publicUrl);
  const moved = outcomes.map(outcome => {
    const previousBps = earlier?.[outcome.index] ?? outcome.priceBps;
    return { ...outcome, previousBps, changeBps: outcome.priceBps - previousBps };
  });
  return {
    ...event,
    outcomes: moved.sort((a, b) => b.priceBps - a.priceBps || a.index - b.index).slice(0, outcomeLimit),
    outcomeCount: outcomes.length,
    lookbackVolumeCredits: volume / 1_000_000,
    lookbackTrades: trades,
    largestMoveBps: Math.max(...moved.map(({ changeBps }) => Math.abs(changeBps))),
  };
}

export async function getTop({ query }: RouteInput<{ query: typeof TopQuery }>, { services }: RequestContext) {
  const { limit = 50, lookbackHours = 24, outcomeLimit = 10, includeResolved = false } = query;
  const { since, at, rows } = await services.topMarkets.find(lookbackHours, includeResolved);
  const traded = new Map(rows.slice(0, limit).map(row => [row.eventId, row]));
  const ids = [...traded.keys()];
  const [events, earlier] = await services.store.read(reads =>
    Promise.all([reads.events.showMany(ids), reads.history.pricesAt(ids, since)]),
  );
  const about = { now: services.clock(), publicUrl: services.publicUrl, outcomeLimit };
  return {
    events: events.map(shown =>
      viewTop(shown, traded.get(shown.event.id) as Traded, earlier.get(shown.event.id), about),
    ),
    lookbackHours,
    since: new Date(since).toISOString(),
    asOf: new Date(at).toISOString(),
    nextCursor: null,
  };
}
