import { movesOf, volatilityOf } from '../../domain/market-data/quant.js';
import { statusAt } from '../../domain/market-status.js';
import { microsPerUnit, microsToWire } from '../../domain/units.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import type { Services } from '../../http/services.js';
import { topOfBook } from '../../operations/exchange/live/book-figures.js';
import type { LiveMarket } from '../../operations/exchange/live/live-market.js';
import { thinnerDepth } from '../../operations/intelligence/book-depth.js';
import type { PriceHistory } from '../../operations/market-data/price-histories.js';
import { selectMarkets } from '../../operations/market-data/select-markets.js';
import type { MarketFlow } from '../../store/intelligence/interface.js';
import { extentOf } from '../market-data/snapshots/choose-markets.js';
import { healthOf } from '../market-data/snapshots/health-view.js';
import { leadingOutcomes } from '../market-data/snapshots/snapshot-view.js';
import { type IntelligenceQuery, maxMarkets } from './parameters.js';
import { viewVenue } from './venue-view.js';

const staleDays = 7;

interface Moves {
  readonly changeBps: number;
  readonly volatilityBps: number;
}

/** Past points never change, and the same response serves requests for up to ten seconds. */
const movesByHistory = new WeakMap<PriceHistory, Moves[]>();

function movesIn(history: PriceHistory, outcome: number): Moves {
  const known = movesByHistory.get(history) ?? [];
  movesByHistory.set(history, known);
  known[outcome] ??= measureMoves(history, outcome);
  return known[outcome];
}

function measureMoves({ priceBps, spanMs }: PriceHistory, outcome: number): Moves {
  const series = priceBps.map(prices => prices[outcome]);
  return { changeBps: movesOf(series).changeBps, volatilityBps: volatilityOf(series, spanMs).bpsPerDay };
}

function viewOutcome(live: LiveMarket, history: PriceHistory, index: number, now: number) {
  return {
    index,
    label: live.event.outcomes[index],
    priceBps: live.market.priceBps[index],
    ...movesIn(history, index),
    spreadBps: topOfBook(live, index, now).spreadBps,
    depthCredits: microsToWire(thinnerDepth(live, index, now)),
  };
}

function viewFlow({ outcomes, largest }: MarketFlow) {
  const buy = outcomes.reduce((sum, flow) => sum + flow.buy, 0);
  const sell = outcomes.reduce((sum, flow) => sum + flow.sell, 0);
  const total = buy + sell;
  return {
    buyCredits: microsToWire(buy),
    sellCredits: microsToWire(sell),
    imbalance: total === 0 ? null : (buy - sell) / total,
    largestTraderShare: total === 0 ? null : largest / total,
  };
}

/** The part of a row that comes from memory, read in one iteration of the event loop so that it is consistent. */
function viewMarket(live: LiveMarket, history: PriceHistory, outcomeLimit: number, now: number) {
  const { event, market } = live;
  const { health } = healthOf(live, staleDays, now);
  return {
    live,
    row: {
      eventSlug: event.slug,
      title: event.title,
      status: statusAt(market, now),
      outcomes: leadingOutcomes(live, outcomeLimit).map(index => viewOutcome(live, history, index, now)),
      volumeCredits: microsToWire(market.volume),
      traders: market.traders,
      health: { score: health.score, stale: health.stale, advice: health.advice.code },
      demo: event.demo,
    },
  };
}

/** Linked markets of other venues by our event, if the link is confirmed. */
async function readVenues({ aggregator: { feed } }: Services, markets: readonly LiveMarket[]) {
  const bySlug = new Map(markets.map(live => [live.event.slug, live]));
  const venues = new Map<string, ReturnType<typeof viewVenue>[]>();
  for (const { eventSlug, market } of await feed.linkedVenueMarkets([...bySlug.keys()])) {
    const live = bySlug.get(eventSlug);
    if (!live) continue;
    const ours = { label: live.event.outcomes[0], priceBps: live.market.priceBps[0] };
    venues.set(live.event.id, [...(venues.get(live.event.id) ?? []), viewVenue(market, ours)]);
  }
  return venues;
}

/** Reads flows concurrently with histories, and again for markets that trade meanwhile. */
async function loadFlows(services: Services, eventIds: readonly string[], hours: number, now: number): Promise<void> {
  const markets = await services.marketData.live.markets.read(eventIds);
  await services.intelligence.flows.read([...markets.values()], hours, now);
}

export async function listMarketIntelligence(
  { query }: RouteInput<{ query: typeof IntelligenceQuery }>,
  { services }: RequestContext,
) {
  const { limit = 50, lookbackHours: hours = 24, outcomeLimit = 10, includeResolved = false, minVolumeUsd = 0 } = query;
  const now = services.clock();
  const minVolume = Math.round(minVolumeUsd * microsPerUnit);
  const wanted = { among: 'active' as const, includeResolved, staleDays: null, minVolume, minOpenOrders: 0 };
  const chosen = await selectMarkets(services, { ...wanted, limit: maxMarkets }, limit);
  const { live } = services.marketData;
  const [made] = await Promise.all([
    live.each(chosen.eventIds, { hours: [hours], history: hours }, now, market =>
      viewMarket(market, live.histories.find(market, hours, now) as PriceHistory, outcomeLimit, now),
    ),
    loadFlows(services, chosen.eventIds, hours, now),
  ]);
  const markets = [...made.values()].map(part => part.live);
  const [flows, forecasters, venues] = await Promise.all([
    services.intelligence.flows.read(markets, hours, now),
    services.intelligence.flows.forecasters(chosen.eventIds, now),
    query.competitive ? readVenues(services, markets) : null,
  ]);
  return {
    markets: chosen.eventIds.flatMap(id => {
      const part = made.get(id);
      if (!part) return [];
      const flow = viewFlow(flows.get(id) as MarketFlow);
      return [
        {
          ...part.row,
          forecasters: forecasters.get(id) ?? 0,
          flow,
          ...(venues ? { venues: venues.get(id) ?? [] } : {}),
        },
      ];
    }),
    lookbackHours: hours,
    asOf: new Date(now).toISOString(),
    ...extentOf(chosen),
  };
}
