export interface Point {
  readonly at: number;
  readonly percent: number;
}

export interface Slot {
  /** Seconds since the epoch. */
  readonly time: number;
  /** Absent before the first point. */
  readonly value?: number;
}

/** Charts with more points look evenly spaced already. */
const maxSparsePoints = 30;
const maxSlots = 240;
/** The shortest time axis has two whole minutes, so that it has two different labels. */
const minSpanSeconds = 120;
const daySeconds = 86_400;
/** Distances between slots that divide minutes, hours and days, so that slots are at round times. */
const stepsSeconds = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200, daySeconds];

/**
 * Shifts a time so that its UTC fields are those of the local clock. The chart library knows UTC only, and would put the
 * boundaries of days there. The hour that a clock repeats in autumn is drawn once.
 */
export function toWallClock(at: number, offsetMinutes = -new Date(at).getTimezoneOffset()): number {
  return at + offsetMinutes * 60_000;
}

const secondOf = (at: number) => Math.floor(at / 1000);

/**
 * Returns evenly spaced times that cover a sparse chart; null for a dense one. The chart library places points side by
 * side, whatever their times: without slots, two points are a short line in the middle of the chart.
 */
export function slotTimes(points: readonly Point[]): readonly number[] | null {
  const seconds = [...new Set(points.map(({ at }) => secondOf(at)))];
  if (seconds.length === 0 || seconds.length > maxSparsePoints) return null;
  const last = Math.max(...seconds);
  const first = Math.min(last - minSpanSeconds, ...seconds);
  const span = last - first;
  const step =
    stepsSeconds.find(each => span / each <= maxSlots) ?? Math.ceil(span / maxSlots / daySeconds) * daySeconds;
  const [from, to] = [Math.floor(first / step), Math.ceil(last / step)];
  return Array.from({ length: to - from + 1 }, (_, index) => (from + index) * step);
}

/** The points as the chart library requires them: ascending, unique seconds; at the times of the slots if there are any. */
export function seriesData(points: readonly Point[], slots: readonly number[] | null): Slot[] {
  const bySecond = new Map(points.map(({ at, percent }) => [secondOf(at), percent]));
  const sorted = [...bySecond].sort(([a], [b]) => a - b).map(([time, value]) => ({ time, value }));
  if (slots === null || sorted.length === 0) return sorted;
  return slots.map(time => {
    const value = sorted.findLast(point => point.time <= time)?.value;
    return value === undefined ? { time } : { time, value };
  });
}

/** The distance at which a label is clear of a price tag, in pixels. */
const clearOfTag = 17;

/** Whether a price tag on the axis covers the label of a tick. The ticks span about the height of the chart. */
function isCovered(value: number, values: readonly number[], { prices, height }: PriceTags): boolean {
  if (values.length < 2) return false;
  const pixelsPerPercent = height / values.length / Math.abs(values[1] - values[0]);
  return prices.some(price => Math.abs(price - value) * pixelsPerPercent < clearOfTag);
}

interface PriceTags {
  readonly prices: readonly number[];
  /** Height of the price axis in pixels. */
  readonly height: number;
}

const noTags: PriceTags = { prices: [], height: 0 };

/** Axis labels with as many decimals as they need to differ; none outside 0 and 100 %, and none below a price tag. */
export function percentTicks(values: readonly number[], tags = noTags): string[] {
  const isExact = (decimals: number) =>
    values.every(value => Math.abs(value - Number(value.toFixed(decimals))) < 1e-6 * 10 ** -decimals);
  const decimals = [0, 1].find(isExact) ?? 2;
  return values.map(value =>
    value < -0.05 || value > 100.05 || isCovered(value, values, tags) ? '' : `${Math.abs(value).toFixed(decimals)}%`,
  );
}
