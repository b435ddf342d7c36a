import type { Scope } from '../../domain/people/plans.js';
import { defineRoute } from '../../http/route.js';
import { getIntelligenceHistory } from './history-handlers.js';
import { listMarketIntelligence } from './market-handlers.js';
import { DataPositionsQuery, DataTradesQuery, HistoryQuery, IntelligenceQuery, SignalsQuery } from './parameters.js';
import { getPlayerPositions, listTrades } from './player-handlers.js';
import { listOfficialSources } from './provider-handlers.js';
import {
  DataPositions,
  DataProviders,
  DataTradeList,
  IntelligenceHistory,
  MarketIntelligenceList,
  SignalList,
} from './schemas.js';
import { listSignals } from './signal-handlers.js';

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
