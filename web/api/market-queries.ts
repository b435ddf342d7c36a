import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Candle, Event, MarketSnapshot, Operations } from '../../client/client';
import { client } from './client';

export type EventFilters = NonNullable<Operations['listEvents']['query']>;
export type ChartRange = '1d' | '1w' | '1m' | 'all';

/** One page of cards. */
const eventsPerPage = 24;
/** The maximum number of snapshots in one request. */
const maxSnapshots = 50;

export function eventsQuery(filters: EventFilters) {
  return infiniteQueryOptions({
    queryKey: ['events', filters],
    queryFn: ({ pageParam, signal }) =>
      client.call('listEvents', {
        query: { ...filters, limit: eventsPerPage, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    staleTime: 15_000,
    placeholderData: keepPreviousData,
  });
}

export function eventsNamedQuery(slugs: readonly string[]) {
  return queryOptions({
    queryKey: ['events-named', slugs],
    queryFn: async ({ signal }) =>
      (await client.call('listEvents', { query: { slugs: slugs.slice(0, 200).join(',') }, signal })).events,
    enabled: slugs.length > 0,
    staleTime: 15_000,
  });
}

export function eventQuery(slug: string) {
  return queryOptions({
    queryKey: ['event', slug],
    queryFn: async ({ signal }): Promise<Event> => (await client.call('getEvent', { params: { slug }, signal })).event,
    staleTime: 15_000,
  });
}

/** Changes over a day and the last trades of some markets. */
export function snapshotsQuery(slugs: readonly string[]) {
  return queryOptions({
    queryKey: ['snapshots', slugs],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, MarketSnapshot>> => {
      const query = { slugs: slugs.slice(0, maxSnapshots).join(','), limit: maxSnapshots, includeResolved: true };
      const { snapshots } = await client.call('getSnapshots', { query, signal });
      return new Map(snapshots.map(snapshot => [snapshot.slug, snapshot]));
    },
    enabled: slugs.length > 0,
    staleTime: 30_000,
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  });
}

export function snapshotQuery(slug: string) {
  return queryOptions({
    queryKey: ['snapshot', slug],
    queryFn: ({ signal }) => client.call('getSnapshot', { params: { slug }, signal }),
    staleTime: 30_000,
    refetchInterval: 60_000,
  });
}

const timeframes = { '1d': '24h', '1w': '7d', '1m': '30d', all: 'all' } as const;

/** Candles of one outcome, oldest first, in the resolution that suits the range. */
export function candlesQuery(slug: string, outcomeIndex: number, range: ChartRange) {
  return queryOptions({
    queryKey: ['candles', slug, outcomeIndex, range],
    queryFn: async ({ signal }): Promise<Candle[]> => {
      const query = { outcomeIndex, timeframe: timeframes[range], fill: 'previous' } as const;
      const { candles } = await client.call('getCandles', { params: { id: slug }, query, signal });
      return [...candles].sort((a, b) => a.start.localeCompare(b.start));
    },
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
}

/** Closing prices of the last week in four-hour steps, for a card. */
export function sparklineQuery(slug: string, outcomeIndex: number) {
  return queryOptions({
    queryKey: ['sparkline', slug, outcomeIndex],
    queryFn: async ({ signal }): Promise<number[]> => {
      const query = { outcomeIndex, resolution: '4h', timeframe: '7d', fill: 'previous', limit: 60 } as const;
      const { candles } = await client.call('getCandles', { params: { id: slug }, query, signal });
      return [...candles].sort((a, b) => a.start.localeCompare(b.start)).map(({ close }) => close);
    },
    staleTime: 300_000,
  });
}

export function bookQuery(slug: string) {
  return queryOptions({
    queryKey: ['book', slug],
    queryFn: ({ signal }) => client.call('getOrderbookSnapshot', { params: { slug }, query: { depth: 40 }, signal }),
    staleTime: 15_000,
  });
}

export function tradesQuery(slug: string) {
  return infiniteQueryOptions({
    queryKey: ['trades', slug],
    queryFn: ({ pageParam, signal }) =>
      client.call('listTrades', {
        params: { slug },
        query: { limit: 30, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    staleTime: 30_000,
  });
}

export function crowdQuery(slug: string) {
  return queryOptions({
    queryKey: ['crowd', slug],
    queryFn: ({ signal }) => client.call('getCrowdMean', { params: { slug }, signal }),
    staleTime: 300_000,
  });
}

export function searchQuery(words: string) {
  return queryOptions({
    queryKey: ['search', words],
    queryFn: ({ signal }) => client.call('search', { query: { q: words, limit: 8 }, signal }),
    enabled: words.trim().length >= 2,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  });
}

/** Categories of listed events, sorted by the number of open events. */
export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: async ({ signal }) => (await client.call('listCategories', { signal })).categories,
  staleTime: 600_000,
});

export function relatedQuery(slug: string) {
  return queryOptions({
    queryKey: ['related', slug],
    queryFn: async ({ signal }): Promise<Event[]> =>
      (await client.call('listRelatedEvents', { params: { slug }, query: { limit: 5 }, signal })).events,
    staleTime: 300_000,
  });
}

export function editsQuery(slug: string) {
  return queryOptions({
    queryKey: ['edits', slug],
    queryFn: async ({ signal }) =>
      (await client.call('listEventEdits', { params: { slug }, query: { limit: 50 }, signal })).edits,
    staleTime: 60_000,
  });
}

export function disputesQuery(slug: string) {
  return queryOptions({
    queryKey: ['disputes', slug],
    queryFn: async ({ signal }) =>
      (await client.call('listDisputes', { params: { slug }, query: { limit: 50 }, signal })).disputes,
    staleTime: 30_000,
  });
}

export function eventScoresQuery(slug: string) {
  return infiniteQueryOptions({
    queryKey: ['event-scores', slug],
    queryFn: ({ pageParam, signal }) =>
      client.call('listEventScores', {
        params: { slug },
        query: { limit: 30, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    staleTime: 60_000,
  });
}
