import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Leaderboard, LeaderboardPlace, LeaderboardRow } from '../../../client/client';
import { type Board, boardQuery, placeQuery } from '../../api/player-queries';
import { useSession } from '../../api/session';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { EmptyState, ErrorNotice, SkeletonRows } from '../../components/states';
import { TimeAgo } from '../../components/time';
import { minimumText, missingText, withBaselines } from './board-order';
import { BoardRow, boardColumns, type ShownRow } from './board-row';
import { useBoardSearch } from './board-search';
import { RowExplanation } from './row-explanation';

const baselineNames = { 'always-50': 'Always 50%', market: 'Market price', crowd: 'Crowd mean' } as const;

function playerRow({ player, ...row }: LeaderboardRow): ShownRow {
  return { ...row, key: player.handle, name: player.name, player, isBaseline: false, isOwn: false };
}

function baselineRow(row: Leaderboard['baselines'][number]): ShownRow {
  const shown = { rank: null, player: null, demo: false, isBaseline: true, isOwn: false };
  return { ...row, ...shown, key: row.name, name: baselineNames[row.name] };
}

/** The person's own row on this leaderboard, whichever page it is on. */
function ownRow(place: LeaderboardPlace | undefined): ShownRow | null {
  if (!place?.row) return null;
  const { player, rank, row } = place;
  return { ...row, rank, key: player.handle, name: player.name, player, demo: false, isBaseline: false, isOwn: true };
}

function domainOf(rows: readonly ShownRow[]): readonly [number, number] {
  const low = Math.min(...rows.map(row => row.low));
  const high = Math.max(...rows.map(row => row.high));
  const margin = (high - low) * 0.04 || 0.01;
  return [low - margin, high + margin];
}

function useBoard(board: Board) {
  const { search } = useBoardSearch();
  const { person } = useSession();
  const { kind, window, category, min, events } = search;
  const result = useInfiniteQuery(boardQuery(board, { kind, window, category, minResolved: min, events }));
  const filters = { kind, window, category, minResolved: min, events };
  const own = useQuery({ ...placeQuery(board, person?.handle ?? '', filters), enabled: person !== null });
  const [first] = result.data?.pages ?? [];
  const listed = (result.data?.pages ?? [])
    .flatMap(page => page.rows.map(playerRow))
    .map(row => ({ ...row, isOwn: row.key === person?.handle }));
  const isLowerBetter = board === 'brier' || board === 'adjusted';
  const isListed = listed.some(row => row.isOwn);
  const mine = isListed ? null : ownRow(own.data);
  const rows = first ? withBaselines(listed, first.baselines.map(baselineRow), isLowerBetter) : [];
  const missing = own.data && own.data.rank === null ? missingText(board, own.data.missing) : null;
  return { ...result, first, rows, mine, missing };
}

export function ScoreBoard({ board }: { board: Board }) {
  const { first, rows, mine, missing, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useBoard(board);
  const [explained, setExplained] = useState<ShownRow | null>(null);
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!first) return <SkeletonRows rows={12} height={48} />;
  if (rows.length === 0) {
    return (
      <div className="card">
        <EmptyState icon="trophy" title="No players on this leaderboard yet">
          Players appear here after a market {board === 'profit' ? 'in which they traded' : 'that they forecast'} is
          resolved.
        </EmptyState>
      </div>
    );
  }
  const domain = domainOf(mine ? [...rows, mine] : rows);
  const shown = mine ? [mine, ...rows] : rows;
  return (
    <>
      <div className="card overflow-hidden">
        <div
          aria-hidden="true"
          className={`${boardColumns} border-b border-line py-2 text-12 text-quiet max-md:hidden`}
        >
          <span>Rank</span>
          <span>Player</span>
          <span className="text-right">{board === 'profit' ? 'Per market' : 'Score'}</span>
          <span className="pl-3">95% interval</span>
          <span className="text-right">Markets</span>
          <span className="text-right">{board === 'profit' ? 'Total' : 'Coverage'}</span>
        </div>
        <ol>
          {missing && (
            <li className={`${boardColumns} items-center bg-accent-soft py-3`}>
              <Badge tone="accent">You</Badge>
              <span className="col-start-2 -col-end-1">{missing}</span>
            </li>
          )}
          {shown.map(row => (
            <BoardRow
              key={`${row.key}${row.isOwn ? '-own' : ''}`}
              row={row}
              board={board}
              domain={domain}
              onExplain={() => setExplained(row)}
            />
          ))}
        </ol>
      </div>
      <p className="mt-3 flex flex-wrap gap-x-4 text-12 text-quiet">
        <span>{minimumText(board, first.minResolved)}</span>
        {first.events === 'demo' && <span>Demonstration events: no real market is resolved yet.</span>}
        {first.asOf && (
          <span>
            Updated <TimeAgo at={first.asOf} />
          </span>
        )}
      </p>
      {hasNextPage && (
        <div className="mt-4 flex justify-center">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more players
          </Button>
        </div>
      )}
      {explained && <RowExplanation board={board} row={explained} onClose={() => setExplained(null)} />}
    </>
  );
}
