/** Fewer than these say too much about each other. */
export const smallestCrowd = 5;

/** The forecasts in force on one outcome of an event: how many, and their sum in percent. */
export interface SaidOfOutcome {
  readonly outcome: number;
  readonly count: number;
  readonly sumPercent: number;
}

/**
 * For each outcome the plain mean of the forecasts in force on it, in percent; where nobody has one the market's price
 * stands in. With two outcomes a forecast on one is its complement on the other.
 */
export function crowdMean(said: readonly SaidOfOutcome[], pricesBps: readonly number[]): number[] {
  if (pricesBps.length !== 2) {
    return pricesBps.map((bps, outcome) => {
      const own = said.find(entry => entry.outcome === outcome);
      return own && own.count > 0 ? own.sumPercent / own.count : bps / 100;
    });
  }
  let [count, sum] = [0, 0];
  for (const entry of said) {
    count += entry.count;
    sum += entry.outcome === 0 ? entry.sumPercent : entry.count * 100 - entry.sumPercent;
  }
  const first = count > 0 ? sum / count : pricesBps[0] / 100;
  return [first, 100 - first];
}
