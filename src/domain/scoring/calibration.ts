import { ensure } from '../invariant.js';
import { wilsonInterval } from '../wilson-interval.js';

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
  const own = (point: CalibrationPoint) => means[binOf(point.probability)];
  return {
    reliability: mean(points, point => (own(point).p - own(point).o) ** 2),
    resolution: mean(points, point => (own(point).o - base) ** 2),
    uncertainty: mean(points, point => (point.outcome - base) ** 2),
    withinBinVariance: mean(points, point => (point.probability - own(point).p) ** 2),
    withinBinCovariance: 2 * mean(points, point => (point.probability - own(point).p) * (point.outcome - own(point).o)),
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
