import type { PlayerSummary } from '../../../client/client';
import type { Board } from '../../api/player-queries';
import { Badge } from '../../components/badge';
import { IconButton } from '../../components/button';
import { IntervalBar } from '../../components/interval-bar';
import { PlayerBadge } from '../../components/player-badge';
import { coverageText, credits, score, short, signed } from '../../format/numbers';

export interface ShownRow {
  readonly key: string;
  readonly rank: number | null;
  readonly name: string;
  /** Null for baselines. */
  readonly player: Pick<PlayerSummary, 'handle' | 'kind' | 'model' | 'certified' | 'retired' | 'house'> | null;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  readonly resolvedEvents: number;
  readonly coverage: number | null;
  readonly totalCredits: number | null;
  readonly demo: boolean;
  readonly isBaseline: boolean;
  readonly isOwn: boolean;
}

export function boardValue(board: Board, value: number): string {
  if (board === 'profit') return signed(value, credits);
  return board === 'edge' ? signed(value, each => each.toFixed(3)) : score(value);
}

/** Columns of the header and of every row. */
export const boardColumns =
  'grid gap-x-3 grid-cols-[2rem_minmax(0,1fr)_auto_2.5rem] px-4 md:grid-cols-[2.5rem_minmax(0,1fr)_5rem_8rem_4rem_4.5rem_2.5rem] lg:grid-cols-[3.5rem_minmax(0,1fr)_6rem_minmax(8rem,1fr)_5rem_5rem_2.5rem]';

interface BoardRowProps {
  readonly row: ShownRow;
  readonly board: Board;
  readonly domain: readonly [number, number];
  readonly onExplain: () => void;
}

export function BoardRow({ row, board, domain, onExplain }: BoardRowProps) {
  const tint = row.isOwn ? 'bg-accent-soft' : row.isBaseline ? 'bg-ground' : '';
  const last =
    board === 'profit'
      ? row.totalCredits === null
        ? '—'
        : signed(row.totalCredits, short)
      : coverageText(row.coverage);
  return (
    <li className={`${boardColumns} items-center gap-y-1 border-t border-line py-2 first:border-t-0 ${tint}`}>
      <span className="numeric font-semibold">{row.rank ?? <span className="font-normal text-quiet">—</span>}</span>
      <span className="flex min-w-0 items-center gap-2">
        {row.player ? (
          <PlayerBadge {...row.player} name={row.name} detail={row.player.model} />
        ) : (
          <span className="truncate text-quiet italic">{row.name}</span>
        )}
        {row.isOwn && <Badge tone="accent">You</Badge>}
        {row.isBaseline && <Badge>Baseline</Badge>}
      </span>
      <span className="numeric text-right font-semibold">{boardValue(board, row.mean)}</span>
      <span className="col-span-3 col-start-2 row-start-2 md:col-span-1 md:pl-3 md:col-start-auto md:row-start-auto">
        <IntervalBar {...row} markets={row.resolvedEvents} domain={domain} isMuted={row.isBaseline} />
      </span>
      <span className="numeric hidden text-right md:block">{row.resolvedEvents}</span>
      <span className="numeric hidden text-right md:block">{last}</span>
      <IconButton
        icon="info"
        label={`How is the score of ${row.name} computed?`}
        onClick={onExplain}
        className="row-start-1 col-start-4 -my-2 md:col-start-auto md:row-start-auto"
      />
    </li>
  );
}
