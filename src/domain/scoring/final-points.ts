import { bpsPerUnit } from '../units.js';
import type { CalibrationPoint } from './calibration.js';

/**
 * The final forecasts of one player on one event, percent for each outcome or null where the market's price stood in.
 * With two outcomes the second says nothing that the first does not, so the first alone is taken.
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
