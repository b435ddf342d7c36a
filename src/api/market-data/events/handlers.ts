import { minuteMs } from '../../../domain/durations.js';
import { statusAt } from '../../../domain/market-status.js';
import { invalid, noSuchEvent } from '../../../http/errors.js';
import { perServices } from '../../../http/per-services.js';
import type { RequestContext } from '../../../http/request-context.js';
import type { RouteInput } from '../../../http/route.js';
import type { Static } from '../../../http/schema.js';
import type { Services } from '../../../http/services.js';
import { CachedLoad } from '../../../operations/cache/cached-loads.js';
import {
  findEvent,
  findEvents,
  listCategories,
  readEvents,
  readStamps,
} from '../../../operations/market-data/queries.js';
import type { TopRanking } from '../../../operations/market-data/top-markets.js';
import { findRelated } from '../../../operations/search/find-related.js';
import type { CategoryCount } from '../../../store/market-data/interface.js';
import type { ShownEvent } from '../../../store/markets/interface.js';
import { eventUnchangedUntil, viewEvent } from './event-view.js';
import { listEvents } from './list-events.js';
import { listFollowed } from './list-followed.js';
import type { EventSlug, EventsQuery, RelatedQuery, TopQuery } from './parameters.js';
import { PageCache, type StampedText, StampedTexts, textsOf } from './stamped-texts.js';

const maxNamed = 200;
const maxCategories = 200;
const categoriesOf = perServices(() => new CachedLoad<readonly CategoryCount[]>(minuteMs));

/** Returns the event with a slug or public key; throws 404 otherwise. */
async function requireShownEvent(services: Services, reference: string): Promise<ShownEvent> {
  const found = await findEvent(services, reference);
  if (!found || !services.markets.references.shows(found.event)) throw noSuchEvent(reference, 'slug');
  return found;
}

async function listNamed(services: Services, query: Static<typeof EventsQuery>, slugs: string) {
  const { status = 'all', category } = query;
  const parts = slugs.split(',').map(part => part.trim());
  const references = [...new Set(parts.filter(part => part !== ''))];
  if (references.length > maxNamed) throw invalid('slugs', `must name at most ${maxNamed} events`);
  const named = await findEvents(services, references);
  const found = named.filter(({ event }) => services.markets.references.shows(event));
  const byName = new Map(found.flatMap(shown => [shown.event.slug, shown.event.pubkey].map(name => [name, shown])));
  const now = services.clock();
  const wanted = [...new Set(references.flatMap(reference => byName.get(reference) ?? []))].filter(
    ({ event, market }) =>
      (status === 'all' || statusAt(market, now) === status) && (category === undefined || event.category === category),
  );
  return {
    events: wanted.map(shown => viewEvent(shown, now, services.settings.publicUrl)),
    nextCursor: null,
    missing: references.filter(reference => !byName.has(reference)),
  };
}

export async function getEvents({ query }: RouteInput<{ query: typeof EventsQuery }>, context: RequestContext) {
  const { services } = context;
  if (query.followed) return listFollowed(context, query);
  if (query.slugs !== undefined) return listNamed(services, query, query.slugs);
  const {
    limit = 50,
    includeEmptyV2 = true,
    includeStale = false,
    staleDays = 7,
    slugs: _slugs,
    followed: _followed,
    ...filters
  } = query;
  return listEvents(services, {
    ...filters,
    list: 'events',
    limit,
    tradedOnly: !includeEmptyV2,
    staleDays: includeStale ? null : staleDays,
  });
}

export async function getCategories(_input: unknown, { services }: RequestContext) {
  const found = await categoriesOf(services).get(services.clock(), () => listCategories(services, maxCategories));
  return { categories: found.map(({ category, open, total }) => ({ category, open, total })), nextCursor: null };
}

export async function getEvent({ params }: RouteInput<{ params: typeof EventSlug }>, { services }: RequestContext) {
  const found = await requireShownEvent(services, params.slug);
  return { event: viewEvent(found, services.clock(), services.settings.publicUrl) };
}

export async function getRelated(
  { params, query: { limit = 6 } }: RouteInput<{ params: typeof EventSlug; query: typeof RelatedQuery }>,
  { services }: RequestContext,
) {
  const { event } = await requireShownEvent(services, params.slug);
  const ids = await findRelated(services, event, limit);
  const shown = new Map((await readEvents(services, ids)).map(each => [each.event.id, each]));
  const now = services.clock();
  return {
    events: ids.flatMap(id => {
      const found = shown.get(id);
      return found ? [viewEvent(found, now, services.settings.publicUrl)] : [];
    }),
    nextCursor: null,
  };
}

interface Traded {
  readonly volume: number;
  readonly trades: number;
}

/** An event with its leading outcomes and their price changes. */
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

interface TopText extends StampedText {
  readonly decided: boolean;
}

/** Texts of one ranking, by outcome limit; they are evicted with the ranking, so no limit is needed. */
const topTexts = new WeakMap<TopRanking, Map<number, StampedTexts<TopText>>>();
const maxTopCharacters = 4_000_000;
const topPages = perServices(() => new PageCache(maxTopCharacters));

function textsIn(ranking: TopRanking, outcomeLimit: number): StampedTexts<TopText> {
  const all = topTexts.get(ranking) ?? new Map<number, StampedTexts<TopText>>();
  const texts = all.get(outcomeLimit) ?? new StampedTexts<TopText>(maxTopCharacters);
  topTexts.set(ranking, all.set(outcomeLimit, texts));
  return texts;
}

/** Returns the current texts of events of a ranking. */
async function topTextsOf(
  services: Services,
  ranking: TopRanking,
  rows: TopRanking['rows'],
  outcomeLimit: number,
): Promise<TopText[]> {
  const traded = new Map(rows.map(row => [row.eventId, row]));
  const now = services.clock();
  const about = { now, publicUrl: services.settings.publicUrl, outcomeLimit };
  const stamps = await readStamps(services, [...traded.keys()]);
  const events = [...traded.keys()].flatMap(eventId => {
    const stamp = stamps.get(eventId);
    return stamp === undefined ? [] : { eventId, stamp };
  });
  return textsOf(textsIn(ranking, outcomeLimit), events, now, async eventIds => {
    const shown = await readEvents(services, eventIds);
    return new Map(
      shown.map(each => {
        const { id } = each.event;
        const { status } = each.market;
        const text = JSON.stringify(viewTop(each, traded.get(id) as Traded, ranking.earlier.get(id), about));
        const decided = status === 'resolved' || status === 'void';
        return [id, { stamp: each.stamp, text, until: eventUnchangedUntil(each, now), decided }];
      }),
    );
  });
}

export async function getTop({ query }: RouteInput<{ query: typeof TopQuery }>, { services }: RequestContext) {
  const { limit = 50, lookbackHours = 24, outcomeLimit = 10, includeResolved = false } = query;
  const ranking = await services.marketData.topMarkets.find(lookbackHours, includeResolved);
  const { since, at, rows } = ranking;
  const texts: TopText[] = [];
  let resolved = 0;
  // The ranking is some seconds old: events resolved since then make room for the next ones.
  for (let from = 0; texts.length < limit && from < rows.length; from += limit) {
    const some = await topTextsOf(services, ranking, rows.slice(from, from + limit), outcomeLimit);
    const open = some.filter(({ decided }) => includeResolved || !decided);
    resolved += some.length - open.length;
    texts.push(...open.slice(0, limit - texts.length));
  }
  const total = ranking.total - resolved;
  const [from, asOf] = [since, at].map(ms => new Date(ms).toISOString());
  const tail = `"lookbackHours":${lookbackHours},"since":"${from}","asOf":"${asOf}","nextCursor":null,"total":${total},"truncated":${total > texts.length}`;
  return topPages(services).reply(
    `${tail} ${limit} ${outcomeLimit}`,
    texts,
    joined => `{"events":[${joined}],${tail}}`,
  );
}
