import type { OperationContext } from '../database/transactions.js';
import { dayMs } from '../kernel/time.js';
import type { LiveReads } from './live-reads.js';
import { MatchCache, type Rankings } from './rankings.js';
import * as listingStore from './store/listing.js';
import type { EventSort, ListedEvent, ListFilter, RankPosition, WordFilter } from './store/rows.js';

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

/** A position in a list, in one version of the ranking if the sort moves. */
export interface EventListPosition extends RankPosition {
  readonly version: number | null;
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
  order: Pick<ListFilter, 'sort' | 'version'>,
): Promise<WordFilter> {
  const read = () => context.store.read(reader => listingStore.matches(reader, words, order));
  const key = [order.sort, order.version, ...words].join(' ');
  return { words, matches: await matches.find(context, key, read) };
}

/** Opening times never change after creation, and checking for passed ones costs as much as the page itself. */
async function haveOpened(context: ListContext, { nextOpening }: EventListCaches, now: number): Promise<boolean> {
  const next = await nextOpening.find(context, 'next', () =>
    context.store.read(reader => listingStore.nextOpening(reader)),
  );
  return next !== null && next <= now;
}

/**
 * Returns one page of the matching events; null if the ranking of `after` was deleted. Sorts that don't move are read
 * from live rows, and a page starts after the sort key and number of `after`.
 */
export async function readEventPage(
  context: ListContext,
  caches: EventListCaches,
  request: EventListRequest,
  now: number,
): Promise<EventListPage | null> {
  const { status, sort, category, words, tradedOnly, staleDays, after, limit } = request;
  const { rankings } = context.marketData;
  const version = listingStore.isMoving(sort) ? (after?.version ?? (await rankings.current())) : null;
  const filter: ListFilter = {
    sort,
    version,
    status,
    category,
    words: words === null ? null : await wordFilter(context, caches, words, { sort, version }),
    staleBefore: staleDays === null ? null : now - staleDays * dayMs,
    tradedOnly,
    now,
    opened: status === 'active' && (await haveOpened(context, caches, now)),
    after: after && { value: after.value, no: after.no },
    limit: limit + 1,
  };
  const { places, oldest } = await context.store.read(reader => listingStore.page(reader, filter));
  // A page is complete while its version exists.
  if (after && version !== null && !(oldest === null ? await rankings.isAvailable(version) : version >= oldest)) {
    return null;
  }
  const events = places.slice(0, limit);
  const last = events.at(-1);
  const next = places.length > limit && last ? { version, value: last.value, no: last.no } : null;
  return { events, next };
}
