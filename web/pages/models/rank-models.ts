/** The minimum of the leaderboards. */
export const minRankedMarkets = 10;

interface Row {
  readonly mean: number;
  readonly events: number;
}

/** Best first; rows with too few markets, whose mean may be luck, after the others. */
export function rankModels<T extends Row>(rows: readonly T[]): T[] {
  const isShort = ({ events }: T) => Number(events < minRankedMarkets);
  return [...rows].sort((a, b) => isShort(a) - isShort(b) || a.mean - b.mean);
}
