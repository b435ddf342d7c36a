import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { client } from './client';

/** Queries of the signed-in person. Their keys begin with "own", so that a sign-out can evict them together. */

export const accountQuery = queryOptions({
  queryKey: ['own', 'account'],
  queryFn: ({ signal }) => client.call('getPlayAccount', { signal }),
  staleTime: 30_000,
});

export function positionsQuery(status: 'open' | 'settled' | 'all') {
  return queryOptions({
    queryKey: ['own', 'positions', status],
    queryFn: async ({ signal }) =>
      (await client.call('listPositions', { query: { status, limit: 200 }, signal })).positions,
    staleTime: 30_000,
  });
}

export function practicePositionsQuery() {
  return queryOptions({
    queryKey: ['own', 'positions', 'practice'],
    queryFn: async ({ signal }) =>
      (await client.call('listPositions', { query: { status: 'open', practice: true, limit: 200 }, signal })).positions,
    staleTime: 30_000,
  });
}

type OrderStatus = 'open' | 'filled' | 'cancelled' | 'expired' | 'all';

export function ordersQuery(status: OrderStatus, eventSlug?: string) {
  return queryOptions({
    queryKey: ['own', 'orders', status, eventSlug ?? null],
    queryFn: async ({ signal }) =>
      (await client.call('listOrders', { query: { status, limit: 200, ...(eventSlug ? { eventSlug } : {}) }, signal }))
        .orders,
    staleTime: 30_000,
  });
}

export function forecastsQuery(eventSlug: string) {
  return queryOptions({
    queryKey: ['own', 'forecasts', eventSlug],
    queryFn: async ({ signal }) =>
      (await client.call('listForecasts', { query: { status: 'all', eventSlug, limit: 200 }, signal })).forecasts,
    staleTime: 60_000,
  });
}

export function allForecastsQuery(status: 'open' | 'scored' | 'all') {
  return infiniteQueryOptions({
    queryKey: ['own', 'all-forecasts', status],
    queryFn: ({ pageParam, signal }) =>
      client.call('listForecasts', {
        query: { status, limit: 50, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    staleTime: 60_000,
  });
}

type ActivityKind = 'grant' | 'order' | 'trade' | 'cancel' | 'settlement' | 'refund' | 'forecast' | 'score';

export function activityQuery(kind?: ActivityKind) {
  return infiniteQueryOptions({
    queryKey: ['own', 'activity', kind ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      client.call('listActivity', {
        query: { limit: 50, ...(kind ? { kind } : {}), ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    staleTime: 30_000,
  });
}

export const notificationsQuery = queryOptions({
  queryKey: ['own', 'notifications'],
  queryFn: ({ signal }) => client.call('listNotifications', { query: { limit: 20 }, signal }),
  staleTime: 60_000,
  refetchInterval: 120_000,
});

export const agentsQuery = queryOptions({
  queryKey: ['own', 'agents'],
  queryFn: async ({ signal }) => (await client.call('listAgents', { signal })).agents,
  staleTime: 30_000,
});

export function keysQuery(agentId: string) {
  return queryOptions({
    queryKey: ['own', 'keys', agentId],
    queryFn: async ({ signal }) => (await client.call('listKeys', { params: { agentId }, signal })).keys,
    staleTime: 30_000,
  });
}

export type EquityRange = '24h' | '7d' | '30d' | 'all';

export function equityQuery(timeframe: EquityRange) {
  return queryOptions({
    queryKey: ['own', 'account', 'equity', timeframe],
    queryFn: async ({ signal }) => (await client.call('getEquityHistory', { query: { timeframe }, signal })).points,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
}

export function ownScoreQuery(slug: string) {
  return queryOptions({
    queryKey: ['own', 'score', slug],
    queryFn: ({ signal }) => client.call('getOwnEventScore', { params: { slug }, signal }),
    staleTime: 60_000,
  });
}

export function agentUsageQuery(agentId: string) {
  return queryOptions({
    queryKey: ['own', 'agent-usage', agentId],
    queryFn: ({ signal }) => client.call('getUsage', { query: { agentId, days: 7 }, signal }),
    staleTime: 15_000,
  });
}

export function agentRequestsQuery(agentId: string, result: 'all' | 'failed') {
  return queryOptions({
    queryKey: ['own', 'agent-requests', agentId, result],
    queryFn: async ({ signal }) =>
      (await client.call('listRequestLogs', { query: { agentId, result, limit: 20 }, signal })).requests,
    staleTime: 15_000,
    placeholderData: keepPreviousData,
  });
}
