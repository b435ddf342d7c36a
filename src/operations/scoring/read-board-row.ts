import type { BoardName, BoardRow } from '../../domain/scoring/boards.js';
import { minCoverage } from '../../domain/scoring/parameters.js';
import type { CachedLeaderboards, PlayerKind } from './leaderboard-cache.js';

interface BoardPlace {
  /** Null for a player who is not ranked or has no row. */
  readonly rank: number | null;
  /** The number of ranked players on this leaderboard. */
  readonly ranked: number;
  /** Null for a player without a row. */
  readonly row: BoardRow | null;
  /** The player's missing requirements for a rank; null for a player who is ranked or can't be on this leaderboard. */
  readonly missing: { readonly resolvedEvents: number; readonly coverage: number } | null;
}

interface BoardFilter {
  readonly board: BoardName;
  readonly kind: PlayerKind;
  readonly minResolved: number;
}

/** Finds the row of one player on a leaderboard and, below its minimum, the missing requirements. */
export function placeOnBoard(
  leaderboards: CachedLeaderboards,
  { board, kind, minResolved }: BoardFilter,
  player: { readonly playerId: string; readonly kind: 'agent' | 'human' },
): BoardPlace {
  const ranking = leaderboards.ranking(board, kind, minResolved);
  const ranked = ranking.reduce((count, { rank }) => count + Number(rank !== null), 0);
  if (kind !== 'all' && kind !== player.kind) return { rank: null, ranked, row: null, missing: null };
  const found = ranking.find(({ row }) => row.player === player.playerId);
  if (found?.rank != null) return { rank: found.rank, ranked, row: found.row, missing: null };
  const row = found?.row ?? null;
  const isCovered = row === null || row.coverage === null;
  return {
    rank: null,
    ranked,
    row,
    missing: {
      resolvedEvents: Math.max(0, minResolved - (row?.resolvedEvents ?? 0)),
      coverage: isCovered ? 0 : Math.max(0, minCoverage - (row.coverage as number)),
    },
  };
}
