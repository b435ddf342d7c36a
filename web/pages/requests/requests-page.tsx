import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { MarketRequest } from '../../../client/client';
import { isStatus } from '../../api/client';
import { ownRequestsQuery, requestQuery, requestQueueQuery } from '../../api/request-queries';
import { useSession } from '../../api/session';
import { Button, ButtonLink } from '../../components/button';
import { Card, PageHeader } from '../../components/card';
import { Select } from '../../components/field';
import { Segmented } from '../../components/segmented';
import { EmptyState, ErrorNotice, SkeletonRows } from '../../components/states';
import { useTitle } from '../../shell/use-title';
import { RequestForm } from './request-form';
import { RequestRow } from './request-row';

const route = getRouteApi('/requests');

function useRequestSearch() {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/requests' });
  const set = (changes: Partial<typeof search>) =>
    void navigate({ search: old => ({ ...old, ...changes }), replace: true });
  return { search, set };
}

const sorts = [
  { value: 'votes', label: 'Most votes' },
  { value: 'readiness', label: 'Most ready' },
  { value: 'newest', label: 'Newest' },
] as const;

const statuses = [
  { value: 'open', label: 'Open' },
  { value: 'planned', label: 'Opens later' },
  { value: 'launched', label: 'Launched' },
  { value: 'declined', label: 'Declined' },
  { value: 'duplicate', label: 'Duplicates' },
  { value: 'all', label: 'All' },
] as const;

/** Searches after a pause in typing. */
function SearchField() {
  const { search, set } = useRequestSearch();
  const [typed, setTyped] = useState(search.q ?? '');
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts a search.
  useEffect(() => {
    if (typed.trim() === (search.q ?? '')) return;
    const timer = setTimeout(() => set({ q: typed.trim() || undefined }), 250);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <input
      type="search"
      aria-label="Search requests"
      placeholder="Search requests"
      maxLength={120}
      value={typed}
      onChange={event => setTyped(event.target.value)}
      className="field min-w-40 flex-1 max-sm:basis-full"
    />
  );
}

function Filters() {
  const { search, set } = useRequestSearch();
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      <SearchField />
      <Select
        label="Status"
        value={search.status ?? 'open'}
        options={statuses}
        onPick={status => set({ status: status === 'open' ? undefined : status })}
      />
      <Select
        label="Sort"
        value={search.sort ?? 'votes'}
        options={sorts}
        onPick={sort => set({ sort: sort === 'votes' ? undefined : sort })}
      />
    </div>
  );
}

function Rows({ requests }: { requests: readonly MarketRequest[] }) {
  return (
    <Card>
      <ul aria-label="Requests">
        {requests.map(request => (
          <RequestRow key={request.id} request={request} />
        ))}
      </ul>
    </Card>
  );
}

const newRequest = { view: 'new' } as const;

function NoRequests({ title, children }: { title: string; children: string }) {
  return (
    <EmptyState
      icon="search"
      title={title}
      action={
        <ButtonLink to="/requests" search={newRequest} kind="primary">
          Request a market
        </ButtonLink>
      }
    >
      {children}
    </EmptyState>
  );
}

function Queue() {
  const { search } = useRequestSearch();
  const { status = 'open', sort = 'votes', q } = search;
  const query = useInfiniteQuery({
    ...requestQueueQuery({ status, sort, ...(q ? { q } : {}) }),
    refetchInterval: 30_000,
  });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const requests = data?.pages.flatMap(page => page.requests) ?? [];
  const isPlain = q === undefined && status === 'open';
  return (
    <>
      <Filters />
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={6} height={96} />}
      {data && requests.length === 0 && (
        <NoRequests title={isPlain ? 'No open requests' : 'No request matches'}>
          {isPlain ? 'Be the first to ask for a market.' : 'Try fewer words or another status, or ask for it yourself.'}
        </NoRequests>
      )}
      {requests.length > 0 && <Rows requests={requests} />}
      {hasNextPage && (
        <div className="mt-6 flex justify-center">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more requests
          </Button>
        </div>
      )}
    </>
  );
}

function OwnRequests() {
  const { data, error, refetch } = useQuery(ownRequestsQuery);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={3} height={96} />;
  if (data.requests.length === 0)
    return (
      <NoRequests title="You have not requested a market yet">
        Your requests and their decisions appear here.
      </NoRequests>
    );
  return <Rows requests={data.requests} />;
}

function OneRequest({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(requestQuery(id));
  return (
    <>
      {isStatus(error, 404) && <NoRequests title="Request not found">No request has this address.</NoRequests>}
      {error && !isStatus(error, 404) && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={1} height={120} />}
      {data && <Rows requests={[data]} />}
      <p className="mt-4">
        <Link to="/requests" className="text-accent-text underline underline-offset-2">
          See all requests
        </Link>
      </p>
    </>
  );
}

function RequestList() {
  const { search, set } = useRequestSearch();
  const { person, isPending } = useSession();
  const isOwn = search.view === 'mine' && person !== null;
  // Until the session has loaded, the requests of others must not appear as one’s own.
  const isUnknown = search.view === 'mine' && isPending;
  return (
    <>
      <PageHeader
        title="Market requests"
        action={
          <ButtonLink to="/requests" search={newRequest} kind="primary">
            Request a market
          </ButtonLink>
        }
      >
        Markets that people ask for. Votes and readiness decide what operators launch first.
      </PageHeader>
      {person && search.id === undefined && (
        <div className="mb-4">
          <Segmented
            label="Whose requests"
            value={isOwn ? 'mine' : 'all'}
            options={[
              { value: 'all', label: 'Everyone’s' },
              { value: 'mine', label: 'Yours' },
            ]}
            onChange={view => set({ view: view === 'mine' ? 'mine' : undefined })}
          />
        </div>
      )}
      {search.id !== undefined && <OneRequest id={search.id} />}
      {search.id === undefined && isUnknown && <SkeletonRows rows={3} height={96} />}
      {search.id === undefined && !isUnknown && (isOwn ? <OwnRequests /> : <Queue />)}
    </>
  );
}

export function RequestsPage() {
  const { view } = route.useSearch();
  const isForm = view === 'new';
  useTitle(isForm ? 'Request a market' : 'Market requests');
  return isForm ? <RequestForm /> : <RequestList />;
}
