import { queryOptions } from '@tanstack/react-query';
import { client } from './client';

/** Queries of the account page. Their keys begin with "own", so that a sign-out can evict them together. */

export const sessionsQuery = queryOptions({
  queryKey: ['own', 'sessions'],
  queryFn: async ({ signal }) => (await client.call('listSessions', { signal })).sessions,
  staleTime: 15_000,
});

export const passkeysQuery = queryOptions({
  queryKey: ['own', 'passkeys'],
  queryFn: ({ signal }) => client.call('listPasskeys', { signal }),
  staleTime: 30_000,
});

export const notificationSettingsQuery = queryOptions({
  queryKey: ['own', 'notification-settings'],
  queryFn: ({ signal }) => client.call('getNotificationSettings', { signal }),
  staleTime: 60_000,
});
