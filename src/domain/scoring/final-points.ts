import { bpsPerUnit } from '../units.js';
import type { CalibrationPoint } from './calibration.js';

/**
 * Calibration points of one player's final forecasts on one event: percent per outcome, null if the market's price was
 * used. With two outcomes the second is the complement of the first, so only the first counts.
 */
export function finalPoints(
  finalPercents: readonly (number | null)[],
  payoutBps: readonly number[],
): CalibrationPoint[] {
  const counted = finalPercents.length === 2 ? finalPercents.slice(0, 1) : finalPercents;
  return counted.flatMap((percent, outcome) =>
    percent === null ? [] : [{ probability: percent / 100, outcome: payoutBps[outcome] / bpsPerUnit }],
  );
}
