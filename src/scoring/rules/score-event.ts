import type { Benchmarks } from './benchmarks.js';
import { ErrorSum, squaredError, wholeMillionths } from './error-path.js';
import { type ForecastChange, type Stretch, stretchesOf } from './forecast-history.js';
import { addPathError, type ErrorPath, momentOf, type PricePath } from './price-path.js';
import { sortedOrder } from './result-table.js';
import {
  type EventScore,
  meanOver,
  type PreparedEvent,
  prepareEvent,
  type ResolvedEvent,
  scoreStretches,
} from './score-forecasts.js';

export interface CrowdScore {
  readonly brier: number;
  /** The market's score over the time with a crowd. */
  readonly marketBrier: number;
  /** The benchmark's score over this time; null if the event does not count for edge. */
  readonly benchmarkBrier: number | null;
  readonly coverage: number;
}

export interface EventBaselines {
  /** The score of always forecasting 50 % on every outcome. */
  readonly always50: number;
  /** The market's score over the whole open life; null if the event had none. */
  readonly market: number | null;
  /**
   * The score of the benchmark for an owner without trades over the whole open life; null if the event does not count for
   * edge.
   */
  readonly benchmark: number | null;
  /** Null if no player had a forecast in force. */
  readonly crowd: CrowdScore | null;
}

/**
 * The crowd's forecast on an outcome is the plain mean of the forecasts in force on it, or the market's price if there
 * are none. It exists while at least one player has a forecast on the event.
 */
interface Crowd {
  players: number;
  readonly sums: Float64Array;
  readonly counts: Float64Array;
}

/** The start and end of every interval, in order of time. */
interface Edges {
  readonly stretches: readonly Stretch[];
  readonly moments: Float64Array;
  /** 2 · index of an interval for its start, 2 · index + 1 for its end. */
  readonly order: Int32Array;
}

/** Neumaier's compensated sum. */
class CompensatedSum {
  #sum = 0;
  #rest = 0;

  add(value: number): void {
    const next = this.#sum + value;
    this.#rest += Math.abs(this.#sum) >= Math.abs(value) ? this.#sum - next + value : value - next + this.#sum;
    this.#sum = next;
  }

  get value(): number {
    return this.#sum + this.#rest;
  }
}

function* edgesOf(forecasters: readonly (readonly Stretch[])[]): Generator<void, Edges> {
  const stretches = forecasters.flat();
  const keys = new Float64Array(stretches.length * 2);
  for (let index = 0; index < stretches.length; index += 1) {
    keys[2 * index] = stretches[index].from;
    keys[2 * index + 1] = stretches[index].to;
  }
  const order = yield* sortedOrder(keys);
  return { stretches, moments: new Float64Array(keys.length).map((_, index) => keys[order[index]]), order };
}

function applyEdge(crowd: Crowd, { live }: Stretch, sign: 1 | -1): void {
  crowd.players += sign;
  for (let outcome = 0; outcome < live.length; outcome += 1) {
    const forecast = live[outcome];
    if (forecast === null) continue;
    crowd.sums[outcome] += sign * forecast;
    crowd.counts[outcome] += sign;
  }
}

/** The market's prices, and the benchmark for owners without trades. */
interface Paths {
  readonly path: PricePath;
  readonly benchmark: ErrorPath | null;
}

/** Adds the time between two edges, in which the crowd does not change, to the sums. */
function addSpan(sums: CrowdSums, crowd: Crowd, { path, benchmark }: Paths, from: number, to: number): void {
  const start = momentOf(path, from);
  const end = momentOf(path, to);
  sums.ms += to - from;
  const [benchmarkStart, benchmarkEnd] = benchmark ? [momentOf(benchmark, from), momentOf(benchmark, to)] : [];
  for (let outcome = 0; outcome < path.outcomes; outcome += 1) {
    addPathError(sums.market[outcome], path, outcome, start, end);
    if (benchmark && benchmarkStart && benchmarkEnd) {
      addPathError(sums.benchmark[outcome], benchmark, outcome, benchmarkStart, benchmarkEnd);
    }
    if (crowd.counts[outcome] === 0) addPathError(sums.filled[outcome], path, outcome, start, end);
    else {
      const mean = crowd.sums[outcome] / crowd.counts[outcome];
      sums.own[outcome].add(squaredError(mean, sums.payoutMillionths[outcome]) * (to - from));
    }
  }
}

interface CrowdSums {
  readonly payoutMillionths: readonly number[];
  readonly own: readonly CompensatedSum[];
  readonly filled: readonly ErrorSum[];
  readonly market: readonly ErrorSum[];
  readonly benchmark: readonly ErrorSum[];
  ms: number;
}

const edgesBetweenPauses = 8_192;

function* sweep(event: PreparedEvent, paths: Paths, edges: Edges): Generator<void, CrowdSums> {
  const { outcomes, payoutMillionths } = event;
  const { stretches, moments, order } = edges;
  const crowd: Crowd = { players: 0, sums: new Float64Array(outcomes), counts: new Float64Array(outcomes) };
  const sums: CrowdSums = {
    payoutMillionths,
    own: payoutMillionths.map(() => new CompensatedSum()),
    filled: payoutMillionths.map(() => new ErrorSum()),
    market: payoutMillionths.map(() => new ErrorSum()),
    benchmark: payoutMillionths.map(() => new ErrorSum()),
    ms: 0,
  };
  let since = 0;
  for (let index = 0; index < order.length; index += 1) {
    if (moments[index] > since && crowd.players > 0) addSpan(sums, crowd, paths, since, moments[index]);
    since = moments[index];
    applyEdge(crowd, stretches[order[index] >> 1], order[index] % 2 === 0 ? 1 : -1);
    if (index % edgesBetweenPauses === 0) yield;
  }
  return sums;
}

function* crowdOf(event: PreparedEvent, paths: Paths, edges: Edges): Generator<void, CrowdScore | null> {
  const { outcomes, lifeMs } = event;
  const { own, filled, market, benchmark, ms } = yield* sweep(event, paths, edges);
  if (ms === 0) return null;
  return {
    brier: meanOver(outcomes, k => own[k].value / ms + filled[k].mean(ms)),
    marketBrier: meanOver(outcomes, k => market[k].mean(ms)),
    benchmarkBrier: paths.benchmark && meanOver(outcomes, k => benchmark[k].mean(ms)),
    coverage: ms / lifeMs,
  };
}

export function always50Brier(payoutMillionths: readonly number[]): number {
  return meanOver(payoutMillionths.length, k => squaredError(wholeMillionths / 2, payoutMillionths[k]));
}

function wholeLifeBrier({ outcomes, lifeMs }: PreparedEvent, path: ErrorPath): number {
  const [start, end] = [momentOf(path, 0), momentOf(path, lifeMs)];
  return meanOver(outcomes, outcome => {
    const sum = new ErrorSum();
    addPathError(sum, path, outcome, start, end);
    return sum.mean(lifeMs);
  });
}

/** Takes the intervals of all players of the event, in any order. */
function* baselinesOf(
  event: PreparedEvent,
  forecasters: readonly (readonly Stretch[])[],
  benchmark: ErrorPath | null,
): Generator<void, EventBaselines> {
  const { path, payoutMillionths } = event;
  return {
    always50: always50Brier(payoutMillionths),
    market: path && wholeLifeBrier(event, path),
    benchmark: path && benchmark && wholeLifeBrier(event, benchmark),
    crowd: path && (yield* crowdOf(event, { path, benchmark }, yield* edgesOf(forecasters))),
  };
}

export interface Forecaster {
  readonly player: string;
  /** The owner whose shares are excluded from the player's benchmark. */
  readonly owner: string;
  readonly changes: readonly ForecastChange[];
}

export interface ScoredEvent {
  /** The players who had a forecast in force, in the given order. */
  readonly scores: readonly { readonly player: string; readonly score: EventScore }[];
  readonly baselines: EventBaselines;
}

const playersBetweenPauses = 500;

interface History {
  readonly player: string;
  readonly owner: string;
  readonly stretches: readonly Stretch[];
  score: EventScore | null;
}

function* historiesOf(event: PreparedEvent, forecasters: Iterable<Forecaster>): Generator<void, History[]> {
  const histories: History[] = [];
  for (const { player, owner, changes } of forecasters) {
    histories.push({ player, owner, stretches: stretchesOf(changes, event), score: null });
    if (histories.length % playersBetweenPauses === 0) yield;
  }
  return histories;
}

/** The histories by owner, for owners with a separate benchmark; the others under null. */
function byBenchmark(histories: readonly History[], benchmarks: Benchmarks): Map<string | null, History[]> {
  const groups = new Map<string | null, History[]>();
  for (const history of histories) {
    const key = benchmarks.hasOwnPath(history.owner) ? history.owner : null;
    const group = groups.get(key);
    if (group) group.push(history);
    else groups.set(key, [history]);
  }
  return groups;
}

function* scoreAll(event: PreparedEvent, histories: readonly History[], path: ErrorPath | null): Generator<void, void> {
  for (let index = 0; index < histories.length; index += 1) {
    histories[index].score = scoreStretches(event, histories[index].stretches, path);
    if (index % playersBetweenPauses === 0) yield;
  }
}

/**
 * Scores all players of an event. `benchmarksOf` returns the benchmark of their edge. Yields regularly, so that the
 * caller can run other work.
 */
export function* scoreEvent(
  event: ResolvedEvent,
  forecasters: Iterable<Forecaster>,
  benchmarksOf: (prepared: PreparedEvent) => Benchmarks,
): Generator<void, ScoredEvent> {
  const prepared = prepareEvent(event);
  yield;
  const histories = yield* historiesOf(prepared, forecasters);
  const benchmarks = benchmarksOf(prepared);
  for (const [owner, group] of byBenchmark(histories, benchmarks)) {
    yield* scoreAll(prepared, group, yield* benchmarks.pathOf(owner));
  }
  const outside = yield* benchmarks.pathOf(null);
  const baselines = yield* baselinesOf(
    prepared,
    histories.map(({ stretches }) => stretches),
    outside,
  );
  return { scores: histories.flatMap(({ player, score }) => (score ? [{ player, score }] : [])), baselines };
}
