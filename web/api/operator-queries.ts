import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Operations } from '../../client/client';
import { client } from './client';

/** Reads of the operator console. Their keys begin with "own", so that a sign-out evicts them. */
const operator = (...rest: readonly unknown[]) => ['own', 'operator', ...rest];

export const operatorKey = operator();

export const inboxQuery = queryOptions({
  queryKey: operator('inbox'),
  queryFn: ({ signal }) => client.call('getOperatorInbox', { signal }),
  refetchInterval: 15_000,
});

type EventStatus = NonNullable<NonNullable<Operations['listEvents']['query']>['status']>;

export function operatorEventsQuery(status: EventStatus, q: string | undefined) {
  return infiniteQueryOptions({
    queryKey: operator('events', status, q ?? ''),
    queryFn: ({ pageParam, signal }) =>
      client.call('listEvents', {
        query: {
          status,
          sort: 'newest',
          limit: 50,
          includeStale: true,
          ...(q ? { q } : {}),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

export function disputesQuery(slug: string) {
  return queryOptions({
    queryKey: operator('disputes', slug),
    queryFn: async ({ signal }) =>
      (await client.call('listDisputes', { params: { slug }, query: { limit: 100 }, signal })).disputes,
    refetchInterval: 15_000,
  });
}

export function actionsQuery(filter: NonNullable<Operations['listOperatorActions']['query']>) {
  return infiniteQueryOptions({
    queryKey: operator('actions', filter),
    queryFn: ({ pageParam, signal }) =>
      client.call('listOperatorActions', {
        query: { ...filter, limit: filter.limit ?? 50, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

export const policyQuery = queryOptions({
  queryKey: ['market-policy'],
  queryFn: ({ signal }) => client.call('getMarketPolicy', { signal }),
  staleTime: 600_000,
});

export function requestsQuery(status: 'open' | 'all') {
  return queryOptions({
    queryKey: operator('requests', status),
    queryFn: async ({ signal }) =>
      (await client.call('listMarketRequests', { query: { status, sort: 'votes', limit: 100 }, signal })).requests,
  });
}

export const connectorsQuery = queryOptions({
  queryKey: operator('connectors'),
  queryFn: ({ signal }) => client.call('listConnectors', { signal }),
  refetchInterval: 30_000,
});

export function rejectedQuery(id: string) {
  return queryOptions({
    queryKey: operator('rejected', id),
    queryFn: async ({ signal }) =>
      (await client.call('listRejectedRows', { params: { id }, query: { limit: 50 }, signal })).rows,
  });
}

export function playersQuery(filter: NonNullable<Operations['listOperatorPlayers']['query']>) {
  return infiniteQueryOptions({
    queryKey: operator('players', filter),
    queryFn: ({ pageParam, signal }) =>
      client.call('listOperatorPlayers', {
        query: { ...filter, limit: 50, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

export function limitsQuery(hours: number) {
  return queryOptions({
    queryKey: operator('limits', hours),
    queryFn: ({ signal }) => client.call('getRateLimitOverview', { query: { hours }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function reportsQuery(status: 'open' | 'all') {
  return queryOptions({
    queryKey: operator('reports', status),
    queryFn: async ({ signal }) =>
      (await client.call('listReports', { query: { status, limit: 100 }, signal })).reports,
  });
}

export const auditsQuery = queryOptions({
  queryKey: operator('audits'),
  queryFn: async ({ signal }) => (await client.call('listAudits', { query: { limit: 60 }, signal })).audits,
});

/** Public: the status page reads it too. */
export function statusQuery(hours: number) {
  return queryOptions({
    queryKey: ['status', hours],
    queryFn: ({ signal }) => client.call('getStatusHistory', { query: { hours }, signal }),
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  });
}
