/**
 * The crowd mean of an open event speaks of forecasts that are sealed, so nobody's own must follow from it, nor from two
 * of them taken one after the other. It is told question by question, in whole percent, where enough people are behind
 * it, and a new one takes the place of an old one only after enough of them have changed.
 */

/** Fewer people than these say too much about each other. */
export const minCrowdSize = 5;

/** The forecasts on one question of an open event. */
export interface QuestionForecasts {
  /** An outcome or, where there are two, 0 for both. */
  readonly question: number;
  /** Forecasts in force, and the people behind them: whoever has several agents is one of them. */
  readonly forecasters: number;
  readonly people: number;
  /** Of the forecasts in force, for the question's outcome. */
  readonly sumPercent: number;
  /** People who have said something else, or taken it back, since the last mean was published; all before the first. */
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

/** The mean that is to be published now; null where what was published before stays. */
export function newMean(said: QuestionForecasts): QuestionMean | null {
  const { question, forecasters, sumPercent, changedPeople } = said;
  if (!isShown(said) || changedPeople < minCrowdSize) return null;
  return { question, forecasters, percent: Math.round(sumPercent / forecasters) };
}

/** Percent for each outcome, null where too few have spoken of it. */
export function percentsOf(outcomes: number, means: readonly QuestionMean[]): (number | null)[] {
  const percents: (number | null)[] = Array.from({ length: outcomes }, () => null);
  for (const { question, percent } of means) percents[question] = percent;
  if (outcomes === 2 && percents[0] !== null) percents[1] = 100 - percents[0];
  return percents;
}
