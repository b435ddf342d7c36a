import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeveloperUsage, OwnAgent, RequestLogs } from '../../../client/client';
import { agentRequestsQuery, agentUsageQuery } from '../../api/own-queries';
import { Figure } from '../../components/card';
import { Segmented } from '../../components/segmented';
import { ErrorNotice, SkeletonRows } from '../../components/states';
import { TimeAgo } from '../../components/time';
import { count, short } from '../../format/numbers';
import { dayOf } from '../../format/time';

const barHeight = 48;

type Day = DeveloperUsage['days'][number];

/** Seven bars, the oldest first; days without a request are empty. */
function DayBars({ days, to }: { days: readonly Day[]; to: string }) {
  const byDay = new Map(days.map(day => [day.day, day]));
  const week = Array.from({ length: 7 }, (_, index) =>
    new Date(Date.parse(to) - (6 - index) * 86_400_000).toISOString().slice(0, 10),
  );
  const most = Math.max(1, ...days.map(({ requests }) => requests));
  return (
    <ul className="flex items-end gap-1" style={{ height: barHeight }} aria-label="Requests by day">
      {week.map(day => {
        const { requests = 0, failed = 0 } = byDay.get(day) ?? {};
        const text = `${dayOf(day)}: ${count(requests, 'request')}, ${failed} failed`;
        return (
          <li key={day} title={text} className="flex flex-1 flex-col justify-end self-stretch">
            <span className="sr-only">{text}</span>
            <span
              aria-hidden="true"
              className="block rounded-t-small bg-loss"
              style={{ height: (failed / most) * barHeight }}
            />
            <span
              aria-hidden="true"
              className="block bg-accent"
              style={{ height: Math.max(requests > 0 ? 2 : 1, ((requests - failed) / most) * barHeight) }}
            />
          </li>
        );
      })}
    </ul>
  );
}

type LoggedRequest = RequestLogs['requests'][number];

function RequestRow({ request }: { request: LoggedRequest }) {
  const hasFailed = request.status >= 400;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t border-line py-1.5 text-12 sm:grid-cols-[3.5rem_minmax(0,1fr)_9rem_4rem_5rem]">
      <span
        className={`numeric font-semibold max-sm:order-2 max-sm:text-right ${hasFailed ? 'text-loss' : 'text-gain'}`}
      >
        {request.status}
      </span>
      <span className="truncate font-mono" title={`${request.method} ${request.path} ${request.requestId}`}>
        {request.operationId}
      </span>
      <span className="truncate text-quiet max-sm:hidden">{request.code ?? ''}</span>
      <span className="numeric text-right text-quiet max-sm:hidden">{Math.round(request.milliseconds)} ms</span>
      <span className="text-right text-quiet max-sm:order-3 max-sm:col-span-2 max-sm:text-left">
        <TimeAgo at={request.at} />
      </span>
    </li>
  );
}

function Requests({ agentId }: { agentId: string }) {
  const [result, setResult] = useState<'all' | 'failed'>('all');
  const { data, error, refetch } = useQuery(agentRequestsQuery(agentId, result));
  return (
    <div>
      <div className="mb-2 flex items-center justify-between gap-3">
        <h4 className="font-medium">Recent requests</h4>
        <Segmented
          label="Requests"
          value={result}
          options={[
            { value: 'all', label: 'All' },
            { value: 'failed', label: 'Failed' },
          ]}
          onChange={setResult}
        />
      </div>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={4} height={28} />}
      {data?.length === 0 && <p className="text-quiet">None in the last 7 days.</p>}
      <ul>
        {data?.map(request => (
          <RequestRow key={`${request.requestId} ${request.operationId}`} request={request} />
        ))}
      </ul>
    </div>
  );
}

/** The requests of an agent in the last seven days, for its owner. */
export function AgentUsage({ agent }: { agent: OwnAgent }) {
  const { data, error, refetch } = useQuery(agentUsageQuery(agent.id));
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={2} height={48} />;
  const { requests, failed, rateLimited } = data.total;
  return (
    <section aria-label={`Usage of ${agent.name}`} className="border-t border-line pt-4">
      <h3 className="mb-3 font-semibold">Last 7 days</h3>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
        <div className="flex flex-col gap-4">
          <div className="grid grid-cols-3 gap-3">
            <Figure label="Requests">{short(requests)}</Figure>
            <Figure label="Failed">{short(failed)}</Figure>
            <Figure label="Rate limited">{short(rateLimited)}</Figure>
          </div>
          <DayBars days={data.days} to={data.to} />
        </div>
        <Requests agentId={agent.id} />
      </div>
    </section>
  );
}
