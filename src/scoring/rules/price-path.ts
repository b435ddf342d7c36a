import { ensure } from '../../kernel/invariant.js';
import { bpsPerUnit } from '../../kernel/units.js';
import type { ErrorSum } from './error-path.js';

export interface PriceStep {
  readonly atMs: number;
  /** One whole price for each outcome, in force until the next step. */
  readonly pricesBps: readonly number[];
}

/** The event that a path is scored against. */
interface Frame {
  readonly opensAtMs: number;
  readonly lifeMs: number;
  readonly payoutBps: readonly number[];
}

/**
 * The squared errors of prices as a step function, with their integral up to the start of each step. The two
 * base-10,000 digits of a squared error in basis points are summed separately, so the integrals and their differences
 * are exact.
 */
export interface ErrorPath {
  readonly outcomes: number;
  /** Milliseconds after the opening; the first is 0. */
  readonly starts: Float64Array;
  /** Row-major by step, then outcome, like the arrays below. */
  readonly highDigits: Uint16Array;
  readonly lowDigits: Uint16Array;
  readonly highUntil: Float64Array;
  readonly lowUntil: Float64Array;
}

/** The market's prices with their errors. */
export interface PricePath extends ErrorPath {
  readonly pricesBps: Uint16Array;
}

/**
 * Clips steps to the event's open time. Of steps at the same time, the last counts; earlier ones set the opening price.
 */
function stepsWithin(steps: readonly PriceStep[], { opensAtMs, lifeMs, payoutBps }: Frame): PriceStep[] {
  const clipped: PriceStep[] = [];
  let before = Number.NEGATIVE_INFINITY;
  for (const step of steps) {
    ensure('prices-in-order', step.atMs >= before, () => `a step at ${step.atMs} after one at ${before}`);
    before = step.atMs;
    const whole = step.pricesBps.every(bps => Number.isInteger(bps) && bps >= 0 && bps <= bpsPerUnit);
    ensure('whole-prices', whole && step.pricesBps.length === payoutBps.length, () => `[${step.pricesBps}]`);
    const atMs = Math.max(0, step.atMs - opensAtMs);
    if (atMs >= lifeMs) continue;
    if (clipped.at(-1)?.atMs === atMs) clipped.pop();
    clipped.push({ atMs, pricesBps: step.pricesBps });
  }
  ensure('opening-price', clipped[0]?.atMs === 0, () => 'the price path begins after the opening');
  return clipped;
}

export function buildPricePath(steps: readonly PriceStep[], frame: Frame): PricePath {
  const clipped = stepsWithin(steps, frame);
  const outcomes = frame.payoutBps.length;
  const size = clipped.length * outcomes;
  const path: PricePath = {
    outcomes,
    starts: Float64Array.from(clipped, step => step.atMs),
    pricesBps: new Uint16Array(size),
    highDigits: new Uint16Array(size),
    lowDigits: new Uint16Array(size),
    highUntil: new Float64Array(size),
    lowUntil: new Float64Array(size),
  };
  for (let step = 0; step < clipped.length; step += 1) {
    const ms = step === 0 ? 0 : path.starts[step] - path.starts[step - 1];
    for (let outcome = 0; outcome < outcomes; outcome += 1) {
      const here = step * outcomes + outcome;
      const price = clipped[step].pricesBps[outcome];
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

/** Returns the last step that starts at or before `ms`. */
function stepAt({ starts }: ErrorPath, ms: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (starts[middle] <= ms) low = middle;
    else high = middle;
  }
  return low;
}

/** Returns the step in force just before `ms`, excluding one that starts exactly then. */
export function stepBefore(path: PricePath, ms: number): number {
  const step = stepAt(path, ms);
  return step > 0 && path.starts[step] === ms ? step - 1 : step;
}

/** A time and its step, looked up once for all outcomes. */
export interface PathMoment {
  readonly ms: number;
  readonly step: number;
}

export function momentOf(path: ErrorPath, ms: number): PathMoment {
  return { ms, step: stepAt(path, ms) };
}

export function addPathError(sum: ErrorSum, path: ErrorPath, outcome: number, from: PathMoment, to: PathMoment): void {
  const first = from.step * path.outcomes + outcome;
  const last = to.step * path.outcomes + outcome;
  const headMs = from.ms - path.starts[from.step];
  const tailMs = to.ms - path.starts[to.step];
  sum.addDigits(
    path.highUntil[last] - path.highUntil[first] + path.highDigits[last] * tailMs - path.highDigits[first] * headMs,
    path.lowUntil[last] - path.lowUntil[first] + path.lowDigits[last] * tailMs - path.lowDigits[first] * headMs,
  );
}
