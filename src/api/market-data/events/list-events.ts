import { dayMs } from '../../../domain/durations.js';
import type { CachedText } from '../../../http/cached-text.js';
import { invalid } from '../../../http/errors.js';
import { perServices } from '../../../http/per-services.js';
import type { Services } from '../../../http/services.js';
import type { EventSort, ListFilter, RankPosition, WordFilter } from '../../../store/market-data/interface.js';
import { eventTexts } from './event-texts.js';
import { MatchCache } from './match-cache.js';
import { queryWords } from './query-words.js';
import { PageCache } from './stamped-texts.js';

/** Figures that trading moves; the others stand still and need no version. */
const moving: ReadonlySet<EventSort> = new Set(['volume', 'traders', 'movers']);

interface ListRequest {
  /** The name that cursors of this list carry. */
  readonly list: string;
  readonly status?: ListFilter['status'];
  readonly sort?: EventSort;
  readonly category?: string;
  readonly q?: string;
  readonly cursor?: string;
  readonly limit: number;
  readonly tradedOnly: boolean;
  /** Null: stale events are shown. */
  readonly staleDays: number | null;
}

interface EventListCursor extends RankPosition {
  readonly version: number;
}

const maxCharacters = 16_000_000;
const pagesFor = perServices(() => new PageCache(maxCharacters));

const maxMatches = 500;
const matchesFor = perServices(() => new MatchCache<readonly RankPosition[] | null>(maxMatches));

async function wordFilter(services: Services, q: string, sort: EventSort, version: number): Promise<WordFilter> {
  const words = queryWords(q);
  const read = () => services.store.read(reads => reads.listing.matches(words, sort, version));
  const key = [sort, version, ...words].join(' ');
  return { words, matches: await matchesFor(services).find(services, key, read) };
}

const openingFor = perServices(() => new MatchCache<number | null>(1));

/** Openings are set when an event is made and never moved, and looking for those that are over takes as long as the rest. */
async function haveOpened(services: Services, now: number): Promise<boolean> {
  const read = () => services.store.read(reads => reads.listing.nextOpening());
  const next = await openingFor(services).find(services, 'next', read);
  return next !== null && next <= now;
}

/** One page of a list of events, and the cursor to the next. */
export async function listEvents(services: Services, request: ListRequest): Promise<CachedText> {
  const { list, status = 'active', sort = 'volume', category = null, q = null, staleDays, tradedOnly, limit } = request;
  const {
    store,
    cursors,
    marketData: { rankings },
  } = services;
  const now = services.clock();
  const filters = [status, sort, category, q, tradedOnly, staleDays];
  const place = request.cursor === undefined ? null : cursors.read<EventListCursor>(list, filters, request.cursor);
  const version = place?.version ?? (moving.has(sort) ? await rankings.current() : 0);
  const filter: ListFilter = {
    sort,
    version,
    status,
    category,
    words: q === null ? null : await wordFilter(services, q, sort, version),
    staleBefore: staleDays === null ? null : now - staleDays * dayMs,
    tradedOnly,
    now,
    opened: status === 'active' && (await haveOpened(services, now)),
    after: place && { value: place.value, no: place.no },
    limit: limit + 1,
  };
  const { places, oldest } = await store.read(reads => reads.listing.page(filter));
  // While its version is kept, a page is complete.
  if (place && moving.has(sort) && !(oldest === null ? await rankings.isAvailable(version) : version >= oldest)) {
    throw invalid('cursor', 'belongs to a ranking that is over an hour old; begin again without it');
  }
  const page = places.slice(0, limit);
  const last = page.at(-1);
  const more = places.length > limit && last !== undefined;
  const nextCursor = more ? cursors.write(list, filters, { version, value: last.value, no: last.no }) : null;
  const key = JSON.stringify([list, filters, limit, place, nextCursor]);
  const texts = await eventTexts(services, page, now);
  const write = (events: string) => `{"events":[${events}],"nextCursor":${JSON.stringify(nextCursor)}}`;
  return pagesFor(services).reply(key, texts, write);
}
