import type { Benchmarks } from './benchmarks.js';
import { baselinesOf, type EventBaselines } from './event-baselines.js';
import { type ForecastChange, type Stretch, stretchesOf } from './forecast-history.js';
import type { ErrorPath } from './price-path.js';
import {
  type EventScore,
  type PreparedEvent,
  prepareEvent,
  type ResolvedEvent,
  scoreStretches,
} from './score-forecasts.js';

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
