import { fittingMarkets, type StrategyFigures, strategies } from '../../../domain/market-data/strategies.js';
import { statusAt } from '../../../domain/market-status.js';
import type { RequestContext } from '../../../http/request-context.js';
import type { RouteInput } from '../../../http/route.js';
import type { Static } from '../../../http/schema.js';
import type { Services } from '../../../http/services.js';
import {
  depthDistances,
  depthOfBook,
  topOfBook,
  unchangedUntil,
} from '../../../operations/exchange/live/book-figures.js';
import type { LiveMarket } from '../../../operations/exchange/live/live-market.js';
import type { PastFigure } from '../../../operations/market-data/past-timeline.js';
import { cachedBulkReply, maxReplyAgeMs } from '../live-reply.js';
import { chooseMarkets, extentOf } from '../snapshots/choose-markets.js';
import { leadingOutcomes, tradedSince } from '../snapshots/snapshot-view.js';
import { type Belief, readBeliefs } from './beliefs.js';
import type { BotBody, MarketsQuery } from './parameters.js';

type StrategyRequest = Static<typeof MarketsQuery> | Static<typeof BotBody>;

const perStrategy = 10;
const near = depthDistances.indexOf(200);

interface Candidate extends StrategyFigures {
  readonly live: LiveMarket;
}

/** The market must be consistent. */
function figuresOf(
  { marketData: { live: reads } }: Services,
  live: LiveMarket,
  options: { readonly hours: number; readonly outcomeLimit: number; readonly beliefs: readonly Belief[] },
  now: number,
): Candidate {
  const { event, market } = live;
  const past = reads.past.find(event.id, options.hours, now) as PastFigure;
  const own = options.beliefs.filter(({ eventId }) => eventId === event.id);
  const indexes = new Set([...leadingOutcomes(live, options.outcomeLimit), ...own.map(({ outcome }) => outcome)]);
  const outcomes = [...indexes].map(index => {
    const { bids, asks } = depthOfBook(live, index, now)[near];
    const belief = own.find(({ outcome }) => outcome === index);
    return {
      index,
      priceBps: market.priceBps[index],
      changeBps: market.priceBps[index] - past.priceBps[index],
      spreadBps: topOfBook(live, index, now).spreadBps,
      depth: Math.min(bids.credits, asks.credits),
      beliefBps: belief ? Math.round(belief.probability * 100) : null,
    };
  });
  const { opensAt, endsAt, lastTradeAt } = market;
  const volume = tradedSince(live, past).reduce((sum, traded) => sum + traded, 0);
  return { live, status: statusAt(market, now), opensAt, endsAt, lastTradeAt, volume, outcomes };
}

function viewStrategies(candidates: readonly Candidate[], now: number) {
  return strategies.map(strategy => {
    const { id, title, summary, parameters, steps, risk } = strategy;
    const { fits, total } = fittingMarkets(strategy, candidates, perStrategy, now);
    const markets = fits.map(({ outcome, reason, buyLimitBps, market: { live } }) => ({
      slug: live.event.slug,
      eventPubkey: live.event.pubkey,
      title: live.event.title,
      outcomeIndex: outcome,
      outcomeLabel: live.event.outcomes[outcome],
      priceBps: live.market.priceBps[outcome],
      buyLimitBps: buyLimitBps === null ? null : Math.min(9999, Math.max(1, buyLimitBps)),
      endsAt: new Date(live.market.endsAt).toISOString(),
      sequence: live.market.sequence,
      reason,
    }));
    return { id, title, summary, parameters, steps, risk, markets, total, truncated: total > markets.length };
  });
}

async function strategiesReply(services: Services, request: StrategyRequest) {
  const { lookbackHours: hours = 24, outcomeLimit = 10 } = request;
  const now = services.clock();
  const [chosen, believed] = await Promise.all([
    chooseMarkets(services, request),
    readBeliefs(services, 'probabilities' in request ? request.probabilities : undefined),
  ]);
  const { eventIds, missing } = chosen;
  const { beliefs } = believed;
  const ids = [...new Set([...eventIds, ...beliefs.map(({ eventId }) => eventId)])];
  const own = missing.length > 0 || beliefs.length > 0 || believed.missing.length > 0;
  const extent = extentOf(chosen);
  const key = `strategies ${hours} ${outcomeLimit} ${extent.total} ${ids.join(' ')}`;
  const cached = own ? null : cachedBulkReply(services, key, ids, now);
  if (cached) return cached.reply;
  const figures = await services.marketData.live.each(ids, { hours: [hours] }, now, live =>
    figuresOf(services, live, { hours, outcomeLimit, beliefs }, now),
  );
  const candidates = ids.flatMap(id => figures.get(id) ?? []);
  const markets = candidates.map(({ live }) => live);
  const view = {
    asOf: new Date(now).toISOString(),
    lookbackHours: hours,
    strategies: viewStrategies(candidates, now),
    missing: [...new Set([...missing, ...believed.missing])],
    ...extent,
  };
  if (own) return view;
  const until = markets.reduce((first, live) => Math.min(first, unchangedUntil(live, now)), now + maxReplyAgeMs);
  return services.marketData.bulkReplies.put(key, markets, { text: JSON.stringify(view), at: now, until }).reply;
}

export function getStrategies(
  { query }: RouteInput<{ query: typeof MarketsQuery }>,
  { services }: RequestContext,
): Promise<unknown> {
  return strategiesReply(services, query);
}

export function postStrategies(
  { body }: { readonly body: Static<typeof BotBody> | undefined },
  { services }: RequestContext,
): Promise<unknown> {
  return strategiesReply(services, body ?? {});
}
