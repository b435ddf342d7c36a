import type { CachedText } from '../../../http/cached-text.js';
import { invalid } from '../../../http/errors.js';
import { perServices } from '../../../http/per-services.js';
import type { Services } from '../../../http/services.js';
import {
  EventListCaches,
  type EventListPosition,
  type EventListRequest,
  readEventPage,
} from '../../../operations/market-data/read-event-page.js';
import { eventTexts } from './event-texts.js';
import { queryWords } from './query-words.js';
import { PageCache } from './stamped-texts.js';

type ListFilters = Partial<Pick<EventListRequest, 'status' | 'sort'>> &
  Pick<EventListRequest, 'limit' | 'tradedOnly' | 'staleDays'>;

interface ListRequest extends ListFilters {
  /** The list name in cursors. */
  readonly list: string;
  readonly category?: string;
  readonly q?: string;
  readonly cursor?: string;
}

const maxCharacters = 16_000_000;
const pagesFor = perServices(() => new PageCache(maxCharacters));
const cachesFor = perServices(() => new EventListCaches());

/** Returns one page of a list of events, and the next cursor. */
export async function listEvents(services: Services, request: ListRequest): Promise<CachedText> {
  const { list, status = 'active', sort = 'volume', category = null, q = null, staleDays, tradedOnly, limit } = request;
  const { cursors } = services;
  const now = services.clock();
  const filters = [status, sort, category, q, tradedOnly, staleDays];
  const after = request.cursor === undefined ? null : cursors.read<EventListPosition>(list, filters, request.cursor);
  const words = q === null ? null : queryWords(q);
  const wanted = { status, sort, category, words, tradedOnly, staleDays, after, limit };
  const page = await readEventPage(services, cachesFor(services), wanted, now);
  if (!page)
    throw invalid('cursor', 'belongs to a ranking that is more than an hour old; start again without a cursor');
  const nextCursor = page.next && cursors.write(list, filters, page.next);
  const key = JSON.stringify([list, filters, limit, after, nextCursor]);
  const texts = await eventTexts(services, page.events, now);
  const write = (events: string) => `{"events":[${events}],"nextCursor":${JSON.stringify(nextCursor)}}`;
  return pagesFor(services).reply(key, texts, write);
}
