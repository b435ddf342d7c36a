import { statusAt } from '../../domain/markets/status.js';
import { findRanges, plainWords, snippetOf } from '../../domain/search/words.js';
import type { SearchHit, SearchWord } from '../../store/listing-store.js';
import type { EventWithMarket } from '../../store/play-store.js';
import type { RouteInput } from '../route.js';
import type { RequestContext, Services } from '../services.js';
import type { SearchQuery } from './schemas.js';

const mostHighlights = 20;

function highlighted(title: string, text: string, words: readonly string[]) {
  const snippet = snippetOf(text, words);
  const highlights = Object.entries({ title, snippet }).flatMap(([field, content]) =>
    findRanges(content, words, mostHighlights).map(range => ({ field: field as 'title' | 'snippet', ...range })),
  );
  return { title, snippet, highlights };
}

function viewEvent({ event, market }: EventWithMarket, score: number, words: readonly string[], services: Services) {
  const { slug, pubkey, category, tags, outcomes, title, description } = event;
  return {
    ...highlighted(title, description, words),
    score: Math.round(score * 1e6) / 1e6,
    slug,
    eventPubkey: pubkey,
    category,
    tags: [...tags],
    status: statusAt(market, services.clock()),
    endsAt: new Date(market.endsAt).toISOString(),
    outcomes: [...outcomes],
    url: `${services.publicUrl}/events/${slug}`,
  };
}

/** Every form that a word was looked for in. */
function formsOf(words: readonly SearchWord[]): string[] {
  return words.filter(word => !word.stop).flatMap(({ word, stems, near }) => [...near, word, ...stems]);
}

async function findEvents(services: Services, given: readonly string[], limit: number) {
  if (given.length === 0) return { events: [], readAs: [] };
  return services.store.read(async reads => {
    const words = await reads.search.words(given);
    let hits: SearchHit[] = await reads.search.events(words, true, limit);
    if (hits.length === 0 && words.length > 1) hits = await reads.search.events(words, false, limit);
    const found = await reads.events.findMany(hits.map(({ eventId }) => eventId));
    const scores = new Map(hits.map(hit => [hit.eventId, hit.score]));
    const forms = formsOf(words);
    return {
      events: found.map(each => viewEvent(each, scores.get(each.event.id) ?? 0, forms, services)),
      readAs: words.filter(({ near }) => near.length > 0).map(({ word, near }) => ({ word, as: [...near] })),
    };
  });
}

function findHelp({ help, publicUrl }: Services, q: string, limit: number) {
  const { hits, words } = help.search(q, limit);
  return hits.map(({ section: { title, text, document, anchor, page }, score }) => ({
    ...highlighted(title, text, words),
    score: Math.round(score * 1e6) / 1e6,
    document,
    anchor,
    url: page === null ? null : `${publicUrl}${page}`,
  }));
}

export async function search({ query }: RouteInput<{ query: typeof SearchQuery }>, { services }: RequestContext) {
  const { q, kind = 'all', limit = 50 } = query;
  const words = plainWords(q);
  const { events, readAs } = kind === 'help' ? { events: [], readAs: [] } : await findEvents(services, words, limit);
  return { words, readAs, events, help: kind === 'events' ? [] : findHelp(services, q, limit) };
}
