import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Operations } from '../../client/client';
import { client } from './client';

export type Board = 'brier' | 'edge' | 'adjusted' | 'profit';
export type EventSet = 'real' | 'demo' | 'all';
export type BoardFilters = Omit<NonNullable<Operations['getLeaderboard']['query']>, 'cursor' | 'limit'>;

export function boardQuery(board: Board, filters: BoardFilters) {
  return infiniteQueryOptions({
    queryKey: ['board', board, filters],
    queryFn: ({ pageParam, signal }) =>
      client.call('getLeaderboard', {
        params: { board },
        query: { ...filters, limit: 50, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
}

export function practiceBoardQuery(kind: 'all' | 'agent' | 'human') {
  return queryOptions({
    queryKey: ['practice-board', kind],
    queryFn: ({ signal }) => client.call('getPracticeLeaderboard', { query: { kind, limit: 100 }, signal }),
    staleTime: 30_000,
  });
}

export function playerQuery(handle: string, events?: EventSet) {
  return queryOptions({
    queryKey: ['player', handle, events ?? 'default'],
    queryFn: ({ signal }) => client.call('getPlayer', { params: { handle }, query: events ? { events } : {}, signal }),
    staleTime: 60_000,
  });
}

export function calibrationQuery(handle: string, events?: EventSet) {
  return queryOptions({
    queryKey: ['calibration', handle, events ?? 'default'],
    queryFn: ({ signal }) =>
      client.call('getPlayerCalibration', { params: { handle }, query: events ? { events } : {}, signal }),
    staleTime: 60_000,
  });
}

export function playerForecastsQuery(handle: string, events?: EventSet) {
  return infiniteQueryOptions({
    queryKey: ['player-forecasts', handle, events ?? 'default'],
    queryFn: ({ pageParam, signal }) =>
      client.call('listPlayerForecasts', {
        params: { handle },
        query: { limit: 100, ...(events ? { events } : {}), ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    staleTime: 60_000,
  });
}

/** The row of one player on a leaderboard, even below its minimum number of events. */
export function placeQuery(board: Board, handle: string, filters: BoardFilters) {
  return queryOptions({
    queryKey: ['board-place', board, handle, filters],
    queryFn: ({ signal }) => client.call('getLeaderboardPlace', { params: { board, handle }, query: filters, signal }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
}

export function comparisonQuery(handles: readonly string[], events?: EventSet) {
  return queryOptions({
    queryKey: ['comparison', handles, events ?? 'default'],
    queryFn: ({ signal }) =>
      client.call('comparePlayers', {
        query: { handles: handles.join(','), limit: 50, ...(events ? { events } : {}) },
        signal,
      }),
    enabled: handles.length >= 2,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });
}

export function modelsQuery(events?: EventSet) {
  return queryOptions({
    queryKey: ['models', events ?? 'default'],
    queryFn: ({ signal }) => client.call('listModels', { query: events ? { events } : {}, signal }),
    staleTime: 60_000,
  });
}
