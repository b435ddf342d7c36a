import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { showFailure } from '../shell/toasts';
import { client } from './client';
import { useSession } from './session';
import { useMutation } from './use-mutation';

type FollowKind = 'events' | 'players';

/** Slugs of followed events and handles of followed players, the newest 200 of each. */
function followsQuery(kind: FollowKind) {
  return queryOptions({
    queryKey: ['own', 'follows', kind],
    queryFn: async ({ signal }): Promise<ReadonlySet<string>> => {
      const query = { limit: 200 };
      if (kind === 'events') {
        const { follows } = await client.call('listFollowedEvents', { query, signal });
        return new Set(follows.map(({ eventSlug }) => eventSlug));
      }
      const { follows } = await client.call('listFollowedPlayers', { query, signal });
      return new Set(follows.map(({ player }) => player.handle));
    },
    staleTime: 60_000,
  });
}

function put(kind: FollowKind, name: string, isFollowed: boolean): Promise<unknown> {
  if (kind === 'events') return client.call(isFollowed ? 'followEvent' : 'unfollowEvent', { params: { slug: name } });
  return client.call(isFollowed ? 'followPlayer' : 'unfollowPlayer', { params: { handle: name } });
}

/** Whether the person follows this, and how to change it; null for visitors and while loading. */
export function useFollow(kind: FollowKind, name: string) {
  const queries = useQueryClient();
  const { person } = useSession();
  const query = followsQuery(kind);
  const { data } = useQuery({ ...query, enabled: person !== null });
  const change = useMutation({
    mutationFn: (isFollowed: boolean) => put(kind, name, isFollowed),
    onSuccess(_reply, isFollowed) {
      queries.setQueryData(query.queryKey, old => {
        const names = new Set(old);
        if (isFollowed) names.add(name);
        else names.delete(name);
        return names;
      });
      if (kind === 'events') void queries.invalidateQueries({ queryKey: ['events'] });
    },
    onError: showFailure,
  });
  if (!person || !data) return null;
  const isFollowed = data.has(name);
  return { isFollowed, isBusy: change.isPending, toggle: () => change.mutate(!isFollowed) };
}
