/** Figures of a run, from the moments (in ms, ascending) at which writes were acknowledged. */

const windowMs = 1_000;
const stepMs = 100;
const minBucketMs = 250;
/** Of a slow machine's few writes a longer time must be looked at to tell an outage from chance. */
const minExpected = 20;
/** The load pauses between requests, so a healthy service keeps its rate within this share. */
const fullShare = 0.7;
const outageShare = 0.25;

/** Index of the first moment at or after `at`. */
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

/** How long after `end` the first second at full rate begins; null if none does before `until`. */
export function recoveryMs(moments: readonly number[], baseline: number, end: number, until: number): number | null {
  for (let at = end; at + windowMs <= until; at += stepMs) {
    if (rateBetween(moments, at, at + windowMs) >= baseline * fullShare) return at - end;
  }
  return null;
}

/** The time in which hardly any write was acknowledged. */
export function outageMs(moments: readonly number[], baseline: number, from: number, to: number): number {
  const bucketMs = Math.max(minBucketMs, Math.ceil((minExpected * 1000) / Math.max(baseline, 1)));
  let lost = 0;
  for (let at = from; at + bucketMs <= to; at += bucketMs) {
    if (rateBetween(moments, at, at + bucketMs) < baseline * outageShare) lost += bucketMs;
  }
  return lost;
}
