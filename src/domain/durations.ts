/** Durations in milliseconds. */
const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Time-dependent values are computed for the last multiple of this, so that equal data has an equal ETag. */
export const gridMs = 10 * secondMs;
export const gridMoment = (now: number) => Math.floor(now / gridMs) * gridMs;
