import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RateLimitOverview } from '../../../client/client';
import { limitsQuery } from '../../api/operator-queries';
import { Card, Figure } from '../../components/card';
import { PlayerBadge } from '../../components/player-badge';
import { Segmented } from '../../components/segmented';
import { TimeAgo } from '../../components/time';
import { short } from '../../format/numbers';
import { DataTable } from './data-table';

type Row = RateLimitOverview['players'][number];

const columns = [
  { title: 'Player', cell: (row: Row) => <PlayerBadge handle={row.handle} kind={row.kind} />, className: 'min-w-40' },
  {
    title: 'Most refused',
    cell: (row: Row) => <code className="font-mono text-12">{row.operationId}</code>,
    isMinor: true,
  },
  { title: 'Requests', cell: (row: Row) => short(row.requests), align: 'right' as const, className: 'numeric' },
  { title: 'Refused', cell: (row: Row) => short(row.limited), align: 'right' as const, className: 'numeric' },
  {
    title: 'Last',
    cell: (row: Row) => <TimeAgo at={row.lastLimitedAt} />,
    align: 'right' as const,
    className: 'text-quiet',
  },
];

/** The callers that exceed rate limits. */
export function RateLimits() {
  const [hours, setHours] = useState<'1' | '24' | '168'>('24');
  const { data, error } = useQuery(limitsQuery(Number(hours)));
  return (
    <Card
      className="mt-4"
      title="Rate limits"
      action={
        <Segmented
          label="Window of the rate limits"
          value={hours}
          options={[
            { value: '1', label: '1 h' },
            { value: '24', label: '24 h' },
            { value: '168', label: '7 d' },
          ]}
          onChange={setHours}
        />
      }
    >
      <div className="mb-4 grid grid-cols-3 gap-4">
        <Figure label="Requests" hint="With a credential, or refused">
          {short(data?.requests)}
        </Figure>
        <Figure label="Refused with 429">{short(data?.limited)}</Figure>
        <Figure label="Of them anonymous">{short(data?.anonymousLimited)}</Figure>
      </div>
      <DataTable
        label="Players who were refused"
        columns={columns}
        rows={data?.players}
        rowKey={row => row.handle}
        error={error}
        empty={<p className="text-quiet">No player was refused in this window.</p>}
      />
    </Card>
  );
}
