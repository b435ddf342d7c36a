import { logPrices } from '../../../domain/exchange/engine/prices.js';
import { correlationOf, imbalanceOf, kellyOf, movesOf, volatilityOf } from '../../../domain/market-data/quant.js';
import { statusAt } from '../../../domain/market-status.js';
import { microsToWire } from '../../../domain/units.js';
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
import type { LiveReads } from '../../../operations/market-data/live-reads.js';
import type { PastFigure } from '../../../operations/market-data/past-timeline.js';
import { historySpans, type PriceHistory } from '../../../operations/market-data/price-histories.js';
import { type LiveReply, maxReplyAgeMs, partsFor } from '../live-reply.js';
import { chooseMarkets, extentOf } from '../snapshots/choose-markets.js';
import { leadingOutcomes, tradedSince } from '../snapshots/snapshot-view.js';
import { type Belief, readBeliefs } from './beliefs.js';
import { type BotBody, type MarketsQuery, usualBankroll, usualKellyFraction } from './parameters.js';

/** The number of pairs is quadratic, so only the first markets are correlated. */
const maxCorrelated = 20;
const near = depthDistances.indexOf(200);
const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;

function seriesOf({ priceBps }: PriceHistory, outcome: number): number[] {
  return priceBps.map(prices => prices[outcome]);
}

function viewOutcome(live: LiveMarket, history: PriceHistory, index: number, now: number) {
  const series = seriesOf(history, index);
  const { bpsPerDay, logOddsPerDay } = volatilityOf(series, history.spanMs);
  const depth = depthOfBook(live, index, now);
  return {
    index,
    label: live.event.outcomes[index],
    priceBps: live.market.priceBps[index],
    volatilityBpsPerDay: round(bpsPerDay, 2),
    volatilityLogOddsPerDay: round(logOddsPerDay, 6),
    ...movesOf(series),
    ...topOfBook(live, index, now),
    depth: depth.map(({ withinBps, bids, asks }) => ({
      withinBps,
      bidCredits: microsToWire(bids.credits),
      askCredits: microsToWire(asks.credits),
    })),
    imbalance: round(imbalanceOf(depth[near].bids.credits, depth[near].asks.credits), 4),
  };
}

/** Describes how the figures of one market are built and cached. */
function quantReply(reads: LiveReads, hours: number, outcomeLimit: number): LiveReply {
  return {
    key: `quant ${hours} ${outcomeLimit}`,
    needs: { hours: [hours], history: hours },
    make(live, now) {
      const { event, market } = live;
      const history = reads.histories.find(live, hours, now) as PriceHistory;
      const traded = tradedSince(live, reads.past.find(event.id, hours, now) as PastFigure);
      const view = {
        slug: event.slug,
        eventPubkey: event.pubkey,
        title: event.title,
        status: statusAt(market, now),
        sequence: market.sequence,
        asOf: new Date(now).toISOString(),
        liquidityCredits: microsToWire(event.liquidity),
        trades: history.trades,
        lookbackVolumeCredits: microsToWire(traded.reduce((sum, volume) => sum + volume, 0)),
        outcomes: leadingOutcomes(live, outcomeLimit).map(index => viewOutcome(live, history, index, now)),
      };
      const until = Math.min(history.at + maxReplyAgeMs, unchangedUntil(live, now));
      return { text: JSON.stringify(view), at: now, until };
    },
  };
}

function correlations(reads: LiveReads, markets: readonly LiveMarket[], hours: number, now: number) {
  const known = markets.slice(0, maxCorrelated).flatMap(live => {
    const history = reads.histories.find(live, hours, now);
    const [outcome] = leadingOutcomes(live, 1);
    return history ? [{ slug: live.event.slug, outcome, series: seriesOf(history, outcome) }] : [];
  });
  return known.flatMap((a, index) =>
    known.slice(index + 1).map(b => {
      const { correlation, samples } = correlationOf(a.series, b.series);
      return {
        a: a.slug,
        aOutcomeIndex: a.outcome,
        b: b.slug,
        bOutcomeIndex: b.outcome,
        correlation: correlation === null ? null : round(correlation, 4),
        samples,
      };
    }),
  );
}

interface Sizing {
  readonly bankrollCredits: number;
  readonly kellyFraction: number;
}

async function sizes(services: Services, beliefs: readonly Belief[], sizing: Sizing, now: number) {
  const { bankrollCredits, kellyFraction: fraction } = sizing;
  const ids = beliefs.map(({ eventId }) => eventId);
  const states = await services.marketData.live.each(ids, {}, now, ({ event, market, book }) => {
    return { event, market, logs: logPrices(book.shares, book.liquidity) };
  });
  return beliefs.flatMap(({ eventId, outcome, probability }) => {
    const state = states.get(eventId);
    if (!state) return [];
    const { event, market, logs } = state;
    const status = statusAt(market, now);
    const kelly = kellyOf({
      price: Math.exp(logs[outcome]),
      belief: probability / 100,
      liquidity: event.liquidity,
      bankrollCredits,
      // The stake is zero in a market that accepts no orders.
      fraction: status === 'active' ? fraction : 0,
    });
    return [
      {
        slug: event.slug,
        status,
        outcomeIndex: outcome,
        sequence: market.sequence,
        probability,
        priceBps: market.priceBps[outcome],
        edgeBps: kelly.edgeBps,
        fixedPriceFraction: round(kelly.fixedPriceFraction, 6),
        stakeCredits: kelly.stakeCredits,
        shares: round(kelly.shares, 6),
        limitPriceBps: kelly.limitPriceBps,
        expectedProfitCredits: round(kelly.expectedProfitCredits, 6),
      },
    ];
  });
}

async function quantText(services: Services, request: Static<typeof MarketsQuery> | Static<typeof BotBody>) {
  const { lookbackHours: hours = 24, outcomeLimit = 10 } = request;
  const sent: Partial<Static<typeof BotBody>> = 'probabilities' in request ? request : {};
  const { bankrollCredits = usualBankroll, kellyFraction = usualKellyFraction } = sent;
  const now = services.clock();
  const [chosen, believed] = await Promise.all([
    chooseMarkets(services, request),
    readBeliefs(services, sent.probabilities),
  ]);
  const { eventIds, missing } = chosen;
  const parts = await partsFor(services, eventIds, quantReply(services.marketData.live, hours, outcomeLimit), now);
  const kelly = await sizes(services, believed.beliefs, { bankrollCredits, kellyFraction }, now);
  const markets = parts.map(({ market }) => market);
  const at = parts.reduce((oldest, { cached }) => Math.min(oldest, cached.at), now);
  const rest = JSON.stringify({
    correlations: correlations(services.marketData.live, markets, hours, now),
    kelly,
    missing: [...new Set([...missing, ...believed.missing])],
    ...extentOf(chosen),
  });
  const head = JSON.stringify({
    asOf: new Date(at).toISOString(),
    lookbackHours: hours,
    intervalSeconds: (hours * 3600) / historySpans,
  });
  const texts = parts.map(({ cached }) => cached.reply.text);
  return `${head.slice(0, -1)},"markets":[${texts.join(',')}],${rest.slice(1)}`;
}

export function getQuant(
  { query }: RouteInput<{ query: typeof MarketsQuery }>,
  { services }: RequestContext,
): Promise<unknown> {
  return quantText(services, query);
}

export function postQuant(
  { body }: { readonly body: Static<typeof BotBody> | undefined },
  { services }: RequestContext,
): Promise<unknown> {
  return quantText(services, body ?? {});
}
