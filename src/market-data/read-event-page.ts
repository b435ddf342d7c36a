import type { OperationContext } from '../database/transactions.js';
import type { EventServices } from '../events/event-references.js';
import { findEvent } from '../events/event-references.js';
import {
  eventUnchangedUntil,
  type StampedEvent,
  type StampedText,
  textsFor,
  textsOf,
  viewEvent,
} from '../events/event-view.js';
import * as eventStore from '../events/store/events.js';
import type { EventStamp, ShownEvent } from '../events/store/rows.js';
import type { TradeFilter, TradeRow } from '../exchange/store/rows.js';
import * as tradeStore from '../exchange/store/trades.js';
import { noSuchEvent } from '../http/errors.js';
import type { HttpServices } from '../http/route.js';
import { dayMs } from '../kernel/time.js';
import type { LiveReads } from './live-reads.js';
import { MatchCache, type Rankings } from './rankings.js';
import type { Candle } from './rules/candles.js';
import * as historyStore from './store/history.js';
import * as listingStore from './store/listing.js';
import type {
  CandleFilter,
  CategoryCount,
  EventSort,
  ListedEvent,
  ListFilter,
  RankPosition,
  WordFilter,
} from './store/rows.js';

type ReadContext = Pick<OperationContext, 'store'>;

/** Returns the events with these slugs and public keys, in any order. */
export function findEvents({ store }: ReadContext, references: readonly string[]): Promise<readonly ShownEvent[]> {
  return store.read(reader => eventStore.showNamed(reader, references));
}

/** Returns the events with these ids; omits ids without an event. */
export function readEvents({ store }: ReadContext, eventIds: readonly string[]): Promise<readonly ShownEvent[]> {
  return store.read(reader => eventStore.showMany(reader, eventIds));
}

/** Returns the current stamp of each event, which changes with everything that its texts contain. */
export function readStamps(
  { store }: ReadContext,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, EventStamp>> {
  return store.read(reader => eventStore.stamps(reader, eventIds));
}

export function listPublicTrades({ store }: ReadContext, filter: TradeFilter): Promise<readonly TradeRow[]> {
  return store.read(reader => tradeStore.trades(reader, filter));
}

/** Returns the newest candles of one outcome, oldest first. */
export function listCandles({ store }: ReadContext, filter: CandleFilter): Promise<readonly Candle[]> {
  return store.read(reader => historyStore.candles(reader, filter));
}

/** The categories of listed events with their numbers of events. */
export function listCategories({ store }: ReadContext, limit: number): Promise<readonly CategoryCount[]> {
  return store.read(reader => listingStore.categories(reader, limit));
}

/** Sorts by figures that change with trading; the others are constant and need no ranking version. */
const movingSorts: ReadonlySet<EventSort> = new Set(['volume', 'traders', 'movers', 'trending']);

const maxMatches = 500;

/** Dependencies of listing, read for every page. */
export class EventListCaches {
  readonly matches = new MatchCache<readonly RankPosition[] | null>(maxMatches);
  readonly nextOpening = new MatchCache<number | null>(1);
}

type ListContext = Pick<OperationContext, 'store' | 'clock'> & {
  readonly marketData: { readonly live: Pick<LiveReads, 'textVersion'>; readonly rankings: Rankings };
};

export interface EventListRequest {
  readonly status: ListFilter['status'];
  readonly sort: EventSort;
  readonly category: string | null;
  /** Words that all must match; null lists everything. */
  readonly words: readonly string[] | null;
  readonly tradedOnly: boolean;
  /** Null includes stale events. */
  readonly staleDays: number | null;
  readonly after: EventListPosition | null;
  readonly limit: number;
}

/** A position in one version of the ranking. */
export interface EventListPosition extends RankPosition {
  readonly version: number;
}

interface EventListPage {
  readonly events: readonly ListedEvent[];
  /** Null on the last page. */
  readonly next: EventListPosition | null;
}

async function wordFilter(
  context: ListContext,
  { matches }: EventListCaches,
  words: readonly string[],
  sort: EventSort,
  version: number,
): Promise<WordFilter> {
  const read = () => context.store.read(reader => listingStore.matches(reader, words, sort, version));
  const key = [sort, version, ...words].join(' ');
  return { words, matches: await matches.find(context, key, read) };
}

/** Opening times never change after creation, and checking for passed ones costs as much as the page itself. */
async function haveOpened(context: ListContext, { nextOpening }: EventListCaches, now: number): Promise<boolean> {
  const next = await nextOpening.find(context, 'next', () =>
    context.store.read(reader => listingStore.nextOpening(reader)),
  );
  return next !== null && next <= now;
}

/** Returns one page of the matching events; null if the ranking of `after` was deleted. */
export async function readEventPage(
  context: ListContext,
  caches: EventListCaches,
  request: EventListRequest,
  now: number,
): Promise<EventListPage | null> {
  const { status, sort, category, words, tradedOnly, staleDays, after, limit } = request;
  const { rankings } = context.marketData;
  const isMoving = movingSorts.has(sort);
  const version = after?.version ?? (isMoving ? await rankings.current() : 0);
  const filter: ListFilter = {
    sort,
    version,
    status,
    category,
    words: words === null ? null : await wordFilter(context, caches, words, sort, version),
    staleBefore: staleDays === null ? null : now - staleDays * dayMs,
    tradedOnly,
    now,
    opened: status === 'active' && (await haveOpened(context, caches, now)),
    after: after && { value: after.value, no: after.no },
    limit: limit + 1,
  };
  const { places, oldest } = await context.store.read(reader => listingStore.page(reader, filter));
  // A page is complete while its version exists.
  if (after && isMoving && !(oldest === null ? await rankings.isAvailable(version) : version >= oldest)) return null;
  const events = places.slice(0, limit);
  const last = events.at(-1);
  const next = places.length > limit && last ? { version, value: last.value, no: last.no } : null;
  return { events, next };
}

/** Returns the public event objects as JSON, in this order; only changed events are read from the database. */
export function eventTexts(
  services: HttpServices,
  events: readonly StampedEvent[],
  now: number,
): Promise<StampedText[]> {
  return textsOf(textsFor(services), events, now, async eventIds => {
    const shown = await readEvents(services, eventIds);
    return new Map(
      shown.map(each => {
        const text = JSON.stringify(viewEvent(each, now, services.settings.publicUrl));
        return [each.event.id, { stamp: each.stamp, text, until: eventUnchangedUntil(each, now) }];
      }),
    );
  });
}

/** Returns the event with a slug or public key; throws 404 otherwise. */
export async function requireShownEvent(
  services: HttpServices & EventServices,
  reference: string,
): Promise<ShownEvent> {
  const found = await findEvent(services, reference);
  if (!found || !services.markets.references.shows(found.event)) throw noSuchEvent(reference, 'slug');
  return found;
}
