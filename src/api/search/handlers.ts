import { BoundedMap } from '../../domain/bounded-map.js';
import { significantWords } from '../../domain/market-requests/similarity.js';
import { findRanges, maxWords, plainWords, snippetOf } from '../../domain/search/words.js';
import { perServices } from '../../http/per-services.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import type { Services } from '../../http/services.js';
import { MatchCache } from '../../operations/market-data/match-cache.js';
import { readStamps } from '../../operations/market-data/queries.js';
import { type FoundEvents, searchEvents } from '../../operations/search/queries.js';
import { PageCache, type StampedText, StampedTexts, textsOf } from '../market-data/events/stamped-texts.js';
import { eventHeads } from './event-heads.js';
import type { SearchQuery } from './schemas.js';

const maxHighlights = 20;

const roundScore = (score: number) => Math.round(score * 1e6) / 1e6;

function highlighted(title: string, text: string, words: readonly string[]) {
  const snippet = snippetOf(text, words);
  const highlights = Object.entries({ title, snippet }).flatMap(([field, content]) =>
    findRanges(content, words, maxHighlights).map(range => ({ field: field as 'title' | 'snippet', ...range })),
  );
  return { title, snippet, highlights };
}

/** A word without a match among results of this kind, and the replacement words. */
interface CorrectedWord {
  readonly kind: 'events' | 'help';
  readonly word: string;
  readonly as: readonly string[];
}

/** The result of one search with the texts of its events. */
interface CachedSearch extends FoundEvents {
  readonly texts: StampedTexts;
}

const maxSearches = 200;
/** Character limits of the cache for one search, and for all responses. */
const maxSearchCharacters = 250_000;
const maxCharacters = 16_000_000;
const searchesFor = perServices(() => new MatchCache<CachedSearch>(maxSearches));
const pagesFor = perServices(() => new PageCache(maxCharacters));

/** Returns the current texts of the events. The stamps of the hits are current only if this request ran the search. */
async function writeEvents(
  services: Services,
  { hits, forms, texts }: CachedSearch,
  justFound: boolean,
): Promise<StampedText[]> {
  if (hits.length === 0) return [];
  const now = services.clock();
  const ids = hits.map(({ eventId }) => eventId);
  const stamps = justFound ? null : await readStamps(services, ids);
  const events = hits.map(hit => ({
    eventId: hit.eventId,
    stamp: stamps ? (stamps.get(hit.eventId) ?? '') : hit.stamp,
  }));
  return textsOf(texts, events, now, async eventIds => {
    const unwritten = new Set(eventIds);
    const scores = new Map(hits.map(hit => [hit.eventId, hit.score]));
    const heads = await eventHeads(
      services,
      events.filter(({ eventId }) => unwritten.has(eventId)),
      now,
    );
    return new Map(
      heads.map(({ eventId, title, description, text: rest, stamp, until }) => {
        const score = roundScore(scores.get(eventId) ?? 0);
        const found = JSON.stringify({ ...highlighted(title, description, forms), score });
        return [eventId, { stamp, until, text: `${found.slice(0, -1)},${rest}` }];
      }),
    );
  });
}

interface FoundHelp {
  /** As JSON. */
  readonly text: string;
  readonly readAs: readonly CorrectedWord[];
}

const helpFor = perServices(() => new BoundedMap<FoundHelp>(maxSearches));
const noHelp: FoundHelp = { text: '[]', readAs: [] };

/** Cached without a version, because the documents never change while the service runs. */
function findHelp(services: Services, q: string, limit: number, knownToEvents: readonly string[]): FoundHelp {
  const cache = helpFor(services);
  const key = JSON.stringify([limit, q, knownToEvents]);
  const known = cache.get(key);
  if (known !== undefined) return known;
  const { hits, words, corrections } = services.search.help.search(q, limit, knownToEvents);
  const text = JSON.stringify(
    hits.map(({ section: { title, text, document, anchor, page }, score }) => ({
      ...highlighted(title, text, words),
      score: roundScore(score),
      document,
      anchor,
      url: page === null ? null : `${services.settings.publicUrl}${page}`,
    })),
  );
  const found = { text, readAs: corrections.map(({ word, as }) => ({ kind: 'help' as const, word, as: [as] })) };
  cache.set(key, found);
  return found;
}

const nothing: CachedSearch = { hits: [], forms: [], corrections: [], known: [], texts: new StampedTexts(0) };

/** A long query, such as the title of an event, is searched by its first significant words. */
function searchWords(q: string): string[] {
  const words = plainWords(q);
  return words.length <= maxWords ? words : significantWords(q).slice(0, maxWords);
}

export async function search({ query }: RouteInput<{ query: typeof SearchQuery }>, { services }: RequestContext) {
  const { q, kind = 'all', limit = 50 } = query;
  const words = searchWords(q);
  let justFound = false;
  const read = async (): Promise<CachedSearch> => {
    justFound = true;
    return { ...(await searchEvents(services, words, limit)), texts: new StampedTexts(maxSearchCharacters) };
  };
  const found =
    kind === 'help' || words.length === 0
      ? nothing
      : await searchesFor(services).find(services, `${limit} ${words.join(' ')}`, read);
  const texts = await writeEvents(services, found, justFound);
  const help =
    kind === 'events' ? noHelp : findHelp(services, words.length < maxWords ? q : words.join(' '), limit, found.known);
  const corrections = found.corrections.map(({ word, as }) => ({ kind: 'events' as const, word, as }));
  const readAs = [...corrections, ...help.readAs];
  const head = `{"words":${JSON.stringify(words)},"readAs":${JSON.stringify(readAs)}`;
  const key = JSON.stringify([q, kind, limit, readAs]);
  return pagesFor(services).reply(key, texts, events => `${head},"events":[${events}],"help":${help.text}}`);
}
