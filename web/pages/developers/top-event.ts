import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';

/** Returns the slug of the most traded open event, for examples; null while loading. */
export function useTopEvent(): string | null {
  const { data } = useQuery({
    queryKey: ['developers', 'top-event'],
    queryFn: async ({ signal }) =>
      (await client.call('discoverEvents', { query: { status: 'active', limit: 1 }, signal })).events[0]?.slug ?? null,
    staleTime: 300_000,
  });
  return data ?? null;
}
