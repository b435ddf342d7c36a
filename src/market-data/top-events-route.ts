import { eventUnchangedUntil, viewEvent } from '../events/event-view.js';
import { TopEvents } from '../events/schemas.js';
import { PageCache, type StampedText, StampedTexts, textsOf } from '../events/stamped-texts.js';
import type { ShownEvent } from '../events/store/rows.js';
import { perServices } from '../http/response/reply-bytes.js';
import { defineRoute, type HttpServices, type RequestContext, type RouteInput } from '../http/route.js';
import { closed, Limit, Type } from '../http/schema.js';
import type { MarketDataServices } from './live-reply.js';
import type { TopRanking } from './rankings.js';
import { readEvents, readStamps } from './read-events.js';

type Needs = HttpServices & MarketDataServices;

const TopQuery = closed({
  limit: Limit(200, 50),
  lookbackHours: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 720, default: 24, description: 'Look-back for trades.' }),
  ),
  outcomeLimit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 10, description: 'Maximum number of outcomes per event.' }),
  ),
  includeResolved: Type.Optional(Type.Boolean({ default: false, description: 'Include resolved and void events.' })),
});

async function getTop({ query }: RouteInput<{ query: typeof TopQuery }>, { services }: RequestContext<Needs>) {
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

const topPages = perServices(() => new PageCache(maxTopCharacters));
const maxTopCharacters = 4_000_000;

/** Returns the current texts of events of a ranking. */
async function topTextsOf(
  services: Needs,
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

interface TopText extends StampedText {
  readonly decided: boolean;
}

function textsIn(ranking: TopRanking, outcomeLimit: number): StampedTexts<TopText> {
  const all = topTexts.get(ranking) ?? new Map<number, StampedTexts<TopText>>();
  const texts = all.get(outcomeLimit) ?? new StampedTexts<TopText>(maxTopCharacters);
  topTexts.set(ranking, all.set(outcomeLimit, texts));
  return texts;
}

/** Texts of one ranking, by outcome limit; they are evicted with the ranking, so no limit is needed. */
const topTexts = new WeakMap<TopRanking, Map<number, StampedTexts<TopText>>>();

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

interface Traded {
  readonly volume: number;
  readonly trades: number;
}

export const topEventsRoute = defineRoute({
  area: 'markets',
  auth: 'none',
  bucket: 'address',
  id: 'getTopEvents',
  method: 'GET',
  path: '/api/events/top',
  summary: 'Most traded markets',
  description:
    'Events by credits traded within the look-back, with leading outcomes and price changes. Only markets with a trade in that time are listed.',
  request: { query: TopQuery },
  responses: { 200: { description: 'Events, most traded first.', schema: TopEvents } },
  tool: {
    name: 'list_top_markets',
    defaults: { limit: 12 },
    compact:
      'events(slug,title,outcomes[2](label,priceBps,changeBps),endsAt,lookbackVolumeCredits),lookbackHours,total',
    next: [{ tool: 'get_market', arguments: { eventSlug: 'events.0.slug' } }],
    title: 'Most traded markets',
    description:
      'The markets with the most credits traded in the last hours, with leading outcomes and price changes. Shows where the activity is.',
  },
  handler: getTop,
});
