/** The numbers that scoring is fixed by. A public record repeats them, so that a reader need not guess. */
export const resamples = 1_000;
export const usualMinResolved = 10;
export const minCoverage = 0.2;

export const scoringParameters = {
  resamples,
  intervalPercent: 95,
  minResolved: usualMinResolved,
  minCoverage,
} as const;
