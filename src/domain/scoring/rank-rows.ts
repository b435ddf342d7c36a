import type { BoardRow } from './boards.js';
import { defaultMinResolved, minCoverage } from './parameters.js';

export interface RankedRow {
  /** 1 for the best; null for a player with too few events or too little coverage. */
  readonly rank: number | null;
  readonly row: BoardRow;
}

interface RankingOptions {
  readonly minResolved?: number;
  /** Which players to list, by id. */
  readonly includes?: (player: string) => boolean;
}

/** Allows for rounding: the mean of ten coverages of 0.2 is slightly less than 0.2. */
const coverageThreshold = minCoverage - 1e-9;

/** Ranks the rows of a leaderboard, given best first: those that qualify, then the others without a rank. */
export function rankRows(rows: readonly BoardRow[], options: RankingOptions = {}): RankedRow[] {
  const { minResolved = defaultMinResolved, includes = () => true } = options;
  const ranked: RankedRow[] = [];
  const others: RankedRow[] = [];
  for (const row of rows) {
    if (!includes(row.player)) continue;
    const qualifies = row.resolvedEvents >= minResolved && (row.coverage === null || row.coverage >= coverageThreshold);
    if (qualifies) ranked.push({ rank: ranked.length + 1, row });
    else others.push({ rank: null, row });
  }
  return [...ranked, ...others];
}
