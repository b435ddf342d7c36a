import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Operations, StatusHistory } from '../../../client/client';
import { statusQuery } from '../../api/operator-queries';
import { serviceStatusQuery } from '../../api/service-queries';
import { Card, Figure, PageHeader } from '../../components/card';
import { Icon } from '../../components/icon';
import { IncidentEntry } from '../../components/incident-entry';
import { Segmented } from '../../components/segmented';
import { ErrorNotice, SkeletonRows } from '../../components/states';
import { TimeAgo } from '../../components/time';
import { TimeSeries } from '../../components/time-series';
import { short, unknown } from '../../format/numbers';
import { useTitle } from '../../shell/use-title';
import { bytes, milliseconds, uptimeText } from './status-text';
import { UptimeDays } from './uptime-days';

type ServiceStatus = Operations['getStatus']['reply'];

function Headline({ history, status }: { history: StatusHistory; status: ServiceStatus | undefined }) {
  const open = history.incidents.filter(({ resolvedAt }) => resolvedAt === null);
  const isFine = status?.status === 'ok' && open.length === 0;
  const text = isFine
    ? 'All systems work'
    : (open[0]?.title ?? status?.problems[0]?.detail ?? 'The state is being read');
  return (
    <div
      role="status"
      className={`mb-4 flex items-center gap-3 rounded-card p-4 text-16 font-semibold sm:p-5 ${isFine ? 'bg-gain-soft text-gain' : 'bg-warn-soft text-warn'}`}
    >
      <Icon name={isFine ? 'check' : 'warning'} />
      {text}
      <span className="ml-auto text-12 font-normal">
        <TimeAgo at={history.asOf} />
      </span>
    </div>
  );
}

function Uptime({ history: { uptime, days } }: { history: StatusHistory }) {
  return (
    <Card title="Uptime">
      <div className="mb-5 grid grid-cols-3 gap-4">
        <Figure label="Today">{uptimeText(uptime.day)}</Figure>
        <Figure label="7 days">{uptimeText(uptime.week)}</Figure>
        <Figure label="90 days">{uptimeText(uptime.quarter)}</Figure>
      </div>
      <UptimeDays days={days} />
    </Card>
  );
}

function Now({ history: { nodes, database } }: { history: StatusHistory }) {
  const sum = (read: (node: StatusHistory['nodes'][number]) => number) =>
    nodes.length === 0 ? null : nodes.reduce((total, node) => total + read(node), 0);
  const lag = nodes.length === 0 ? null : Math.max(...nodes.map(node => node.jobLagSeconds));
  const times = nodes.flatMap(({ databaseMs }) => (databaseMs === null ? [] : [databaseMs]));
  const databaseMs = times.length === 0 ? null : Math.max(...times);
  const backup = database.lastBackupAt ?? database.walArchivedAt;
  return (
    <Card title="Last minute">
      <div className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-4">
        <Figure label="Requests per minute">{short(sum(node => node.requestsPerMinute))}</Figure>
        <Figure label="Orders per minute">{short(sum(node => node.ordersPerMinute))}</Figure>
        <Figure label="Stream messages per minute">{short(sum(node => node.streamMessagesPerMinute))}</Figure>
        <Figure label="Stream readers">{short(sum(node => node.streamReaders))}</Figure>
        <Figure label="Database round trip">{milliseconds(databaseMs)}</Figure>
        <Figure label="Job lag" hint="How far the most delayed background job is behind">
          {lag === null ? unknown : `${lag.toFixed(1)} s`}
        </Figure>
        <Figure label="Database size">{bytes(database.bytes)}</Figure>
        <Figure label="Last backup" hint="As reported by the operator's backup job, or archived by PostgreSQL">
          {backup ? <TimeAgo at={backup} /> : 'None'}
        </Figure>
      </div>
      <p className="mt-4 text-12 text-quiet">
        {nodes.length === 0 ? 'No node has reported yet; figures arrive once a minute.' : `Nodes: ${nodes.length}.`}
      </p>
    </Card>
  );
}

const stageTexts = {
  auth: 'Authenticating the caller',
  queue: 'Waiting for the transaction before',
  decide: 'Deciding and saving the order',
  commit: 'Committing the transaction',
  send: 'Writing the response',
} as const;

function Stages({ history: { nodes } }: { history: StatusHistory }) {
  return (
    <Card title="Latency by stage">
      {nodes.length === 0 && <p className="text-quiet">Nothing was measured yet.</p>}
      {nodes.map(node => (
        <div key={node.node} className="overflow-x-auto not-first:mt-6">
          {nodes.length > 1 && <h3 className="mb-2 font-medium">Node {node.node}</h3>}
          <table className="w-full" aria-label={`Latency of node ${node.node}`}>
            <thead>
              <tr className="text-12 text-quiet">
                <th scope="col" className="pb-2 text-left font-normal">
                  Stage
                </th>
                {['p50', 'p95', 'p99'].map(name => (
                  <th key={name} scope="col" className="pb-2 pl-3 text-right font-normal">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {node.stages.map(stage => (
                <tr key={stage.stage} className="border-t border-line">
                  <td className="py-2">
                    <span className="font-medium">{stage.stage}</span>
                    <span className="ml-2 text-12 text-quiet max-sm:hidden">{stageTexts[stage.stage]}</span>
                  </td>
                  {[stage.p50Ms, stage.p95Ms, stage.p99Ms].map((value, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move.
                    <td key={index} className="numeric py-2 pl-3 text-right whitespace-nowrap">
                      {milliseconds(value)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
    </Card>
  );
}

const charts = [
  { name: 'ordersPerMinute', title: 'Orders per minute', format: short },
  { name: 'requestsPerMinute', title: 'Requests per minute', format: short },
  { name: 'streamMessagesPerMinute', title: 'Stream messages per minute', format: short },
  { name: 'commitP99Ms', title: 'Commit, p99', format: milliseconds },
  { name: 'databaseMs', title: 'Database round trip', format: milliseconds },
  { name: 'jobLagSeconds', title: 'Job lag in seconds', format: short },
] as const;

function Charts({
  history,
  hours,
  onHours,
}: {
  history: StatusHistory;
  hours: Hours;
  onHours: (hours: Hours) => void;
}) {
  return (
    <Card
      title="Over time"
      action={
        <Segmented
          label="Range"
          value={hours}
          options={[
            { value: '24', label: '24 h' },
            { value: '168', label: '7 d' },
            { value: '720', label: '30 d' },
          ]}
          onChange={onHours}
        />
      }
    >
      {history.series.length < 2 && (
        <p className="text-quiet">The series begins with the second minute of measurements.</p>
      )}
      {history.series.length >= 2 && (
        <div className="grid grid-cols-1 gap-x-8 gap-y-6 sm:grid-cols-2">
          {charts.map(({ name, title, format }) => (
            <div key={name}>
              <h3 className="mb-1 font-medium">{title}</h3>
              <TimeSeries
                label={title}
                points={history.series.map(point => ({ at: point.at, value: point[name] }))}
                format={format}
                height={72}
              />
            </div>
          ))}
        </div>
      )}
    </Card>
  );
}

type Hours = '24' | '168' | '720';

export function StatusPage() {
  useTitle('Status');
  const [hours, setHours] = useState<Hours>('24');
  const { data, error, refetch } = useQuery(statusQuery(Number(hours)));
  const { data: status } = useQuery(serviceStatusQuery);
  return (
    <>
      <PageHeader title="Status">Measured by every node once a minute. Only incidents are entered by hand.</PageHeader>
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={6} height={96} />}
      {data && (
        <>
          <Headline history={data} status={status} />
          <div className="flex flex-col gap-4">
            <Uptime history={data} />
            <Now history={data} />
            <Stages history={data} />
            <Charts history={data} hours={hours} onHours={setHours} />
            <Card title="Incidents">
              {data.incidents.length === 0 && <p className="text-quiet">No incidents in the last ninety days.</p>}
              <ul>
                {data.incidents.map(incident => (
                  <IncidentEntry key={incident.id} incident={incident} />
                ))}
              </ul>
            </Card>
          </div>
        </>
      )}
    </>
  );
}
