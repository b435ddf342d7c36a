import { defineRoute } from '../../../http/route.js';
import { EventSlugParam } from '../books/schemas.js';
import { unitsOf } from './choose-markets.js';
import {
  getHealth,
  getHealthSnapshots,
  getSnapshot,
  getSnapshots,
  listHealth,
  postBotSnapshot,
  postHealthSnapshots,
  postSnapshots,
} from './handlers.js';
import {
  BotSnapshotBody,
  BotSnapshotQuery,
  HealthListQuery,
  HealthQuery,
  HealthSnapshotsBody,
  HealthSnapshotsQuery,
  SnapshotQuery,
  SnapshotsBody,
  SnapshotsQuery,
} from './parameters.js';
import {
  BotSnapshot,
  ChosenHealthList,
  ChosenSnapshotList,
  HealthList,
  HealthSnapshotList,
  MarketHealth,
  MarketSnapshot,
  SnapshotList,
} from './schemas.js';

const open = { area: 'snapshots', auth: 'none', bucket: 'address' } as const;
/** One read for an agent, whose read budget is small; an address pays by the number of markets. */
const many = { area: 'snapshots', auth: 'optional', bucket: 'reads' } as const;
const unavailable = ['SERVICE_UNAVAILABLE'] as const;
const bulk =
  'For up to 200 markets in one request; without names, the most traded active ones. Served from memory until something changes. A named market is returned in any status; an unknown one is listed in missing.';

export const snapshotRoutes = [
  defineRoute({
    ...open,
    id: 'getSnapshot',
    method: 'GET',
    path: '/api/events/{slug}/snapshot',
    summary: 'Snapshot of one market',
    description:
      'Prices, top of book, changes and volumes over the look-back and the newest trades, all at one sequence. To poll many markets use the bulk variant.',
    request: { params: EventSlugParam, query: SnapshotQuery },
    responses: { 200: { description: 'The snapshot.', schema: MarketSnapshot } },
    errors: ['NOT_FOUND', ...unavailable],
    handler: getSnapshot,
  }),
  defineRoute({
    ...many,
    id: 'getSnapshots',
    method: 'GET',
    path: '/api/events/snapshots',
    summary: 'Snapshots of many markets',
    description: bulk,
    request: { query: SnapshotsQuery },
    responses: { 200: { description: 'The snapshots.', schema: SnapshotList } },
    errors: unavailable,
    units: ({ query }) => unitsOf(query),
    handler: getSnapshots,
  }),
  defineRoute({
    ...many,
    id: 'postSnapshots',
    method: 'POST',
    path: '/api/events/snapshots',
    effect: 'read',
    summary: 'Snapshots of many markets, with a body',
    description: `${bulk} Use fields to select members.`,
    request: { body: SnapshotsBody, bodyOptional: true },
    responses: { 200: { description: 'The snapshots.', schema: ChosenSnapshotList } },
    errors: unavailable,
    units: ({ body = {} }) => unitsOf(body),
    handler: postSnapshots,
  }),
  defineRoute({
    ...many,
    id: 'postBotSnapshot',
    method: 'POST',
    path: '/api/events/bot-snapshot',
    effect: 'read',
    summary: 'Snapshot and health for a trading loop',
    description: `Snapshot and health of each market, and whether trading is paused. ${bulk}`,
    request: { query: BotSnapshotQuery, body: BotSnapshotBody, bodyOptional: true },
    responses: { 200: { description: 'Input of one trading decision.', schema: BotSnapshot } },
    errors: unavailable,
    units: ({ query, body }) => unitsOf({ ...query, ...body }),
    handler: postBotSnapshot,
  }),
];

export const healthRoutes = [
  defineRoute({
    ...many,
    id: 'listMarketHealth',
    method: 'GET',
    path: '/api/events/health',
    summary: 'Health of markets',
    description:
      'Tradability of each unresolved market, most traded first, including scheduled, paused and closed ones: age of the last trade, spread, depth, open orders, a score with its components and advice for bots. Use includeStale for stale markets and includeResolved for resolved and void ones.',
    request: { query: HealthListQuery },
    responses: { 200: { description: 'Health of each market.', schema: HealthList } },
    errors: unavailable,
    units: ({ query }) => unitsOf({ limit: query.limit }),
    handler: listHealth,
  }),
  defineRoute({
    ...open,
    id: 'getMarketHealth',
    method: 'GET',
    path: '/api/events/{slug}/health',
    summary: 'Health of one market',
    description: 'A score from 0 to 100 with its components and inputs, and advice for bots.',
    request: { params: EventSlugParam, query: HealthQuery },
    responses: { 200: { description: 'The health.', schema: MarketHealth } },
    errors: ['NOT_FOUND', ...unavailable],
    handler: getHealth,
  }),
  defineRoute({
    ...many,
    id: 'getHealthSnapshots',
    method: 'GET',
    path: '/api/events/health-snapshots',
    summary: 'Health of chosen markets',
    description: bulk,
    request: { query: HealthSnapshotsQuery },
    responses: { 200: { description: 'Health of each market.', schema: HealthSnapshotList } },
    errors: unavailable,
    units: ({ query }) => unitsOf(query),
    handler: getHealthSnapshots,
  }),
  defineRoute({
    ...many,
    id: 'postHealthSnapshots',
    method: 'POST',
    path: '/api/events/health-snapshots',
    effect: 'read',
    summary: 'Health of chosen markets, with a body',
    description: `${bulk} Use fields to select members.`,
    request: { body: HealthSnapshotsBody, bodyOptional: true },
    responses: { 200: { description: 'Health of each market.', schema: ChosenHealthList } },
    errors: unavailable,
    units: ({ body = {} }) => unitsOf(body),
    handler: postHealthSnapshots,
  }),
];
