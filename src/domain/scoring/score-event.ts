import { baselinesOf, type EventBaselines } from './event-baselines.js';
import { type ForecastChange, stretchesOf } from './forecast-history.js';
import { type EventScore, prepareEvent, type ResolvedEvent, scoreStretches } from './score-forecasts.js';

export interface Forecaster {
  readonly player: string;
  readonly changes: readonly ForecastChange[];
}

export interface ScoredEvent {
  /** The players who had a forecast in force, in the given order. */
  readonly scores: readonly { readonly player: string; readonly score: EventScore }[];
  readonly baselines: EventBaselines;
}

const playersBetweenPauses = 500;

/** Scores all players of an event. Yields regularly, so that the caller can run other work. */
export function* scoreEvent(event: ResolvedEvent, forecasters: Iterable<Forecaster>): Generator<void, ScoredEvent> {
  const prepared = prepareEvent(event);
  yield;
  const scores: { player: string; score: EventScore }[] = [];
  const histories = [];
  for (const { player, changes } of forecasters) {
    const stretches = stretchesOf(changes, prepared);
    histories.push(stretches);
    const score = scoreStretches(prepared, stretches);
    if (score !== null) scores.push({ player, score });
    if (histories.length % playersBetweenPauses === 0) yield;
  }
  return { scores, baselines: yield* baselinesOf(prepared, histories) };
}
