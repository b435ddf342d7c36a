import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { MarketDraft, MarketRequest, Operations } from '../../client/client';
import { showFailure } from '../shell/toasts';
import { client } from './client';
import { useSession } from './session';
import { useMutation } from './use-mutation';

type RequestList = Operations['listMarketRequests']['reply'];
export type RequestFilters = NonNullable<Operations['listMarketRequests']['query']>;

const requestsPerPage = 20;

export function requestQueueQuery(filters: RequestFilters) {
  return infiniteQueryOptions({
    queryKey: ['requests', filters],
    queryFn: ({ pageParam, signal }) =>
      client.call('listMarketRequests', {
        query: { ...filters, limit: requestsPerPage, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    staleTime: 15_000,
    placeholderData: keepPreviousData,
  });
}

export function requestQuery(id: string) {
  return queryOptions({
    queryKey: ['request', id],
    queryFn: async ({ signal }) => (await client.call('getMarketRequest', { params: { id }, signal })).request,
    staleTime: 15_000,
  });
}

export const ownRequestsQuery = queryOptions({
  queryKey: ['own', 'requests'],
  queryFn: ({ signal }) => client.call('listOwnMarketRequests', { signal }),
  staleTime: 15_000,
});

export function readinessQuery(draft: MarketDraft) {
  return queryOptions({
    queryKey: ['readiness', draft],
    queryFn: ({ signal }) => client.call('checkMarketReadiness', { body: draft, signal }),
    enabled: draft.question.trim().length >= 3,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** Replaces every cached copy of a request. Lists keep their order, so that no row moves under the pointer. */
function putRequest(queries: QueryClient, request: MarketRequest): void {
  const replace = (each: MarketRequest) => (each.id === request.id ? request : each);
  queries.setQueriesData<InfiniteData<RequestList, string | null>>(
    { queryKey: ['requests'] },
    pages =>
      pages && {
        ...pages,
        pages: pages.pages.map(page => ({ ...page, requests: page.requests.map(replace) })),
      },
  );
  queries.setQueryData<MarketRequest>(['request', request.id], old => old && request);
  queries.setQueryData(ownRequestsQuery.queryKey, own => own && { ...own, requests: own.requests.map(replace) });
}

/** Whether the person voted for an open request, and how to change that; null for visitors and while loading. */
export function useVote({ id }: MarketRequest) {
  const queries = useQueryClient();
  const { person } = useSession();
  const { data } = useQuery({ ...ownRequestsQuery, enabled: person !== null });
  const change = useMutation({
    mutationFn: (wanted: boolean) =>
      client.call(wanted ? 'voteForMarketRequest' : 'withdrawMarketRequestVote', { params: { id } }),
    onSuccess({ request, voted }) {
      putRequest(queries, request);
      queries.setQueryData(ownRequestsQuery.queryKey, own => {
        if (!own) return own;
        const others = own.votedFor.filter(each => each !== id);
        return { ...own, votedFor: voted ? [id, ...others] : others };
      });
    },
    onError: showFailure,
  });
  if (!person || !data) return null;
  const hasVoted = data.votedFor.includes(id);
  return { hasVoted, isBusy: change.isPending, toggle: () => change.mutate(!hasVoted) };
}
