import { queryOptions } from '@tanstack/react-query';
import { client } from './client';

/** Read by every page with orders, so that a pause of trading appears and ends without a reload. */
export const serviceStatusQuery = queryOptions({
  queryKey: ['service-status'],
  queryFn: ({ signal }) => client.call('getStatus', { signal }),
  staleTime: 5_000,
  refetchInterval: 10_000,
  // A reader who returns to the tab sees the current state at once.
  refetchOnWindowFocus: 'always',
});
