import { statusAt } from '../../domain/markets/status.js';
import { findRanges, plainWords, snippetOf } from '../../domain/search/words.js';
import { BoundedMap } from '../../operations/live/shared-loads.js';
import type { SearchHit, SearchWord } from '../../store/listing-store.js';
import type { EventHead } from '../../store/play-store.js';
import { keptFor } from '../kept-for.js';
import { statusUnchangedUntil } from '../markets/event-view.js';
import { KeptPages, type StampedText, StampedTexts, textsOf } from '../markets/stamped-texts.js';
import type { RouteInput } from '../route.js';
import type { RequestContext, Services } from '../services.js';
import { KeptFinds } from './kept-finds.js';
import type { SearchQuery } from './schemas.js';

const mostHighlights = 20;

function highlighted(title: string, text: string, words: readonly string[]) {
  const snippet = snippetOf(text, words);
  const highlights = Object.entries({ title, snippet }).flatMap(([field, content]) =>
    findRanges(content, words, mostHighlights).map(range => ({ field: field as 'title' | 'snippet', ...range })),
  );
  return { title, snippet, highlights };
}

function viewEvent({ event, market }: EventHead, score: number, words: readonly string[], about: About) {
  const { slug, pubkey, category, tags, outcomes, title, description } = event;
  return {
    ...highlighted(title, description, words),
    score: Math.round(score * 1e6) / 1e6,
    slug,
    eventPubkey: pubkey,
    category,
    tags: [...tags],
    status: statusAt(market, about.now),
    endsAt: new Date(market.endsAt).toISOString(),
    outcomes: [...outcomes],
    url: `${about.publicUrl}/events/${slug}`,
  };
}

interface About {
  readonly now: number;
  readonly publicUrl: string;
}

/** What a search has found, and what was written of it. */
interface Found {
  readonly hits: readonly SearchHit[];
  /** Every form that a word was looked for in. */
  readonly forms: readonly string[];
  /** As JSON. */
  readonly readAs: string;
  readonly texts: StampedTexts;
}

const mostFinds = 200;
/** Of one search, and of all replies. */
const mostWritten = 250_000;
const mostCharacters = 16_000_000;
const findsFor = keptFor(() => new KeptFinds<Found>(mostFinds));
const pagesFor = keptFor(() => new KeptPages(mostCharacters));

function formsOf(words: readonly SearchWord[]): string[] {
  return words.filter(word => !word.stop).flatMap(({ word, stems, near }) => [...near, word, ...stems]);
}

function find({ store }: Services, given: readonly string[], limit: number): Promise<Found> {
  return store.read(async reads => {
    const words = await reads.search.words(given);
    let hits: SearchHit[] = await reads.search.events(words, true, limit);
    if (hits.length === 0 && words.length > 1) hits = await reads.search.events(words, false, limit);
    const readAs = words.filter(({ near }) => near.length > 0).map(({ word, near }) => ({ word, as: [...near] }));
    return { hits, forms: formsOf(words), readAs: JSON.stringify(readAs), texts: new StampedTexts(mostWritten) };
  });
}

/** Events as they are now, whenever they were found. */
async function writeEvents(services: Services, { hits, forms, texts }: Found): Promise<StampedText[]> {
  if (hits.length === 0) return [];
  const { store, publicUrl } = services;
  const now = services.clock();
  const ids = hits.map(({ eventId }) => eventId);
  // Where nothing was written yet, everything has to be read anyway.
  const stamps = texts.isEmpty ? null : await store.read(reads => reads.events.stamps(ids));
  const events = ids.map(eventId => ({ eventId, stamp: stamps?.get(eventId) ?? '' }));
  return textsOf(texts, events, now, async eventIds => {
    const scores = new Map(hits.map(hit => [hit.eventId, hit.score]));
    const heads = await store.read(reads => reads.events.heads(eventIds));
    return new Map(
      heads.map(each => {
        const { id } = each.event;
        const text = JSON.stringify(viewEvent(each, scores.get(id) ?? 0, forms, { now, publicUrl }));
        return [id, { stamp: each.stamp, text, until: statusUnchangedUntil(each.market, now) }];
      }),
    );
  });
}

const helpFor = keptFor(() => new BoundedMap<string>(mostFinds));

/** The documents stay the same for as long as the service runs. */
function findHelp(services: Services, q: string, limit: number): string {
  const kept = helpFor(services);
  const key = `${limit} ${q}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const { hits, words } = services.help.search(q, limit);
  const text = JSON.stringify(
    hits.map(({ section: { title, text, document, anchor, page }, score }) => ({
      ...highlighted(title, text, words),
      score: Math.round(score * 1e6) / 1e6,
      document,
      anchor,
      url: page === null ? null : `${services.publicUrl}${page}`,
    })),
  );
  kept.set(key, text);
  return text;
}

const nothing: Found = { hits: [], forms: [], readAs: '[]', texts: new StampedTexts(0) };

export async function search({ query }: RouteInput<{ query: typeof SearchQuery }>, { services }: RequestContext) {
  const { q, kind = 'all', limit = 50 } = query;
  const words = plainWords(q);
  const found =
    kind === 'help' || words.length === 0
      ? nothing
      : await findsFor(services).find(services, `${limit} ${words.join(' ')}`, () => find(services, words, limit));
  const texts = await writeEvents(services, found);
  const help = kind === 'events' ? '[]' : findHelp(services, q, limit);
  const head = `{"words":${JSON.stringify(words)},"readAs":${found.readAs}`;
  const key = JSON.stringify([q, kind, limit, found.readAs]);
  return pagesFor(services).reply(key, texts, events => `${head},"events":[${events}],"help":${help}}`);
}
