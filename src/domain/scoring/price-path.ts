import { ensure } from '../invariant.js';
import { bpsPerUnit } from '../units.js';
import type { ErrorSum } from './squared-error.js';

export interface PriceStep {
  readonly atMs: number;
  /** One whole price for each outcome, in force until the next step. */
  readonly pricesBps: readonly number[];
}

/** What a path is measured against. */
interface Frame {
  readonly opensAtMs: number;
  readonly lifeMs: number;
  readonly payoutBps: readonly number[];
}

/**
 * The market's prices as a step function, with the integral of their squared error up to the start of each step. The two
 * digits of a squared error in basis points are summed apart, so the integrals are exact and a difference of two of them
 * is as good for a second as for a year.
 */
export interface PricePath {
  readonly outcomes: number;
  /** Milliseconds after the opening; the first is 0. */
  readonly starts: Float64Array;
  /** Step by step, all outcomes of a step together; so are the others. */
  readonly pricesBps: Uint16Array;
  readonly highDigits: Uint16Array;
  readonly lowDigits: Uint16Array;
  readonly highUntil: Float64Array;
  readonly lowUntil: Float64Array;
}

/** Of steps at the same moment the last counts, and what was before the opening is the opening price. */
function stepsWithin(steps: readonly PriceStep[], { opensAtMs, lifeMs, payoutBps }: Frame): PriceStep[] {
  const kept: PriceStep[] = [];
  let before = Number.NEGATIVE_INFINITY;
  for (const step of steps) {
    ensure('prices-in-order', step.atMs >= before, () => `a step at ${step.atMs} after one at ${before}`);
    before = step.atMs;
    const whole = step.pricesBps.every(bps => Number.isInteger(bps) && bps >= 0 && bps <= bpsPerUnit);
    ensure('whole-prices', whole && step.pricesBps.length === payoutBps.length, () => `[${step.pricesBps}]`);
    const atMs = Math.max(0, step.atMs - opensAtMs);
    if (atMs >= lifeMs) continue;
    if (kept.at(-1)?.atMs === atMs) kept.pop();
    kept.push({ atMs, pricesBps: step.pricesBps });
  }
  ensure('opening-price', kept[0]?.atMs === 0, () => 'the price path begins after the opening');
  return kept;
}

export function buildPricePath(steps: readonly PriceStep[], frame: Frame): PricePath {
  const kept = stepsWithin(steps, frame);
  const outcomes = frame.payoutBps.length;
  const size = kept.length * outcomes;
  const path: PricePath = {
    outcomes,
    starts: Float64Array.from(kept, step => step.atMs),
    pricesBps: new Uint16Array(size),
    highDigits: new Uint16Array(size),
    lowDigits: new Uint16Array(size),
    highUntil: new Float64Array(size),
    lowUntil: new Float64Array(size),
  };
  for (let step = 0; step < kept.length; step += 1) {
    const ms = step === 0 ? 0 : path.starts[step] - path.starts[step - 1];
    for (let outcome = 0; outcome < outcomes; outcome += 1) {
      const here = step * outcomes + outcome;
      const price = kept[step].pricesBps[outcome];
      const square = (price - frame.payoutBps[outcome]) ** 2;
      path.pricesBps[here] = price;
      path.highDigits[here] = Math.floor(square / 1e4);
      path.lowDigits[here] = square % 1e4;
      if (step === 0) continue;
      const earlier = here - outcomes;
      path.highUntil[here] = path.highUntil[earlier] + path.highDigits[earlier] * ms;
      path.lowUntil[here] = path.lowUntil[earlier] + path.lowDigits[earlier] * ms;
    }
  }
  return path;
}

/** The last step that starts at or before the moment. */
function stepAt({ starts }: PricePath, ms: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (starts[middle] <= ms) low = middle;
    else high = middle;
  }
  return low;
}

/** The prices just before the moment: a step exactly there came too late. */
export function stepBefore(path: PricePath, ms: number): number {
  const step = stepAt(path, ms);
  return step > 0 && path.starts[step] === ms ? step - 1 : step;
}

/** A moment with its step, found once for all outcomes. */
export interface PathMoment {
  readonly ms: number;
  readonly step: number;
}

export function momentOf(path: PricePath, ms: number): PathMoment {
  return { ms, step: stepAt(path, ms) };
}

export function addMarketError(
  sum: ErrorSum,
  path: PricePath,
  outcome: number,
  from: PathMoment,
  to: PathMoment,
): void {
  const first = from.step * path.outcomes + outcome;
  const last = to.step * path.outcomes + outcome;
  const headMs = from.ms - path.starts[from.step];
  const tailMs = to.ms - path.starts[to.step];
  sum.addDigits(
    path.highUntil[last] - path.highUntil[first] + path.highDigits[last] * tailMs - path.highDigits[first] * headMs,
    path.lowUntil[last] - path.lowUntil[first] + path.lowDigits[last] * tailMs - path.lowDigits[first] * headMs,
  );
}
