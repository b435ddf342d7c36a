import { statusAt } from '../engine/lifecycle.js';
import { logPrices } from '../engine/prices.js';
import type { EventServices } from '../events/event-references.js';
import {
  depthDistances,
  depthOfBook,
  type LiveMarket,
  topOfBook,
  unchangedUntil,
} from '../exchange/live/live-market.js';
import { invalid } from '../http/errors.js';
import { defineRoute, type HttpServices, type RequestContext, type RouteInput } from '../http/route.js';
import type { Static } from '../http/schema.js';
import { microsToWire } from '../kernel/units.js';
import { chooseMarkets, extentOf } from './choose-markets.js';
import type { LiveReads } from './live-reads.js';
import { cachedBulkReply, type LiveReply, type MarketDataServices, maxReplyAgeMs, partsFor } from './live-reply.js';
import { leadingOutcomes, tradedSince } from './market-figures.js';
import type { PastFigure } from './past-timeline.js';
import { historySpans, type PriceHistory } from './price-histories.js';
import {
  BotBody,
  MarketsQuery,
  QuantMetrics,
  StrategyList,
  usualBankroll,
  usualKellyFraction,
} from './quant-schemas.js';
import { correlationOf, imbalanceOf, kellyOf, movesOf, volatilityOf } from './rules/quant.js';
import { fittingMarkets, type StrategyFigures, strategies } from './rules/strategies.js';

type Needs = HttpServices & EventServices & MarketDataServices;

/** A caller's probability for one outcome. */
export interface Belief {
  readonly eventId: string;
  readonly outcome: number;
  /** In percent. */
  readonly probability: number;
}

interface SentProbability {
  readonly slug: string;
  readonly outcomeIndex: number;
  readonly probability: number;
}

/** Resolves beliefs to events. Unknown events are returned as missing; an unknown outcome is rejected. */
async function readBeliefs(
  services: Needs,
  sent: readonly SentProbability[] = [],
): Promise<{ beliefs: Belief[]; missing: string[] }> {
  const names = await services.markets.references.findAll([...new Set(sent.map(({ slug }) => slug))]);
  const markets = await services.marketData.live.markets.read([...names.values()].map(({ id }) => id));
  const beliefs: Belief[] = [];
  const missing = new Set<string>();
  for (const [index, { slug, outcomeIndex: outcome, probability }] of sent.entries()) {
    const event = markets.get(names.get(slug)?.id ?? '')?.event;
    if (!event) missing.add(slug);
    else if (outcome >= event.outcomes.length) {
      const count = event.outcomes.length;
      throw invalid(`probabilities[${index}].outcomeIndex`, `must be below ${count}, the number of outcomes`);
    } else beliefs.push({ eventId: event.id, outcome, probability });
  }
  return { beliefs, missing: [...missing] };
}

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
  const marketSeries = markets.slice(0, maxCorrelated).flatMap(live => {
    const history = reads.histories.find(live, hours, now);
    const [outcome] = leadingOutcomes(live, 1);
    return history ? [{ slug: live.event.slug, outcome, series: seriesOf(history, outcome) }] : [];
  });
  return marketSeries.flatMap((a, index) =>
    marketSeries.slice(index + 1).map(b => {
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

async function sizes(services: Needs, beliefs: readonly Belief[], sizing: Sizing, now: number) {
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

async function quantText(services: Needs, request: Static<typeof MarketsQuery> | Static<typeof BotBody>) {
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

function getQuant(
  { query }: RouteInput<{ query: typeof MarketsQuery }>,
  { services }: RequestContext<Needs>,
): Promise<unknown> {
  return quantText(services, query);
}

function postQuant(
  { body }: { readonly body: Static<typeof BotBody> | undefined },
  { services }: RequestContext<Needs>,
): Promise<unknown> {
  return quantText(services, body ?? {});
}

type StrategyRequest = Static<typeof MarketsQuery> | Static<typeof BotBody>;

const perStrategy = 10;

interface Candidate extends StrategyFigures {
  readonly live: LiveMarket;
}

/** The market must be consistent. */
function figuresOf(
  { marketData: { live: reads } }: Needs,
  live: LiveMarket,
  options: { readonly hours: number; readonly outcomeLimit: number; readonly beliefs: readonly Belief[] },
  now: number,
): Candidate {
  const { event, market } = live;
  const past = reads.past.find(event.id, options.hours, now) as PastFigure;
  const eventBeliefs = options.beliefs.filter(({ eventId }) => eventId === event.id);
  const indexes = new Set([
    ...leadingOutcomes(live, options.outcomeLimit),
    ...eventBeliefs.map(({ outcome }) => outcome),
  ]);
  const outcomes = [...indexes].map(index => {
    const { bids, asks } = depthOfBook(live, index, now)[near];
    const belief = eventBeliefs.find(({ outcome }) => outcome === index);
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

async function strategiesReply(services: Needs, request: StrategyRequest) {
  const { lookbackHours: hours = 24, outcomeLimit = 10 } = request;
  const now = services.clock();
  const [chosen, believed] = await Promise.all([
    chooseMarkets(services, request),
    readBeliefs(services, 'probabilities' in request ? request.probabilities : undefined),
  ]);
  const { eventIds, missing } = chosen;
  const { beliefs } = believed;
  const ids = [...new Set([...eventIds, ...beliefs.map(({ eventId }) => eventId)])];
  const isIndividual = missing.length > 0 || beliefs.length > 0 || believed.missing.length > 0;
  const extent = extentOf(chosen);
  const key = `strategies ${hours} ${outcomeLimit} ${extent.total} ${ids.join(' ')}`;
  const cached = isIndividual ? null : cachedBulkReply(services, key, ids, now);
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
  if (isIndividual) return view;
  const until = markets.reduce((first, live) => Math.min(first, unchangedUntil(live, now)), now + maxReplyAgeMs);
  return services.marketData.bulkReplies.put(key, markets, { text: JSON.stringify(view), at: now, until }).reply;
}

function getStrategies(
  { query }: RouteInput<{ query: typeof MarketsQuery }>,
  { services }: RequestContext<Needs>,
): Promise<unknown> {
  return strategiesReply(services, query);
}

function postStrategies(
  { body }: { readonly body: Static<typeof BotBody> | undefined },
  { services }: RequestContext<Needs>,
): Promise<unknown> {
  return strategiesReply(services, body ?? {});
}

const area = 'bot';
const open = { area, auth: 'none', bucket: 'address' } as const;
const scoped = { area, auth: { scope: 'bot:quant' }, callers: ['agent'], bucket: 'reads' } as const;
const choice = 'For up to 200 markets; without names, the most traded active ones.';

export const quantRoutes = [
  defineRoute({
    ...open,
    id: 'getStrategies',
    method: 'GET',
    path: '/api/bot/strategies',
    summary: 'Worked strategies and the markets they fit',
    description: `Market making, fading stale prices, Kelly sizing of a forecast and the calendar, with their parameters and the markets that currently fit. ${choice}`,
    request: { query: MarketsQuery },
    responses: { 200: { description: 'The strategies.', schema: StrategyList } },
    errors: ['SERVICE_UNAVAILABLE'],
    handler: getStrategies,
  }),
  defineRoute({
    ...open,
    id: 'postStrategies',
    method: 'POST',
    path: '/api/bot/strategies',
    effect: 'read',
    summary: 'Worked strategies for your own probabilities',
    description: `The same with your probabilities: the Kelly strategy lists markets where they differ enough from the price. ${choice}`,
    request: { body: BotBody, bodyOptional: true },
    responses: { 200: { description: 'The strategies.', schema: StrategyList } },
    errors: ['SERVICE_UNAVAILABLE'],
    handler: postStrategies,
  }),
  defineRoute({
    ...scoped,
    id: 'getQuant',
    method: 'GET',
    path: '/api/bot/quant',
    summary: 'Quant metrics',
    description: `Volatility, realized moves, depth, imbalance and correlations over the look-back. Needs an agent key whose plan includes the scope bot:quant. ${choice}`,
    request: { query: MarketsQuery },
    responses: { 200: { description: 'The metrics.', schema: QuantMetrics } },
    handler: getQuant,
  }),
  defineRoute({
    ...scoped,
    id: 'postQuant',
    method: 'POST',
    path: '/api/bot/quant',
    effect: 'read',
    summary: 'Quant metrics and Kelly sizing',
    description: `The same, with stakes for your probabilities and bankroll. Needs an agent key whose plan includes the scope bot:quant. ${choice}`,
    request: { body: BotBody, bodyOptional: true },
    responses: { 200: { description: 'The metrics.', schema: QuantMetrics } },
    handler: postQuant,
  }),
];
