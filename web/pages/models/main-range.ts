/** The distance from the quartiles, in interquartile ranges, beyond which a value would squeeze the others. */
const fence = 3;
const minSpread = 0.01;

/** The lowest and highest of the values without outliers, so that one bad score leaves room for the others. */
export function mainRange(values: readonly number[]): readonly [low: number, high: number] {
  const sorted = [...values].sort((a, b) => a - b);
  const quartile = (share: number) => sorted[Math.round(share * (sorted.length - 1))];
  const [lower, upper] = [quartile(0.25), quartile(0.75)];
  const room = fence * Math.max(upper - lower, minSpread);
  const main = sorted.filter(value => value >= lower - room && value <= upper + room);
  return [main[0], main[main.length - 1]];
}
