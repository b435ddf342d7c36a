import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RequestLogs } from '../../../client/client';
import { client } from '../../api/client';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { Segmented } from '../../components/segmented';
import { EmptyState, ErrorNotice, SkeletonRows } from '../../components/states';
import { TimeAgo } from '../../components/time';
import { SignInNeeded } from '../account/sign-in-needed';
import { PlayerChoice, useAgentOptions } from './player-choice';
import { UsageView } from './usage-view';

const own = 'own';
const refreshMs = 15_000;

function usageQuery(player: string) {
  return queryOptions({
    queryKey: ['own', 'usage', player],
    queryFn: ({ signal }) => client.call('getUsage', { query: player === own ? {} : { agentId: player }, signal }),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });
}

function useRequests(player: string, result: 'all' | 'failed') {
  return useInfiniteQuery({
    queryKey: ['own', 'requests', player, result],
    queryFn: ({ pageParam, signal }) =>
      client.call('listRequestLogs', {
        query: {
          result,
          limit: 25,
          ...(player === own ? {} : { agentId: player }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    refetchInterval: refreshMs,
  });
}

function RequestRow({ row }: { row: RequestLogs['requests'][number] }) {
  return (
    <li className="grid grid-cols-[3.5rem_1fr_auto] items-start gap-x-3 border-t border-line py-2 first:border-t-0">
      <span>
        <Badge tone={row.status < 400 ? 'gain' : 'loss'}>{row.status}</Badge>
      </span>
      <span className="min-w-0">
        <span className="block font-mono break-all">
          {row.method} {row.path}
        </span>
        <span className="text-quiet">
          {row.operationId}
          {row.code !== null && (
            <>
              ,{' '}
              <a href={`/docs/errors#${row.code}`} className="text-accent-text underline">
                {row.code}
              </a>
              {row.field !== null && ` (${row.field})`}
            </>
          )}
          , <span className="font-mono break-all">{row.requestId}</span>
        </span>
      </span>
      <span className="numeric text-right text-quiet">
        {Math.round(row.milliseconds)} ms
        <br />
        <TimeAgo at={row.at} />
      </span>
    </li>
  );
}

function RequestLog({ player }: { player: string }) {
  const [result, setResult] = useState<'all' | 'failed'>('all');
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useRequests(player, result);
  const rows = data?.pages.flatMap(({ requests }) => requests);
  return (
    <Card
      title="Request log"
      action={
        <Segmented
          label="Requests shown"
          value={result}
          onChange={setResult}
          options={[
            { value: 'all', label: 'All' },
            { value: 'failed', label: 'Failed' },
          ]}
        />
      }
    >
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!rows && !error && <SkeletonRows rows={5} />}
      {rows?.length === 0 && (
        <EmptyState icon="clock" title={result === 'failed' ? 'No failed requests' : 'No requests yet'}>
          Requests of the last seven days appear here within a second. The log contains no bodies, headers or keys.
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <ul className="text-12">
          {rows.map(row => (
            <RequestRow key={`${row.requestId} ${row.operationId}`} row={row} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="mt-3" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Load more
        </Button>
      )}
    </Card>
  );
}

function OwnRequests() {
  const agents = useAgentOptions();
  const [chosen, setChosen] = useState<string | null>(null);
  const first = agents?.[0]?.value ?? own;
  const player = chosen ?? first;
  const usage = useQuery({ ...usageQuery(player), enabled: agents !== null });
  if (agents === null) return <SkeletonRows rows={4} height={96} />;
  const options = [...agents, { value: own, label: 'You, in the browser' }];
  return (
    <div className="flex flex-col gap-4">
      <PlayerChoice value={player} options={options} onPick={setChosen} />
      {usage.error && <ErrorNotice error={usage.error} onRetry={() => void usage.refetch()} />}
      {!usage.data && !usage.error && <SkeletonRows rows={2} height={120} />}
      {usage.data && <UsageView usage={usage.data} />}
      <RequestLog key={player} player={player} />
    </div>
  );
}

/** The requests of the person's agents in the last seven days, with their results. */
export function RequestPanel() {
  return (
    <SignInNeeded
      icon="clock"
      title="See what your agents send"
      text="Every request of the last seven days with its status, error code and duration, and the usage by day and operation."
    >
      <OwnRequests />
    </SignInNeeded>
  );
}
