import { ensure } from '../../kernel/invariant.js';
import { bpsPerUnit } from '../../kernel/units.js';
import { edgeParameters } from './benchmarks.js';
import type { CalibrationPoint } from './calibration.js';
import {
  ErrorSum,
  maxLifeMs,
  millionthsOfBps,
  millionthsPerBps,
  percentOfMillionths,
  squaredError,
} from './error-path.js';
import { type ForecastChange, type Life, type Stretch, stretchesOf } from './forecast-history.js';
import {
  addPathError,
  buildPricePath,
  type ErrorPath,
  momentOf,
  type PricePath,
  type PriceStep,
  stepBefore,
} from './price-path.js';

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

/**
 * Calibration points of one player's final forecasts on one event: percent per outcome, null if the market's price was
 * used. With two outcomes the second is the complement of the first, so only the first counts.
 */
export function finalPoints(
  finalPercents: readonly (number | null)[],
  payoutBps: readonly number[],
): CalibrationPoint[] {
  const counted = finalPercents.length === 2 ? finalPercents.slice(0, 1) : finalPercents;
  return counted.flatMap((percent, outcome) =>
    percent === null ? [] : [{ probability: percent / 100, outcome: payoutBps[outcome] / bpsPerUnit }],
  );
}

/** Runs a generator to its end without pausing at its yields. */
export function runToEnd<Result>(steps: Generator<unknown, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value as Result;
  }
}

export interface ResolvedEvent {
  readonly opensAtMs: number;
  readonly effectiveCloseAtMs: number;
  /** Basis points per outcome. */
  readonly payoutBps: readonly number[];
  /** In order of time, the first at or before the opening. */
  readonly prices: readonly PriceStep[];
}

export interface PreparedEvent extends Life {
  readonly payoutMillionths: readonly number[];
  /** Null for an event whose open life is empty. */
  readonly path: PricePath | null;
}

export interface QuestionScore {
  readonly brier: number;
  readonly marketBrier: number;
  readonly last: number;
  /** Percent in force at the last instant; null if the market's price was used. */
  readonly lastProbability: number | null;
}

export interface EventScore {
  /** Time mean of the squared error while the player had a forecast in force, then the mean over outcomes. */
  readonly brier: number;
  /** The same with the market's prices, over the same time. */
  readonly marketBrier: number;
  /** The same with the benchmark's prices; null if the event does not count for the player's edge. */
  readonly benchmarkBrier: number | null;
  /** benchmarkBrier − brier. */
  readonly edge: number | null;
  /** The squared error of the forecast in force at the last instant of this time. */
  readonly last: number;
  /** This time as a share of the event's open life. */
  readonly coverage: number;
  readonly questions: readonly QuestionScore[];
}

export function prepareEvent({ opensAtMs, effectiveCloseAtMs, payoutBps, prices }: ResolvedEvent): PreparedEvent {
  const lifeMs = Math.max(0, effectiveCloseAtMs - opensAtMs);
  ensure('whole-milliseconds', Number.isSafeInteger(opensAtMs) && Number.isSafeInteger(lifeMs), () => `${lifeMs} ms`);
  ensure('event-life', lifeMs <= maxLifeMs, () => `${lifeMs} ms`);
  const path = lifeMs === 0 ? null : buildPricePath(prices, { opensAtMs, lifeMs, payoutBps });
  return { outcomes: payoutBps.length, opensAtMs, lifeMs, payoutMillionths: payoutBps.map(millionthsOfBps), path };
}

export function meanOver(count: number, measure: (index: number) => number): number {
  let sum = 0;
  for (let index = 0; index < count; index += 1) sum += measure(index);
  return sum / count;
}

function coveredMs(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, { from, to }) => sum + (to - from), 0);
}

function sumErrors(stretches: readonly Stretch[], path: PricePath, payoutMillionths: readonly number[]) {
  const playerErrors = payoutMillionths.map(() => new ErrorSum());
  const market = payoutMillionths.map(() => new ErrorSum());
  for (const { from, to, live } of stretches) {
    const start = momentOf(path, from);
    const end = momentOf(path, to);
    for (let outcome = 0; outcome < live.length; outcome += 1) {
      const ownMillionths = live[outcome];
      addPathError(market[outcome], path, outcome, start, end);
      if (ownMillionths === null) addPathError(playerErrors[outcome], path, outcome, start, end);
      else playerErrors[outcome].add(ownMillionths - payoutMillionths[outcome], to - from);
    }
  }
  return { own: playerErrors, market };
}

/** The mean error of a path over the intervals, and then over the outcomes. */
function meanError(path: ErrorPath, stretches: readonly Stretch[], ms: number): number {
  const sums = Array.from({ length: path.outcomes }, () => new ErrorSum());
  for (const { from, to } of stretches) {
    const [start, end] = [momentOf(path, from), momentOf(path, to)];
    for (let outcome = 0; outcome < path.outcomes; outcome += 1) addPathError(sums[outcome], path, outcome, start, end);
  }
  return meanOver(path.outcomes, k => sums[k].mean(ms));
}

/**
 * Scores intervals from `stretchesOf` for the same event; null if there are none. The benchmark is null if the event
 * does not count for the player's edge.
 */
export function scoreStretches(
  event: PreparedEvent,
  stretches: readonly Stretch[],
  benchmark: ErrorPath | null,
): EventScore | null {
  const { path, payoutMillionths, outcomes, lifeMs } = event;
  const final = stretches.at(-1);
  if (path === null || final === undefined) return null;
  const ms = coveredMs(stretches);
  const { own, market } = sumErrors(stretches, path, payoutMillionths);
  const lastStep = stepBefore(path, final.to) * outcomes;
  const questions = payoutMillionths.map((payout, outcome): QuestionScore => {
    const ownMillionths = final.live[outcome];
    const inForce = ownMillionths ?? path.pricesBps[lastStep + outcome] * millionthsPerBps;
    return {
      brier: own[outcome].mean(ms),
      marketBrier: market[outcome].mean(ms),
      last: squaredError(inForce, payout),
      lastProbability: ownMillionths === null ? null : percentOfMillionths(ownMillionths),
    };
  });
  const brier = meanOver(outcomes, k => questions[k].brier);
  const marketBrier = meanOver(outcomes, k => questions[k].marketBrier);
  const benchmarkBrier = benchmark && meanError(benchmark, stretches, ms);
  return {
    brier,
    marketBrier,
    benchmarkBrier,
    edge: benchmarkBrier === null ? null : benchmarkBrier - brier,
    last: meanOver(outcomes, k => questions[k].last),
    coverage: ms / lifeMs,
    questions,
  };
}

/** Scores one player on one event; null without a forecast in force. The changes may come in any order. */
export function scoreForecasts(
  event: PreparedEvent,
  changes: readonly ForecastChange[],
  benchmark: ErrorPath | null = null,
): EventScore | null {
  return scoreStretches(event, stretchesOf(changes, event), benchmark);
}

interface LoneQuestion {
  readonly opensAtMs: number;
  readonly effectiveCloseAtMs: number;
  /** The payout, 0 to 1. */
  readonly outcome: number;
}

export interface LoneScore {
  readonly brier: number;
  readonly last: number;
  readonly coverage: number;
  readonly lastProbability: number;
}

/** The same score for a single question without a market. All changes are of outcome 0. */
export function scoreLoneQuestion(question: LoneQuestion, changes: readonly ForecastChange[]): LoneScore | null {
  const { opensAtMs, outcome } = question;
  const lifeMs = question.effectiveCloseAtMs - opensAtMs;
  ensure('event-life', lifeMs <= maxLifeMs, () => `${lifeMs} ms`);
  const stretches = stretchesOf(changes, { outcomes: 1, opensAtMs, lifeMs });
  const final = stretches.at(-1);
  if (final === undefined) return null;
  const payout = millionthsOfBps(outcome * 10_000);
  const sum = new ErrorSum();
  for (const { from, to, live } of stretches) sum.add(live[0]! - payout, to - from);
  const ms = coveredMs(stretches);
  return {
    brier: sum.mean(ms),
    last: squaredError(final.live[0]!, payout),
    coverage: ms / lifeMs,
    lastProbability: percentOfMillionths(final.live[0]!),
  };
}
