import { ensure } from '../../kernel/invariant.js';
import { wilsonInterval } from '../../kernel/statistics.js';
import { Bootstrap, type Estimate } from './intervals.js';
import { resamples } from './score-forecasts.js';

/** One question: the forecast probability and the payout of its outcome, both 0 to 1. */
export interface CalibrationPoint {
  readonly probability: number;
  readonly outcome: number;
}

export interface CalibrationBin {
  /** A bin includes its lower edge and excludes its upper one; the last also includes 1. */
  readonly from: number;
  readonly to: number;
  readonly n: number;
  readonly meanProbability: number | null;
  readonly observed: number | null;
  /** Wilson's 95 % interval around `observed`. */
  readonly low: number | null;
  readonly high: number | null;
}

/**
 * brier = reliability − resolution + uncertainty + withinBinVariance − withinBinCovariance. The last two come from
 * differences between forecasts within a bin; without them the sum would hold only if all forecasts of a bin were
 * equal. Uncertainty is the variance of the outcomes, which is f · (1 − f) if each came true or not.
 */
export interface MurphyParts {
  readonly reliability: number;
  readonly resolution: number;
  readonly uncertainty: number;
  readonly withinBinVariance: number;
  readonly withinBinCovariance: number;
}

export interface Calibration {
  readonly n: number;
  readonly brier: number | null;
  readonly bins: readonly CalibrationBin[];
  readonly murphy: MurphyParts | null;
}

const binCount = 10;

/** Compares with the edges themselves: 0.7 · 10 need not be 7 in floating point. */
function binOf(probability: number): number {
  ensure('probability-in-range', probability >= 0 && probability <= 1, () => `${probability}`);
  let bin = Math.min(binCount - 1, Math.floor(probability * binCount));
  if (bin + 1 < binCount && probability >= (bin + 1) / binCount) bin += 1;
  if (probability < bin / binCount) bin -= 1;
  return bin;
}

function mean(points: readonly CalibrationPoint[], measure: (point: CalibrationPoint) => number): number {
  return points.reduce((sum, point) => sum + measure(point), 0) / points.length;
}

function describeBin(points: readonly CalibrationPoint[], bin: number): CalibrationBin {
  const edges = { from: bin / binCount, to: (bin + 1) / binCount, n: points.length };
  if (points.length === 0) return { ...edges, meanProbability: null, observed: null, low: null, high: null };
  const observed = mean(points, point => point.outcome);
  const meanProbability = mean(points, point => point.probability);
  return { ...edges, meanProbability, observed, ...wilsonInterval(observed, points.length) };
}

function decompose(points: readonly CalibrationPoint[], bins: readonly CalibrationBin[]): MurphyParts {
  const base = mean(points, point => point.outcome);
  const means = bins.map(({ meanProbability, observed }) => ({ p: meanProbability ?? 0, o: observed ?? 0 }));
  const meanOf = (point: CalibrationPoint) => means[binOf(point.probability)];
  return {
    reliability: mean(points, point => (meanOf(point).p - meanOf(point).o) ** 2),
    resolution: mean(points, point => (meanOf(point).o - base) ** 2),
    uncertainty: mean(points, point => (point.outcome - base) ** 2),
    withinBinVariance: mean(points, point => (point.probability - meanOf(point).p) ** 2),
    withinBinCovariance:
      2 * mean(points, point => (point.probability - meanOf(point).p) * (point.outcome - meanOf(point).o)),
  };
}

export function calibrationOf(points: readonly CalibrationPoint[]): Calibration {
  const grouped = Array.from({ length: binCount }, (): CalibrationPoint[] => []);
  for (const point of points) grouped[binOf(point.probability)].push(point);
  const bins = grouped.map(describeBin);
  if (points.length === 0) return { n: 0, brier: null, bins, murphy: null };
  const brier = mean(points, ({ probability, outcome }) => (probability - outcome) ** 2);
  return { n: points.length, brier, bins, murphy: decompose(points, bins) };
}

/** The mean difference of two scores over the events that both have. */
export interface PairedDifference extends Estimate {
  readonly events: number;
  /** Events on which the first score is lower, which is better, on which it is higher, and on which both are equal. */
  readonly firstBetter: number;
  readonly secondBetter: number;
  readonly equal: number;
}

/**
 * First minus second, event by event, with a 95 % interval from the same seeded bootstrap as the leaderboards. Pairing
 * removes the difficulty of events. Null without a common event.
 */
export function* pairedDifference(
  first: readonly number[],
  second: readonly number[],
  seed: string,
): Generator<void, PairedDifference | null> {
  if (first.length === 0) return null;
  const differences = Float64Array.from(first, (value, index) => value - second[index]);
  const [estimate] = yield* new Bootstrap(resamples).estimate([differences], seed);
  const count = (matches: (difference: number) => boolean) => differences.filter(matches).length;
  return {
    ...estimate,
    events: differences.length,
    firstBetter: count(difference => difference < 0),
    secondBetter: count(difference => difference > 0),
    equal: count(difference => difference === 0),
  };
}

/** The mean of one score over events with its 95 % interval. Null without an event. */
export function* meanEstimate(values: readonly number[], seed: string): Generator<void, Estimate | null> {
  if (values.length === 0) return null;
  const [estimate] = yield* new Bootstrap(resamples).estimate([Float64Array.from(values)], seed);
  return estimate;
}
