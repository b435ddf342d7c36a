import type { BoardRow } from './boards.js';
import { minCoverage, usualMinResolved } from './parameters.js';

export interface RankedRow {
  /** 1 for the best; null for who has too few events or was in them too briefly. */
  readonly rank: number | null;
  readonly row: BoardRow;
}

interface Choice {
  readonly minResolved?: number;
  /** Which players to list, by id. */
  readonly includes?: (player: string) => boolean;
}

/** Ten times 0.2 divided by ten is a little less than 0.2 in a computer. */
const enoughCoverage = minCoverage - 1e-9;

/** Ranks the rows of a board, which are best first: whoever qualifies, then the others without a rank. */
export function rankRows(rows: readonly BoardRow[], choice: Choice = {}): RankedRow[] {
  const { minResolved = usualMinResolved, includes = () => true } = choice;
  const ranked: RankedRow[] = [];
  const others: RankedRow[] = [];
  for (const row of rows) {
    if (!includes(row.player)) continue;
    const qualifies = row.resolvedEvents >= minResolved && (row.coverage === null || row.coverage >= enoughCoverage);
    if (qualifies) ranked.push({ rank: ranked.length + 1, row });
    else others.push({ rank: null, row });
  }
  return [...ranked, ...others];
}
