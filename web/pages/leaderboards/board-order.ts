import { count, percent } from '../../format/numbers.js';

type Board = 'brier' | 'edge' | 'adjusted' | 'profit';

interface Missing {
  readonly resolvedEvents: number;
  readonly coverage: number;
}

interface OrderedRow {
  readonly rank: number | null;
  readonly mean: number;
}

/**
 * Inserts baselines where their mean would rank them. Players keep the order of the service: the profit leaderboard ranks
 * by the total, so the means of its rows are not sorted.
 */
export function withBaselines<Row extends OrderedRow>(
  rows: readonly Row[],
  baselines: readonly Row[],
  isLowerBetter: boolean,
): Row[] {
  const isBetter = (a: Row, b: Row) => (isLowerBetter ? a.mean < b.mean : a.mean > b.mean);
  const merged = rows.filter(({ rank }) => rank !== null).sort((a, b) => a.rank! - b.rank!);
  for (const baseline of baselines) {
    const at = merged.findIndex(row => isBetter(baseline, row));
    merged.splice(at < 0 ? merged.length : at, 0, baseline);
  }
  return [...merged, ...rows.filter(({ rank }) => rank === null)];
}

/** Explains to a person without a rank how to get one. */
export function missingText(board: Board, missing: Missing | null): string {
  if (missing === null) return 'This board lists no people.';
  const { resolvedEvents, coverage } = missing;
  if (resolvedEvents > 0) {
    const took = board === 'profit' ? 'in which you trade' : 'that you forecast';
    return `You need ${count(resolvedEvents, 'more resolved market')} ${took} to be ranked here.`;
  }
  return `Not ranked: your forecasts must cover ${percent(coverage * 100)} more of the time that markets are open.`;
}

/** What a rank requires. Profit has no coverage. */
export function minimumText(board: Board, minResolved: number): string {
  const markets = `Ranked after ${count(minResolved, 'resolved market')}`;
  return board === 'profit' ? `${markets}, by total profit.` : `${markets}, with a mean coverage of at least 20%.`;
}
