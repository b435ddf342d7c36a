/** Returns the median; NaN without values. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The 97.5 % quantile of the normal distribution. */
const normalQuantile = 1.959963984540054;

/** Returns Wilson's 95 % interval of a share observed in n cases. */
export function wilsonInterval(share: number, n: number): { low: number; high: number } {
  const square = normalQuantile ** 2 / n;
  const middle = (share + square / 2) / (1 + square);
  const half = (normalQuantile / (1 + square)) * Math.sqrt((share * (1 - share)) / n + square / (4 * n));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
