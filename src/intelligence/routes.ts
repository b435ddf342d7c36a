import { hash } from 'node:crypto';
import type { AggregatorServices, FeedMarket } from '../aggregator/venue-feed.js';
import { type DataProvider, listProviders } from '../connectors/configure-connector.js';
import type { ConnectorServices } from '../connectors/runner.js';
import { statusAt } from '../engine/lifecycle.js';
import { isSettled, worthOf } from '../engine/position.js';
import type { EventServices } from '../events/event-references.js';
import { requireEvent } from '../events/find-event.js';
import type { EventWithMarket } from '../events/store/rows.js';
import { type LiveMarket, topOfBook } from '../exchange/live/live-market.js';
import type { ShownPosition, TradeCursor } from '../exchange/store/rows.js';
import * as tradeStore from '../exchange/store/trades.js';
import { ApiError, invalid, noSuchEvent } from '../http/errors.js';
import { defineRoute, type HttpServices, type RequestContext, type RouteInput } from '../http/route.js';
import { readMoment } from '../http/schema.js';
import type { Scope } from '../kernel/plans.js';
import { hourMs, isoTime } from '../kernel/time.js';
import { averagePriceBps, microsPerUnit, microsToWire } from '../kernel/units.js';
import { extentOf } from '../market-data/choose-markets.js';
import type { MarketDataServices } from '../market-data/live-reply.js';
import { healthOf, leadingOutcomes } from '../market-data/market-figures.js';
import type { PriceHistory } from '../market-data/price-histories.js';
import { movesOf, volatilityOf } from '../market-data/rules/quant.js';
import { selectMarkets } from '../market-data/select-markets.js';
import { digestOfAddress, playerAddress } from '../players/player-view.js';
import type { PlayerProfile } from '../players/rules/players.js';
import { findProfile } from '../scoring/player-record.js';
import type { IntelligenceServices } from './flow-figures.js';
import {
  findPlayerOfDigest,
  listDataTrades,
  listResolutionSources,
  readHistory,
  readPublicPositions,
  listSignals as readSignals,
} from './read-history.js';
import { thinnerDepth } from './record-samples.js';
import { backtestOf, matchingPrice } from './rules.js';
import {
  DataPositions,
  DataPositionsQuery,
  DataProviders,
  DataTradeList,
  DataTradesQuery,
  HistoryQuery,
  IntelligenceHistory,
  IntelligenceQuery,
  MarketIntelligenceList,
  maxMarkets,
  SignalList,
  SignalsQuery,
  usualPoints,
  usualTradesShown,
} from './schemas.js';
import type { DataTrade, DataTradePage, MarketFlow, SourceUse, TimeCursor } from './store/rows.js';

type Needs = HttpServices &
  EventServices &
  MarketDataServices &
  ConnectorServices &
  AggregatorServices &
  IntelligenceServices;

const handleForm = /^[a-z0-9](-?[a-z0-9])*$/i;
const maxHandleLength = 64;

/**
 * Returns the player with a handle or an address. An unknown address gives null, because any caller can make one up; an
 * unknown handle is 404, and a text of neither form is rejected.
 */
async function findUser(services: Needs, user: string): Promise<PlayerProfile | null> {
  const digest = digestOfAddress(user);
  const byAddress = digest && (await findPlayerOfDigest(services, digest));
  if (byAddress) return byAddress;
  const isHandle = user.length <= maxHandleLength && handleForm.test(user);
  const byHandle = isHandle ? await findProfile(services, user) : null;
  if (byHandle || digest) return byHandle;
  if (isHandle) throw new ApiError('NOT_FOUND', `Player ${user} not found.`, { field: 'user' });
  throw invalid('user', `must be a handle or an address of 32 bytes in base58 (got ${user.slice(0, 80)})`);
}

/** The first outcome of our event, by which venues are compared. */
interface ComparedOutcome {
  readonly label: string;
  readonly priceBps: number;
}

/** A linked market of another venue. */
function viewVenue({ source, sourceMarketId, outcomes, url, stale }: FeedMarket, ours: ComparedOutcome) {
  const price = matchingPrice(ours.label, outcomes);
  return {
    source,
    sourceMarketId,
    outcomes: outcomes.map(({ label, priceBps }, index) => ({ index, label, priceBps })),
    differenceBps: price === null ? null : price - ours.priceBps,
    url,
    stale,
  };
}

const staleDays = 7;

interface Moves {
  readonly changeBps: number;
  readonly volatilityBps: number;
}

/** Past points never change, and the same response serves requests for up to ten seconds. */
const movesByHistory = new WeakMap<PriceHistory, Moves[]>();

function movesIn(history: PriceHistory, outcome: number): Moves {
  const moves = movesByHistory.get(history) ?? [];
  movesByHistory.set(history, moves);
  moves[outcome] ??= measureMoves(history, outcome);
  return moves[outcome];
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
async function readVenues({ aggregator: { feed } }: AggregatorServices, markets: readonly LiveMarket[]) {
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
async function loadFlows(services: Needs, eventIds: readonly string[], hours: number, now: number): Promise<void> {
  const markets = await services.marketData.live.markets.read(eventIds);
  await services.intelligence.flows.read([...markets.values()], hours, now);
}

async function listMarketIntelligence(
  { query }: RouteInput<{ query: typeof IntelligenceQuery }>,
  { services }: RequestContext<Needs>,
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

/** Data products exclude practice events, so they don't exist here. */
async function requireRealEvent(services: Needs, reference: string, field: string): Promise<EventWithMarket> {
  const shown = await requireEvent(services, reference, field);
  if (shown.event.practice) throw noSuchEvent(reference, field);
  return shown;
}

async function getIntelligenceHistory(
  { query }: RouteInput<{ query: typeof HistoryQuery }>,
  { services }: RequestContext<Needs>,
) {
  const { outcomeIndex: outcome = 0, timeframe = '24h', metric = 'price', limit = usualPoints } = query;
  const shown = await requireRealEvent(services, query.slug, 'slug');
  const count = shown.event.outcomes.length;
  if (outcome >= count) {
    throw invalid('outcomeIndex', `must be below ${count}, the number of outcomes (got ${outcome})`);
  }
  await services.marketData.history.catchUp(shown.event.id);
  const history = await readHistory(services, { shown, outcome, metric, timeframe, limit });
  const { points, seconds, total, recordedFrom } = history;
  return {
    eventSlug: shown.event.slug,
    outcomeIndex: outcome,
    metric,
    timeframe,
    intervalSeconds: seconds,
    recordedFrom: recordedFrom === null ? null : isoTime(recordedFrom),
    points: points.map(({ at, value }) => ({ at: isoTime(at), value })),
    demo: shown.event.demo,
    asOf: isoTime(services.clock()),
    total,
    truncated: total > points.length,
  };
}

function viewTrade({ outcome, shares, credits, at, ...trade }: DataTrade) {
  return {
    ...trade,
    outcomeIndex: outcome,
    shares: microsToWire(shares),
    credits: microsToWire(credits),
    at: isoTime(at),
  };
}

type Page = Omit<DataTradePage, 'after'>;

/** Trades of one market follow its sequence, which is the commit order. */
async function tradesOfMarket(
  services: Needs,
  { event }: EventWithMarket,
  page: Page,
  after: TradeCursor | null,
): Promise<readonly DataTrade[]> {
  if (page.from !== null || page.to !== null) await services.marketData.history.catchUp(event.id);
  const filter = { ...page, eventId: event.id, outcome: null, after };
  const rows = await services.store.read(reader => tradeStore.trades(reader, filter));
  return rows.map(row => ({ ...row, eventSlug: event.slug, demo: event.demo }));
}

interface TradeSource {
  /** Null for all players. */
  readonly player: PlayerProfile | null;
  /** Null for all markets. */
  readonly shown: EventWithMarket | null;
}

function tradesOf(
  services: Needs,
  { player, shown }: TradeSource,
  page: Page,
  after: (TradeCursor & TimeCursor) | null,
): Promise<readonly DataTrade[]> {
  if (shown && !player) return tradesOfMarket(services, shown, page, after);
  if (!player) return listDataTrades(services, { ...page, playerId: null, eventId: null, after });
  return listDataTrades(services, { ...page, playerId: player.playerId, eventId: shown?.event.id ?? null, after });
}

async function listTrades(
  { query }: RouteInput<{ query: typeof DataTradesQuery }>,
  { services }: RequestContext<Needs>,
) {
  const { user, market, order = 'desc', limit = 50, cursor } = query;
  const from = readMoment('from', query.from);
  const to = readMoment('to', query.to);
  if (from !== null && to !== null && to <= from) throw invalid('to', 'must be after from');
  const shown = market === undefined ? null : await requireRealEvent(services, market, 'market');
  const player = user === undefined ? null : await findUser(services, user);
  const filters = [player?.playerId ?? user ?? null, shown?.event.id ?? null, order, from, to];
  const after =
    cursor === undefined ? null : services.cursors.read<TradeCursor & TimeCursor>('data trades', filters, cursor);
  const asOf = isoTime(services.clock());
  if (user !== undefined && player === null) return { trades: [], nextCursor: null, asOf };
  const rows = await tradesOf(services, { player, shown }, { from, to, order, limit: limit + 1 }, after);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const place = last && { at: last.at, sequence: last.sequence, id: last.id };
  return {
    trades: page.map(viewTrade),
    nextCursor: rows.length > limit && place ? services.cursors.write('data trades', filters, place) : null,
    asOf,
  };
}

/** Excludes shares reserved by the player's resting orders. */
function viewPosition({ holding, market, event }: ShownPosition) {
  const settled = isSettled(market.resolution, holding);
  const isPaid = holding.settledVersion > 0;
  return {
    eventSlug: event.slug,
    outcomeIndex: holding.outcome,
    shares: microsToWire(holding.shares),
    averagePriceBps: averagePriceBps(holding.cost, holding.shares),
    costCredits: microsToWire(holding.cost),
    valueCredits: microsToWire(settled ? holding.paid : worthOf(market, holding)),
    realizedProfit: microsToWire(holding.realizedProfit + (isPaid ? holding.paid - holding.cost : 0)),
    status: settled ? ('settled' as const) : ('open' as const),
    demo: event.demo,
  };
}

async function getPlayerPositions(
  { query }: RouteInput<{ query: typeof DataPositionsQuery }>,
  { services }: RequestContext<Needs>,
) {
  const { user, limit = 50, tradeLimit = usualTradesShown } = query;
  const player = await findUser(services, user);
  const asOf = isoTime(services.clock());
  if (player === null) return { player, positions: [], trades: [], asOf, total: 0, truncated: false };
  const { playerId, handle, name, kind, retired, house } = player;
  const newest = { from: null, to: null, order: 'desc', limit: tradeLimit } as const;
  const [positions, trades] = await Promise.all([
    readPublicPositions(services, playerId, limit),
    tradesOf(services, { player, shown: null }, newest, null),
  ]);
  return {
    player: { handle, address: playerAddress(playerId), name, kind, retired, house },
    positions: positions.positions.map(viewPosition),
    trades: trades.map(viewTrade),
    asOf,
    total: positions.total,
    truncated: positions.total > positions.positions.length,
  };
}

const maxSources = 200;

/** Derived from the name and the origin, so it is stable. */
function sourceId({ name, origin }: SourceUse): string {
  return `official-${hash('sha256', `${name}\n${origin}`, 'hex').slice(0, 12)}`;
}

function viewSource(source: SourceUse) {
  return {
    id: sourceId(source),
    name: source.name,
    kind: 'official' as const,
    url: source.origin === '' ? null : source.origin,
    licence: null,
    covers: source.categories,
    enabled: true,
    lastRunAt: null,
    eventsUsing: source.events,
    demo: source.demo,
  };
}

function viewConnector({ covers, lastRunAt, ...provider }: DataProvider) {
  return {
    ...provider,
    covers: [covers],
    lastRunAt: lastRunAt === null ? null : isoTime(lastRunAt),
    eventsUsing: 0,
  };
}

async function listOfficialSources(_input: unknown, { services }: RequestContext<Needs>) {
  const [official, connectors] = await Promise.all([
    listResolutionSources(services, maxSources),
    listProviders(services),
  ]);
  const { rows, total } = official;
  return {
    providers: [...rows.map(viewSource), ...connectors.map(viewConnector)],
    asOf: isoTime(services.clock()),
    total: total + connectors.length,
    truncated: total > rows.length,
  };
}

async function listSignals({ query }: RouteInput<{ query: typeof SignalsQuery }>, { services }: RequestContext) {
  const { limit = 50, lookbackHours = 24, outcomeLimit = 10, includeResolved = false, minVolumeUsd = 0 } = query;
  const now = services.clock();
  const signalPage = await readSignals(services, {
    type: query.signalType ?? null,
    since: now - lookbackHours * hourMs,
    includeResolved,
    minVolume: Math.round(minVolumeUsd * microsPerUnit),
    outcomeLimit,
    limit,
  });
  const backtests = new Map(
    signalPage.backtests.map(({ type, demo, n, hits }) => [`${type} ${demo}`, backtestOf(n, hits)]),
  );
  return {
    signals: signalPage.rows.map(({ outcome, detectedAt, expiresAt, ...signal }) => ({
      ...signal,
      outcomeIndex: outcome,
      detectedAt: isoTime(detectedAt),
      expiresAt: isoTime(expiresAt),
      backtest: backtests.get(`${signal.type} ${signal.demo}`) ?? null,
    })),
    lookbackHours,
    asOf: isoTime(now),
    total: signalPage.total,
    truncated: signalPage.total > signalPage.rows.length,
  };
}

/** Commercial data accepts agent keys only, because use is metered per key. */
const scoped = (scope: Scope) =>
  ({ area: 'data', method: 'GET', auth: { scope }, callers: ['agent'], bucket: 'reads' }) as const;
const needs = (scope: Scope) => `Needs an agent key whose plan includes the scope ${scope}.`;

export const intelligenceRoutes = [
  defineRoute({
    ...scoped('data:intelligence'),
    id: 'listMarketIntelligence',
    path: '/api/data/market-intelligence',
    summary: 'Market intelligence',
    description: `Prices with change and volatility, spread and depth, order flow and its concentration, participants and health of up to 200 markets at once, most traded first. ${needs('data:intelligence')}`,
    request: { query: IntelligenceQuery },
    responses: { 200: { description: 'The markets.', schema: MarketIntelligenceList } },
    handler: listMarketIntelligence,
  }),
  defineRoute({
    ...scoped('data:signals'),
    id: 'listSignals',
    path: '/api/data/signals',
    summary: 'Signals',
    description: `Published signals: momentum, mispricing, liquidity, stale, resolution-near and unusual-flow, each with its formula, its inputs and the hit rate of earlier signals. ${needs('data:signals')}`,
    request: { query: SignalsQuery },
    responses: { 200: { description: 'The signals.', schema: SignalList } },
    tool: {
      name: 'get_signals',
      defaults: { limit: 8 },
      compact:
        'signals(type,eventSlug,outcomeIndex,direction,strength,evidence,detectedAt,expiresAt,backtest(n,hitRate)),lookbackHours,total',
      next: [{ tool: 'get_market', arguments: { eventSlug: 'signals.0.eventSlug' } }],
      title: 'Market signals',
      description:
        'Signals detected in active markets: momentum, mispricing against the crowd, vanishing liquidity, stale prices near the end, approaching resolutions and unusual order flow. Each has a strength from 0 to 1, a direction, the formula with its inputs, and the hit rate of earlier signals of its type, null below 30. Needs a key whose plan includes data:signals.',
    },
    handler: listSignals,
  }),
  defineRoute({
    ...scoped('data:history'),
    id: 'getIntelligenceHistory',
    path: '/api/data/market-intelligence/history',
    summary: 'History of one metric',
    description: `History of price, volume, traders, forecasters, spread or depth of an outcome. Spread, depth and participants are sampled every 5 minutes when they changed and stored for 90 days. ${needs('data:history')}`,
    request: { query: HistoryQuery },
    responses: { 200: { description: 'The history.', schema: IntelligenceHistory } },
    errors: ['NOT_FOUND'],
    handler: getIntelligenceHistory,
  }),
  defineRoute({
    ...scoped('data:trades'),
    id: 'listDataTrades',
    path: '/api/data/trades',
    summary: 'Public trades',
    description: `Public trades in all markets, in one market, or of one player by handle or address. An address without a player returns an empty list. ${needs('data:trades')}`,
    request: { query: DataTradesQuery },
    responses: { 200: { description: 'A page of trades.', schema: DataTradeList } },
    errors: ['NOT_FOUND'],
    handler: listTrades,
  }),
  defineRoute({
    ...scoped('data:positions'),
    id: 'getDataPositions',
    path: '/api/data/positions',
    summary: 'Public positions of a player',
    description: `Current holdings and recent trades of a player, derived from public trades. Balances, reserves, resting orders, practice and forecasts are not included. ${needs('data:positions')}`,
    request: { query: DataPositionsQuery },
    responses: { 200: { description: 'The positions.', schema: DataPositions } },
    errors: ['NOT_FOUND'],
    handler: getPlayerPositions,
  }),
  defineRoute({
    ...scoped('data:providers'),
    id: 'listDataProviders',
    path: '/api/data/providers/official-sources',
    summary: 'Resolution and data providers',
    description: `The official sources that resolve events, with the number of events that use each, and the connectors that read other data. ${needs('data:providers')}`,
    responses: { 200: { description: 'The providers.', schema: DataProviders } },
    handler: listOfficialSources,
  }),
];
