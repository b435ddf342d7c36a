import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { OperatorPlayer } from '../../../client/client';
import { playersQuery } from '../../api/operator-queries';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { Select } from '../../components/field';
import { PlayerBadge } from '../../components/player-badge';
import { EmptyState } from '../../components/states';
import { count, wholeCredits } from '../../format/numbers';
import { dayOf } from '../../format/time';
import { useDialog } from './action-dialog';
import { DataTable } from './data-table';
import { OperatorFrame } from './operator-frame';
import { type PlayerChange, PlayerDialog } from './player-dialog';
import { RateLimits } from './rate-limits';

const route = getRouteApi('/operator/players');

const filters = [
  { value: 'all', label: 'All players' },
  { value: 'human', label: 'People' },
  { value: 'agent', label: 'Agents' },
  { value: 'operator', label: 'Operators' },
  { value: 'suspended', label: 'Suspended' },
] as const;
type Show = (typeof filters)[number]['value'];

function queryOf(show: Show, q: string | undefined) {
  return {
    ...(q ? { q } : {}),
    ...(show === 'human' || show === 'agent' ? { kind: show } : {}),
    ...(show === 'operator' ? { role: show } : {}),
    ...(show === 'suspended' ? { suspended: true } : {}),
  };
}

function Name({ player }: { player: OperatorPlayer }) {
  const { suspension } = player;
  return (
    <>
      <span className="flex flex-wrap items-center gap-2">
        <PlayerBadge handle={player.handle} name={player.name} kind={player.kind} house={player.house} />
        {player.role === 'operator' && <Badge tone="accent">Operator</Badge>}
        {suspension && <Badge tone="loss">Suspended</Badge>}
        {player.openReports > 0 && <Badge tone="warn">{count(player.openReports, 'report')}</Badge>}
      </span>
      <span className="mt-0.5 block pl-6 text-12 wrap-anywhere text-quiet">
        {player.handle}
        {player.owner && `, agent of ${player.owner}`}
        {player.agents > 0 && `, ${count(player.agents, 'agent')}`}
      </span>
      {suspension && (
        <span className="mt-0.5 block pl-6 text-12 wrap-anywhere text-loss">
          {suspension.inherited ? 'With the owner: ' : ''}
          {suspension.reason}
        </span>
      )}
    </>
  );
}

function RowActions({ player, onChange }: { player: OperatorPlayer; onChange: (change: PlayerChange) => void }) {
  const canSuspend = player.role !== 'operator' && !player.suspension?.inherited;
  return (
    <span className="flex flex-wrap justify-end gap-2 sm:flex-nowrap">
      <Button size="small" onClick={() => onChange({ kind: 'plan', player })}>
        Plan
      </Button>
      {player.kind === 'human' && (
        <Button size="small" onClick={() => onChange({ kind: 'role', player })}>
          Role
        </Button>
      )}
      {canSuspend && (
        <Button
          size="small"
          kind={player.suspension ? 'secondary' : 'danger'}
          onClick={() => onChange({ kind: player.suspension ? 'unsuspend' : 'suspend', player })}
        >
          {player.suspension ? 'Unsuspend' : 'Suspend'}
        </Button>
      )}
    </span>
  );
}

function columnsFor(onChange: (change: PlayerChange) => void) {
  return [
    { title: 'Player', cell: (player: OperatorPlayer) => <Name player={player} />, className: 'sm:min-w-56' },
    { title: 'Plan', cell: (player: OperatorPlayer) => player.plan, isMinor: true },
    {
      title: 'Credits',
      cell: (player: OperatorPlayer) => wholeCredits(player.availableCredits),
      align: 'right' as const,
      isMinor: true,
      className: 'numeric',
    },
    {
      title: 'Joined',
      cell: (player: OperatorPlayer) => dayOf(player.createdAt),
      align: 'right' as const,
      isMinor: true,
      className: 'numeric whitespace-nowrap text-quiet',
    },
    {
      title: 'Actions',
      cell: (player: OperatorPlayer) => <RowActions player={player} onChange={onChange} />,
      align: 'right' as const,
    },
  ];
}

function PlayerSearch({ q, onSearch }: { q: string; onSearch: (words: string) => void }) {
  const [typed, setTyped] = useState(q);
  useEffect(() => {
    if (typed === q) return;
    const timer = setTimeout(() => onSearch(typed), 250);
    return () => clearTimeout(timer);
  }, [typed, q, onSearch]);
  return (
    <input
      type="search"
      aria-label="Search players"
      placeholder="Handle, name or email"
      className="field w-full sm:w-64"
      value={typed}
      onChange={event => setTyped(event.target.value)}
    />
  );
}

export function PlayersPage() {
  const { q, show = 'all' } = route.useSearch();
  const navigate = useNavigate({ from: '/operator/players' });
  const query = useInfiniteQuery(playersQuery(queryOf(show, q)));
  const { subject, open, close } = useDialog<PlayerChange>();
  return (
    <OperatorFrame title="Players" lead="Plans, roles and suspensions.">
      <div className="mb-4 flex flex-wrap gap-3">
        <PlayerSearch
          q={q ?? ''}
          onSearch={words => void navigate({ search: old => ({ ...old, q: words || undefined }), replace: true })}
        />
        <Select
          label="Show"
          value={show}
          options={filters}
          onPick={value => void navigate({ search: { q, show: value === 'all' ? undefined : value } })}
        />
      </div>
      <Card>
        <DataTable
          label="Players"
          columns={columnsFor(open)}
          rows={query.data?.pages.flatMap(page => page.players)}
          rowKey={player => player.id}
          error={query.error}
          onRetry={() => void query.refetch()}
          empty={
            <EmptyState icon="search" title="No players match">
              Try another name or filter.
            </EmptyState>
          }
        />
        {query.hasNextPage && (
          <div className="mt-3 flex justify-center">
            <Button size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Show more
            </Button>
          </div>
        )}
      </Card>
      <RateLimits />
      {subject && <PlayerDialog change={subject} onClose={close} />}
    </OperatorFrame>
  );
}
