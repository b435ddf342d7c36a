import { marketStatuses, statusAt } from '../engine/lifecycle.js';
import type { EventServices } from '../events/event-references.js';
import { statusUnchangedUntil, viewEvent } from '../events/event-view.js';
import { EventList, PubkeyMember, SlugMember } from '../events/schemas.js';
import { PageCache, type StampedEvent, type StampedText, StampedTexts, textsOf } from '../events/stamped-texts.js';
import type { EventHead } from '../events/store/rows.js';
import { perServices } from '../http/response/reply-bytes.js';
import { defineRoute, type HttpServices, type RequestContext, type RouteInput } from '../http/route.js';
import { closed, named, nullable, oneOf, Timestamp, Type } from '../http/schema.js';
import { Cache } from '../kernel/cache.js';
import { findRanges, maxWords, plainWords, snippetOf } from '../kernel/words.js';
import { EventSlug, RelatedQuery } from '../market-data/event-parameters.js';
import type { MarketDataServices } from '../market-data/live-reply.js';
import { MatchCache } from '../market-data/rankings.js';
import { readEvents, readStamps, requireShownEvent } from '../market-data/read-events.js';
import { findRelated } from './find-related.js';
import { type FoundEvents, readEventHeads, type SearchServices, searchEvents } from './queries.js';
import { significantWords } from './rules/similarity.js';

type Needs = HttpServices & EventServices & MarketDataServices & SearchServices;

const SearchQuery = closed({
  q: Type.String({
    minLength: 1,
    maxLength: 200,
    description: `Words, each matched at least as a word prefix; any other character separates words. Of more than ${maxWords} distinct words, the first ${maxWords} significant ones are searched for. Typos are tolerated.`,
    examples: ['rain lond'],
  }),
  kind: Type.Optional(
    oneOf(['events', 'help', 'all'], {
      default: 'all',
      description: 'events: markets. help: sections of the documentation.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 200,
      default: 50,
      description: 'Maximum number of hits of each kind. Narrow q to see others.',
    }),
  ),
});

const Highlights = (fields: readonly string[]) =>
  Type.Array(
    closed({
      field: oneOf(fields, { description: 'Member of the hit that holds the match.' }),
      start: Type.Integer({ minimum: 0, description: 'Zero-based start of the match.' }),
      length: Type.Integer({ minimum: 1, description: 'Length of the match.' }),
    }),
    { description: 'Matches of words of q, in UTF-16 code units as in JavaScript; at most 20 per field.' },
  );

const shared = {
  title: Type.String({
    description: 'Title of the event or of the section.',
    examples: ['Will it rain in London on 1 May 2026?'],
  }),
  snippet: Type.String({
    description: 'Excerpt around the first match.',
    examples: ['At least 0.2 mm at Heathrow between 00:00 and 24:00 UTC.'],
  }),
  highlights: Highlights(['title', 'snippet']),
  score: Type.Number({ minimum: 0, description: 'Comparable only within one list of one response.' }),
};

const EventHit = named(
  'EventHit',
  closed(
    {
      ...shared,
      slug: SlugMember,
      eventPubkey: PubkeyMember,
      category: Type.String({ description: 'Category of the event.', examples: ['weather'] }),
      tags: Type.Array(Type.String(), { description: 'Keywords of the event.', examples: [['london']] }),
      status: oneOf(marketStatuses, {
        description: 'Current status of the market; opening and closing times are applied at request time.',
      }),
      endsAt: Timestamp({ description: 'When trading ends.' }),
      outcomes: Type.Array(Type.String(), {
        description: 'Labels of the outcomes, by index.',
        examples: [['Yes', 'No']],
      }),
      url: Type.String({
        description: 'Page of the event.',
        examples: ['https://presage.example/events/rain-in-london-on-1-may'],
      }),
    },
    {
      examples: [
        {
          title: 'Will it rain in London on 1 May 2026?',
          snippet: 'At least 0.2 mm at Heathrow between 00:00 and 24:00 UTC.',
          highlights: [{ field: 'title', start: 8, length: 4 }],
          score: 0.61,
          slug: 'rain-in-london-on-1-may',
          eventPubkey: '8V1kQm3Yb2hJ7cT5nR4wX6zL9sD2fG8pE1uA3iKoN7y',
          category: 'weather',
          tags: ['london'],
          status: 'active',
          endsAt: '2026-05-01T00:00:00.000Z',
          outcomes: ['Yes', 'No'],
          url: 'https://presage.example/events/rain-in-london-on-1-may',
        },
      ],
    },
  ),
);

const HelpHit = named(
  'HelpHit',
  closed(
    {
      ...shared,
      document: Type.String({ description: 'Path of the document in the project.', examples: ['docs/errors.md'] }),
      anchor: Type.String({ description: 'Section of the document.', examples: ['RATE_LIMITED'] }),
      url: nullable(
        Type.String({
          description: 'Page that shows the section; null if there is none.',
          examples: ['https://presage.example/docs/errors#RATE_LIMITED'],
        }),
      ),
    },
    {
      examples: [
        {
          title: 'RATE_LIMITED (rate limited)',
          snippet: 'The quota of the current window is used up.',
          highlights: [{ field: 'title', start: 0, length: 4 }],
          score: 1.2,
          document: 'docs/errors.md',
          anchor: 'RATE_LIMITED',
          url: 'https://presage.example/docs/errors#RATE_LIMITED',
        },
      ],
    },
  ),
);

const Reading = closed({
  kind: oneOf(['events', 'help'], { description: 'Kind of hits that the correction is for.' }),
  word: Type.String({ description: 'The word as sent.', examples: ['lodnon'] }),
  as: Type.Array(Type.String(), {
    minItems: 1,
    description: 'Words that were searched for instead; any of them matches.',
    examples: [['london']],
  }),
});

const SearchReply = named(
  'SearchReply',
  closed({
    words: Type.Array(Type.String(), {
      description: 'Words of q that were searched for; words are missing if q has too many.',
      examples: [['rain', 'lond']],
    }),
    readAs: Type.Array(Reading, {
      description: 'Words without a match, and their corrections.',
    }),
    events: Type.Array(EventHit, { description: 'Best first; empty if kind is help.' }),
    help: Type.Array(HelpHit, { description: 'Best first; empty if kind is events.' }),
  }),
);

/**
 * The part of an event hit that all searches share: `text` is the end of its JSON object, after the members that a
 * search adds.
 */
interface StampedHead extends StampedText {
  readonly eventId: string;
  readonly title: string;
  readonly description: string;
}

function headOf({ event, market, stamp }: EventHead, now: number, publicUrl: string): StampedHead {
  const { id, slug, pubkey, category, tags, outcomes, title, description } = event;
  const rest = {
    slug,
    eventPubkey: pubkey,
    category,
    tags,
    status: statusAt(market, now),
    endsAt: new Date(market.endsAt).toISOString(),
    outcomes,
    url: `${publicUrl}/events/${slug}`,
  };
  const until = statusUnchangedUntil(market, now);
  return { eventId: id, title, description, stamp, until, text: JSON.stringify(rest).slice(1) };
}

const maxCharacters = 16_000_000;
const lengthOf = ({ title, description, text }: StampedHead) => title.length + description.length + text.length;
const headsFor = perServices(() => new StampedTexts<StampedHead>(maxCharacters, lengthOf));

/** Returns the heads in this order; only changed events are read from the database. */
function eventHeads(services: Needs, events: readonly StampedEvent[], now: number): Promise<StampedHead[]> {
  return textsOf(headsFor(services), events, now, async eventIds => {
    const heads = await readEventHeads(services, eventIds);
    return new Map(heads.map(head => [head.event.id, headOf(head, now, services.settings.publicUrl)]));
  });
}

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
const searchesFor = perServices(() => new MatchCache<CachedSearch>(maxSearches));
const pagesFor = perServices(() => new PageCache(maxCharacters));

/** Returns the current texts of the events. The stamps of the hits are current only if this request ran the search. */
async function writeEvents(
  services: Needs,
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

const helpFor = perServices(() => new Cache<FoundHelp>({ maxEntries: maxSearches }));
const noHelp: FoundHelp = { text: '[]', readAs: [] };

/** Cached without a version, because the documents never change while the service runs. */
function findHelp(services: Needs, q: string, limit: number, knownToEvents: readonly string[]): FoundHelp {
  const cache = helpFor(services);
  const key = JSON.stringify([limit, q, knownToEvents]);
  const cachedReply = cache.get(key);
  if (cachedReply !== undefined) return cachedReply;
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
  const help = {
    text,
    readAs: corrections.map(({ word, as }) => ({ kind: 'help' as const, word, as: [as] })),
  };
  cache.set(key, help);
  return help;
}

const nothing: CachedSearch = { hits: [], forms: [], corrections: [], known: [], texts: new StampedTexts(1) };

/** A long query, such as the title of an event, is searched by its first significant words. */
function searchWords(q: string): string[] {
  const words = plainWords(q);
  return words.length <= maxWords ? words : significantWords(q).slice(0, maxWords);
}

async function search({ query }: RouteInput<{ query: typeof SearchQuery }>, { services }: RequestContext<Needs>) {
  const { q, kind = 'all', limit = 50 } = query;
  const words = searchWords(q);
  let justFound = false;
  const read = async (): Promise<CachedSearch> => {
    justFound = true;
    return { ...(await searchEvents(services, words, limit)), texts: new StampedTexts(maxSearchCharacters) };
  };
  const searchResult =
    kind === 'help' || words.length === 0
      ? nothing
      : await searchesFor(services).find(services, `${limit} ${words.join(' ')}`, read);
  const texts = await writeEvents(services, searchResult, justFound);
  const help =
    kind === 'events'
      ? noHelp
      : findHelp(services, words.length < maxWords ? q : words.join(' '), limit, searchResult.known);
  const corrections = searchResult.corrections.map(({ word, as }) => ({ kind: 'events' as const, word, as }));
  const readAs = [...corrections, ...help.readAs];
  const head = `{"words":${JSON.stringify(words)},"readAs":${JSON.stringify(readAs)}`;
  const key = JSON.stringify([q, kind, limit, readAs]);
  return pagesFor(services).reply(key, texts, events => `${head},"events":[${events}],"help":${help.text}}`);
}

async function getRelated(
  { params, query: { limit = 6 } }: RouteInput<{ params: typeof EventSlug; query: typeof RelatedQuery }>,
  { services }: RequestContext<Needs>,
) {
  const { event } = await requireShownEvent(services, params.slug);
  const ids = await findRelated(services, event, limit);
  const shown = new Map((await readEvents(services, ids)).map(each => [each.event.id, each]));
  const now = services.clock();
  return {
    events: ids.flatMap(id => {
      const event = shown.get(id);
      return event ? [viewEvent(event, now, services.settings.publicUrl)] : [];
    }),
    nextCursor: null,
  };
}

export const searchRoutes = [
  defineRoute({
    id: 'search',
    method: 'GET',
    path: '/api/search',
    area: 'markets',
    summary: 'Search events and help',
    description:
      'Searches events by title, category, tags, outcomes and description, and sections of the documentation. All words must match; if nothing matches them all, any of them is enough.',
    auth: 'none',
    bucket: 'address',
    request: { query: SearchQuery },
    responses: { 200: { description: 'Search results.', schema: SearchReply } },
    tool: {
      name: 'search',
      defaults: { limit: 8 },
      compact: 'readAs(word,as),events(slug,title,status,endsAt,outcomes[3]),help(title,document,anchor,snippet)',
      next: [{ tool: 'get_market', arguments: { eventSlug: 'events.0.slug' } }],
      title: 'Search markets and help',
      description:
        'Searches markets and sections of the documentation by words, tolerating typos. Use kind events for markets only, help for how the arena works.',
    },
    handler: search,
  }),
  defineRoute({
    area: 'markets',
    auth: 'none',
    bucket: 'address',
    id: 'listRelatedEvents',
    method: 'GET',
    path: '/api/events/{slug}/related',
    summary: 'Similar events',
    description:
      'Open and scheduled events that share words of the title, tags or the category with this one, most similar first; at most 20.',
    maxAgeSeconds: 60,
    request: { params: EventSlug, query: RelatedQuery },
    responses: { 200: { description: 'The events.', schema: EventList } },
    errors: ['NOT_FOUND'],
    handler: getRelated,
  }),
];
