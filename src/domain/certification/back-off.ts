import { seconds } from './verdict.js';

/** Judges the back-offs of a client between failures of the service, one series per intended order. */

/** Minimum mean total of the back-offs of one intended order. */
const minTotalMs = 500;
/**
 * If the longest back-off is at most this many times the shortest, they count as constant, with or without slight
 * jitter.
 */
const alike = 1.6;
/** The same for a single series, which is similar by chance more often than all of them. */
const alikeAlone = 1.1;
/**
 * Ten back-offs do not show reliably whether they grow: with decorrelated jitter, or full jitter that soon reaches its
 * cap, the later ones are less than 0.46 times as long as the early ones in 1 of 10,000 runs. Only a clear decrease
 * fails a client.
 */
const shrunk = 0.4;
const early = 2;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => sum(values) / values.length;

function areWithin(factor: number, pauses: readonly number[]): boolean {
  return Math.max(...pauses) <= factor * Math.min(...pauses);
}

/**
 * Two series without jitter differ only by noise of the network and the clocks, which is some milliseconds regardless
 * of their length; two series with jitter differ by a large part of it. The difference of each pair is measured in
 * square roots of its length: 8 ms of 500, 23 ms of 4,000. An outlier in a long back-off then weighs little, and a short
 * one that repeats by chance proves little. Lengths below a tenth of a second count as a tenth. One outlier of any size,
 * such as the first request to a cold service, is ignored if all others agree closely.
 *
 * This detects any fixed schedule (exponential, linear, a table or a cap), and latency cancels out because it is in both
 * series. Of simulated clients with full, equal or decorrelated jitter from 100 ms on, fewer than 1 in 10,000 fail; of
 * the SDK's own, fewer than 1 in 1,000,000. The worst is equal jitter from 100 ms on, with 4 in 100,000.
 */
const sameWithin = 0.37;
const sameWithinButOne = 0.13;
const shortestLengthMs = 100;

function isRepeated(first: readonly number[], second: readonly number[]): boolean {
  // Every back-off includes latency, which the client does not choose; it is at most the shortest of them.
  const latency = Math.min(...first, ...second);
  const differences = first.map((pause, index) => {
    const other = second[index];
    return Math.abs(pause - other) / Math.sqrt(Math.max(pause - latency, other - latency, shortestLengthMs));
  });
  differences.sort((a, b) => a - b);
  return mean(differences) <= sameWithin || mean(differences.slice(0, -1)) <= sameWithinButOne;
}

/**
 * A client whose schedule continues from order to order never repeats a back-off but still has no jitter: each step
 * from one back-off to the next is the previous step times a constant, which is 1 for constant increments. Steps
 * contain no latency. The remainder is measured as above, for one back-off; clients without jitter leave 0.05, and of
 * honest ones the worst, equal jitter from 100 ms on, leaves less than the bound in fewer than 1 of 100,000 runs.
 */
const followsWithin = 0.12;
const slowestGrowth = 0.9;
const fastestGrowth = 4;

function followsOneRule(series: readonly (readonly number[])[]): boolean {
  const steps = series.flatMap(pauses =>
    pauses.slice(2).map((pause, index) => ({
      before: pauses[index + 1] - pauses[index],
      next: pause - pauses[index + 1],
      length: Math.max(pause, shortestLengthMs),
    })),
  );
  const product = sum(steps.map(({ before, next, length }) => (before * next) / length));
  const growth = product / sum(steps.map(({ before, length }) => before ** 2 / length));
  if (!(growth >= slowestGrowth && growth <= fastestGrowth)) return false;
  // Three back-offs contribute to each remainder, with these weights.
  const spread = Math.hypot(1, 1 + growth, growth);
  const remainders = steps.map(
    ({ before, next, length }) => Math.abs(next - growth * before) / spread / Math.sqrt(length),
  );
  return mean(remainders) <= followsWithin;
}

/**
 * Describes what is wrong with back-offs that should grow and be jittered; null if nothing. All series have the same
 * length.
 */
export function backOffProblem(series: readonly (readonly number[])[]): string | null {
  const total = sum(series.map(sum)) / series.length;
  if (total < minTotalMs) return `the delays of an order add up to only ${seconds(total)}, which hammers the service`;
  if (areWithin(alike, series.flat())) {
    return `the delays are uniform: the longest is at most ${alike} times as long as the shortest`;
  }
  if (series.some(pauses => areWithin(alikeAlone, pauses))) {
    return `the delays of one order are uniform: the longest is at most ${alikeAlone} times as long as the shortest`;
  }
  const before = mean(series.flatMap(pauses => pauses.slice(0, early)));
  const later = mean(series.flatMap(pauses => pauses.slice(early)));
  if (later <= shrunk * before)
    return `the delays shrink: the later ones are ${(later / before).toFixed(2)} times as long as the first ${early} of an order`;
  const [first, second] = series;
  if (!second) return null;
  if (isRepeated(first, second)) return 'the delays of the second order repeat those of the first: they have no jitter';
  if (!followsOneRule(series)) return null;
  return 'each delay follows from the previous one in both orders: they have no jitter';
}
