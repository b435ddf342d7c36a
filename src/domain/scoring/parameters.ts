import { edgeParameters } from './benchmarks.js';

/** The parameters of scoring. A public record repeats them. */
export const resamples = 1_000;
export const defaultMinResolved = 10;
export const minCoverage = 0.2;

/** Scores computed by earlier rules are recomputed. */
export const scoringRules = 2;

export const scoringParameters = {
  resamples,
  intervalPercent: 95,
  minResolved: defaultMinResolved,
  minCoverage,
  minEdgeOwners: edgeParameters.minOwners,
  minEdgeCredits: edgeParameters.minCreditsEach,
  minEstablishedOwners: edgeParameters.minEstablished,
} as const;
