import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Audit, AuditHistory } from '../../../client/client';
import { client } from '../../api/client';
import { auditsQuery, operatorKey } from '../../api/operator-queries';
import { useMutation } from '../../api/use-mutation';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { Card, Figure } from '../../components/card';
import { Icon } from '../../components/icon';
import { TimeAgo } from '../../components/time';
import { TimeSeries } from '../../components/time-series';
import { count, short, wholeCredits } from '../../format/numbers';
import { showFailure } from '../../shell/toasts';
import { DataTable } from './data-table';
import { OperatorFrame } from './operator-frame';

type Run = AuditHistory['audits'][number];

const inCredits = (millionths: string | undefined) => (millionths === undefined ? undefined : Number(millionths) / 1e6);

function Verdict({ run }: { run: Run }) {
  return (
    <p
      className={`flex items-center gap-2 text-20 font-semibold ${run.balanced ? 'text-gain' : 'text-loss'}`}
      role="status"
    >
      <Icon name={run.balanced ? 'check' : 'warning'} />
      {run.balanced ? 'The books balance' : count(run.differenceCount, 'difference')}
    </p>
  );
}

const totals = [
  ['issued', 'Issued'],
  ['available', 'Free'],
  ['reserved', 'In open orders'],
  ['markets', 'In markets'],
  ['treasury', 'Treasury'],
  ['owed', 'Owed'],
] as const;

function Latest({ run }: { run: Run }) {
  return (
    <Card>
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-3">
        <Verdict run={run} />
        <p className="text-12 text-quiet">
          <TimeAgo at={run.at} />, in {run.milliseconds} ms, by {run.startedBy}
        </p>
      </div>
      <div className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-3">
        {totals.map(([name, label]) => (
          <Figure key={name} label={`${label}, credits`}>
            {wholeCredits(inCredits(run.totals[name])).replace('-', '−')}
          </Figure>
        ))}
      </div>
      <p className="mt-4 text-12 text-quiet">
        {Object.entries(run.counts)
          .map(([name, rows]) => `${short(rows)} ${inWords(name)}`)
          .join(', ')}
      </p>
    </Card>
  );
}

/** The words of a member name: open orders for openOrders. */
function inWords(name: string): string {
  return name.replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);
}

function Differences({ audit }: { audit: Audit }) {
  if (audit.differences.length === 0) return null;
  return (
    <Card title="Differences" className="mt-4">
      <DataTable
        label="Differences"
        columns={[
          { title: 'Check', cell: row => row.check },
          { title: 'Subject', cell: row => <code className="font-mono text-12 break-all">{row.subject}</code> },
          { title: 'Expected', cell: row => row.expected, align: 'right', className: 'numeric' },
          { title: 'Stored', cell: row => row.actual, align: 'right', className: 'numeric' },
        ]}
        rows={audit.differences}
        rowKey={row => `${row.check} ${row.subject}`}
        empty={null}
      />
    </Card>
  );
}

const columns = [
  { title: 'When', cell: (run: Run) => <TimeAgo at={run.at} /> },
  {
    title: 'Result',
    cell: (run: Run) => (
      <Badge tone={run.balanced ? 'gain' : 'loss'}>
        {run.balanced ? 'Balanced' : count(run.differenceCount, 'difference')}
      </Badge>
    ),
  },
  {
    title: 'Issued',
    cell: (run: Run) => wholeCredits(inCredits(run.totals.issued)),
    align: 'right' as const,
    className: 'numeric',
  },
  {
    title: 'In markets',
    cell: (run: Run) => wholeCredits(inCredits(run.totals.markets)),
    align: 'right' as const,
    className: 'numeric',
    isMinor: true,
  },
  { title: 'Took', cell: (run: Run) => `${run.milliseconds} ms`, align: 'right' as const, className: 'numeric' },
  { title: 'By', cell: (run: Run) => run.startedBy, align: 'right' as const, className: 'text-quiet', isMinor: true },
];

export function BooksPage() {
  const queries = useQueryClient();
  const { data, error } = useQuery(auditsQuery);
  const run = useMutation({
    mutationFn: () => client.call('getAudit', {}),
    onSuccess: () => queries.invalidateQueries({ queryKey: operatorKey }),
    onError: showFailure,
  });
  const points = (data ?? []).map(each => ({ at: each.at, value: inCredits(each.totals.markets) ?? null })).reverse();
  return (
    <OperatorFrame
      title="Books"
      lead="All balances, recomputed from transfers, trades and orders. The schedule audits every six hours."
      action={
        <Button kind="primary" busy={run.isPending} onClick={() => run.mutate()}>
          Audit now
        </Button>
      }
    >
      {data?.[0] && <Latest run={data[0]} />}
      {run.data && <Differences audit={run.data} />}
      {points.length > 1 && (
        <Card title="Credits in markets" className="mt-4">
          <TimeSeries label="Credits in markets at each audit" points={points} format={wholeCredits} />
        </Card>
      )}
      <Card title="History" className="mt-4">
        <DataTable
          label="Audits"
          columns={columns}
          rows={data}
          rowKey={each => each.at}
          error={error}
          empty={<p className="text-quiet">No audit has run yet. Run the first one.</p>}
        />
      </Card>
    </OperatorFrame>
  );
}
