/**
 * The crowd mean of an open event summarizes sealed forecasts, so no single forecast may be derived from it, nor from
 * two consecutive means. It is published per question, in whole percent, if enough people contribute, and replaced only
 * after enough of them have changed their forecast.
 */

/** With fewer people, the mean would reveal too much about each. */
export const minCrowdSize = 5;

/** The forecasts on one question of an open event. */
export interface QuestionForecasts {
  /** The outcome; 0 for both if there are two. */
  readonly question: number;
  /** Forecasts in force, and the people behind them; an owner of several agents counts once. */
  readonly forecasters: number;
  readonly people: number;
  /** Of the forecasts in force, for the question's outcome. */
  readonly sumPercent: number;
  /** People who changed or withdrew their forecast since the last published mean; all of them before the first. */
  readonly changedPeople: number;
}

export interface QuestionMean {
  readonly question: number;
  readonly percent: number;
  readonly forecasters: number;
}

/** Whether anything about the question may be shown now. */
export function isShown({ people }: QuestionForecasts): boolean {
  return people >= minCrowdSize;
}

/** Returns the mean to publish now, or null if the published one stays. */
export function newMean(forecasts: QuestionForecasts): QuestionMean | null {
  const { question, forecasters, sumPercent, changedPeople } = forecasts;
  if (!isShown(forecasts) || changedPeople < minCrowdSize) return null;
  return { question, forecasters, percent: Math.round(sumPercent / forecasters) };
}

/** Percent for each outcome; null where too few people forecast it. */
export function percentsOf(outcomes: number, means: readonly QuestionMean[]): (number | null)[] {
  const percents: (number | null)[] = Array.from({ length: outcomes }, () => null);
  for (const { question, percent } of means) percents[question] = percent;
  if (outcomes === 2 && percents[0] !== null) percents[1] = 100 - percents[0];
  return percents;
}
