/** Metrics of a run, from the timestamps of acknowledged writes (in ms, ascending). */

const windowMs = 1_000;
const stepMs = 100;
const minBucketMs = 250;
/** A slow machine writes less often, so it needs a longer window to distinguish an outage from chance. */
const minExpected = 20;
const outageShare = 0.25;

/** The index of the first timestamp at or after `at`. */
function firstAt(moments: readonly number[], at: number): number {
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (moments[middle] < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Acknowledged writes per second. */
export function rateBetween(moments: readonly number[], from: number, to: number): number {
  return ((firstAt(moments, to) - firstAt(moments, from)) * 1000) / (to - from);
}

/** The time from `end` to the first second with at least `rate` writes; null if there is none before `until`. */
export function recoveryMs(moments: readonly number[], rate: number, end: number, until: number): number | null {
  for (let at = end; at + windowMs <= until; at += stepMs) {
    if (rateBetween(moments, at, at + windowMs) >= rate) return at - end;
  }
  return null;
}

/** The total time with almost no acknowledged writes. */
export function outageMs(moments: readonly number[], baseline: number, from: number, to: number): number {
  const bucketMs = Math.max(minBucketMs, Math.ceil((minExpected * 1000) / Math.max(baseline, 1)));
  let lost = 0;
  for (let at = from; at + bucketMs <= to; at += bucketMs) {
    if (rateBetween(moments, at, at + bucketMs) < baseline * outageShare) lost += bucketMs;
  }
  return lost;
}
