import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Person } from '../../client/client';
import { reauthenticate } from '../live/live';
import { client, isCode } from './client';

/**
 * The signed-in person; null for visitors. The access report returns 200 to visitors, so the console shows no error.
 */
const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Person | null> => {
    const { kind } = await client.call('getAgentAccess', { signal });
    if (kind !== 'human') return null;
    return (await client.call('getMe', { signal })).person;
  },
  staleTime: 60_000,
});

export function useSession(): { readonly person: Person | null; readonly isPending: boolean } {
  const { data, isPending } = useQuery(sessionQuery);
  return { person: data ?? null, isPending };
}

/**
 * Reads the session again when a request is refused as signed out, so that the header and the forms show it. The
 * answer decides, because a wrong password is refused as well.
 */
export function checkSessionAfter(error: unknown, queries: QueryClient): void {
  if (!isCode(error, 'UNAUTHORIZED') || !queries.getQueryData(sessionQuery.queryKey)) return;
  void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
}

const hintKey = 'presage.signed-in';

/** Whether this browser had a session before. Pages use it to choose a layout while the session loads. */
export function hadSession(): boolean {
  try {
    return localStorage.getItem(hintKey) === '1';
  } catch {
    return false;
  }
}

/** Keeps the hint current. */
export function useSessionHint(): void {
  const { person, isPending } = useSession();
  useEffect(() => {
    if (isPending) return;
    try {
      if (person) localStorage.setItem(hintKey, '1');
      else localStorage.removeItem(hintKey);
    } catch {
      // Without storage the layout may change once when the session has loaded.
    }
  }, [person, isPending]);
}

/**
 * Replaces the session after sign-in, sign-up or sign-out, and evicts everything that belonged to the previous caller.
 */
export function useSetSession(): (person: Person | null) => Promise<void> {
  const queries = useQueryClient();
  return async person => {
    await queries.cancelQueries();
    queries.setQueryData(sessionQuery.queryKey, person);
    // Components that read as the previous caller are gone only after the next render, and would read again.
    await new Promise(rendered => setTimeout(rendered));
    queries.removeQueries({ queryKey: ['own'] });
    reauthenticate();
    await queries.invalidateQueries({ queryKey: ['own'] });
  };
}

/**
 * Ends the session with a request and opens the start page. Reads in flight are cancelled first: they would be rejected.
 */
export function useEndSession(): (request: () => Promise<unknown>) => Promise<void> {
  const queries = useQueryClient();
  const setSession = useSetSession();
  const navigate = useNavigate();
  return async request => {
    await queries.cancelQueries({ queryKey: ['own'] });
    await request();
    await setSession(null);
    await navigate({ to: '/' });
  };
}

/** Calls `onEnd` when the session of this page ends, for example after a sign-out in another tab. */
export function useSessionEnd(onEnd: () => void): void {
  const { person, isPending } = useSession();
  const before = useRef<string | null>(null);
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    if (isPending) return;
    if (before.current !== null && person === null) end.current();
    before.current = person?.id ?? null;
  }, [person, isPending]);
}
