import { ensure } from '../invariant.js';
import { microsPerUnit } from '../units.js';
import type { EventBaselines } from './event-baselines.js';
import { solveEventEffects } from './fixed-effects.js';
import { Bootstrap, type Estimate, type Estimator } from './intervals/bootstrap.js';
import { resamples } from './parameters.js';
import type { ResultTable } from './result-table.js';

export const boardNames = ['brier', 'edge', 'adjusted', 'profit'] as const;
export type BoardName = (typeof boardNames)[number];

export const baselineNames = ['always-50', 'market', 'crowd'] as const;
export type BaselineName = (typeof baselineNames)[number];

export interface BoardRow extends Estimate {
  /** The id of a player, or the name of a baseline. */
  readonly player: string;
  readonly resolvedEvents: number;
  /** The mean over the events that count on this leaderboard; null for profit. */
  readonly coverage: number | null;
  /** The sum over all events, for profit only. Profit is in credits. */
  readonly total: number | null;
}

export interface Boards {
  /** Best first, see `compareRows`. */
  readonly rows: Readonly<Record<BoardName, readonly BoardRow[]>>;
  /** Always 50 %, the market and the crowd, if they exist. */
  readonly baselines: Readonly<Record<BoardName, readonly BoardRow[]>>;
}

export interface BoardInput {
  /** Part of the seed, see `scopeKey`. */
  readonly scope: string;
  readonly results: ResultTable;
  /** All events of the scope; those with results must be among them. */
  readonly events: ReadonlyMap<string, EventBaselines>;
  /** Computes means and intervals; by default the bootstrap of the arena. */
  readonly estimator?: Estimator;
  /** Receives, for each event of the component, the offset from a score to the adjusted score. */
  readonly onOffsets?: (offsets: ReadonlyMap<string, number>) => void;
}

/** One subject's values on one leaderboard, each with its coverage. */
interface Values {
  readonly board: BoardName;
  values: Float64Array;
  coverages: Float64Array;
  count: number;
}

/** Converts a score on an event to the scale of the adjusted leaderboard; null outside the component. */
type Adjust = (event: string, score: number) => number | null;

/** 1 if a lower value is better, -1 if a higher one is. */
const direction: Record<BoardName, 1 | -1> = { brier: 1, adjusted: 1, edge: -1, profit: -1 };

/** Best first; ties go to the player with more events, then to the lower id. Profit is ranked by its total. */
function compareRows(board: BoardName): (a: BoardRow, b: BoardRow) => number {
  return (a, b) => {
    const difference = (a.total ?? a.mean) - (b.total ?? b.mean);
    if (difference !== 0) return difference * direction[board];
    if (a.resolvedEvents !== b.resolvedEvents) return b.resolvedEvents - a.resolvedEvents;
    return a.player < b.player ? -1 : 1;
  };
}

function makeRow(player: string, { board, values, coverages, count }: Values, estimate: Estimate): BoardRow {
  const sum = (list: Float64Array) => list.subarray(0, count).reduce((total, value) => total + value, 0);
  if (board !== 'profit') {
    return { player, ...estimate, resolvedEvents: count, coverage: sum(coverages) / count, total: null };
  }
  const [mean, low, high] = [estimate.mean, estimate.low, estimate.high].map(micros => micros / microsPerUnit);
  return { player, mean, low, high, resolvedEvents: count, coverage: null, total: sum(values) / microsPerUnit };
}

/** The seed prefix of a player's or baseline's draws. */
export function seedOf(scope: string, player: string): string {
  return `${scope}\n${player}`;
}

/**
 * Collects the values of one subject at a time and estimates its leaderboards; lists of equal length share their draws.
 */
class Subject {
  readonly #estimator: Estimator;
  readonly #lists = boardNames.map(
    (board): Values => ({ board, values: new Float64Array(64), coverages: new Float64Array(64), count: 0 }),
  );

  constructor(estimator: Estimator = new Bootstrap(resamples)) {
    this.#estimator = estimator;
  }

  add(board: BoardName, value: number, coverage: number): void {
    const list = this.#lists[boardNames.indexOf(board)];
    if (list.count === list.values.length) {
      const grown = (old: Float64Array) => {
        const larger = new Float64Array(old.length * 2);
        larger.set(old);
        return larger;
      };
      list.values = grown(list.values);
      list.coverages = grown(list.coverages);
    }
    list.values[list.count] = value;
    list.coverages[list.count] = coverage;
    list.count += 1;
  }

  *finish(player: string, scope: string, into: Record<BoardName, BoardRow[]>): Generator<void, void> {
    const lengths = new Set(this.#lists.map(({ count }) => count).filter(count => count > 0));
    for (const length of lengths) {
      const alike = this.#lists.filter(({ count }) => count === length);
      const columns = alike.map(({ values }) => values.subarray(0, length));
      const names = alike.map(({ board }) => board);
      const estimates = yield* this.#estimator.estimate(columns, seedOf(scope, player), names);
      alike.forEach((list, index) => {
        into[list.board].push(makeRow(player, list, estimates[index]));
      });
    }
    for (const list of this.#lists) list.count = 0;
  }
}

/** Shifts the effects so that forecasting 50 % on every event of the component scores 0.25. */
function* adjustment({ results, events, onOffsets }: BoardInput): Generator<void, Adjust> {
  const solved = yield* solveEventEffects(results);
  if (solved === null) return () => null;
  const { effects, component } = solved;
  const effectOf = new Map<string, number>();
  let sum = 0;
  for (const event of component.eventOfTable) {
    effectOf.set(results.events[event], effects[event]);
    sum += events.get(results.events[event])!.always50 - effects[event];
  }
  const always50 = sum / component.events;
  onOffsets?.(new Map([...effectOf].map(([event, effect]) => [event, 0.25 - always50 - effect])));
  return (event, score) => {
    const effect = effectOf.get(event);
    return effect === undefined ? null : score - effect - always50 + 0.25;
  };
}

function emptyRows(): Record<BoardName, BoardRow[]> {
  return { brier: [], edge: [], adjusted: [], profit: [] };
}

function addScore(subject: Subject, event: string, score: number, coverage: number, adjust: Adjust): void {
  subject.add('brier', score, coverage);
  const adjusted = adjust(event, score);
  if (adjusted !== null) subject.add('adjusted', adjusted, coverage);
}

function* playerRows(
  { results, scope, estimator }: BoardInput,
  adjust: Adjust,
): Generator<void, Record<BoardName, BoardRow[]>> {
  const { players, events, offsets, event, brier, edge, coverage, profit } = results;
  const rows = emptyRows();
  const subject = new Subject(estimator);
  for (let player = 0; player < players.length; player += 1) {
    for (let row = offsets[player]; row < offsets[player + 1]; row += 1) {
      if (!Number.isNaN(brier[row])) addScore(subject, events[event[row]], brier[row], coverage[row], adjust);
      if (!Number.isNaN(edge[row])) subject.add('edge', edge[row], coverage[row]);
      if (!Number.isNaN(profit[row])) subject.add('profit', profit[row], Number.NaN);
    }
    yield* subject.finish(players[player], scope, rows);
  }
  return rows;
}

function* baselineRows(
  { events, scope, estimator }: BoardInput,
  adjust: Adjust,
): Generator<void, Record<BoardName, BoardRow[]>> {
  const rows = emptyRows();
  const subject = new Subject(estimator);
  const inOrder = [...events].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [event, { always50, benchmark }] of inOrder) {
    addScore(subject, event, always50, 1, adjust);
    if (benchmark !== null) subject.add('edge', benchmark - always50, 1);
  }
  yield* subject.finish('always-50', scope, rows);
  for (const [event, { market, benchmark }] of inOrder) {
    if (market === null) continue;
    addScore(subject, event, market, 1, adjust);
    if (benchmark !== null) subject.add('edge', benchmark - market, 1);
  }
  yield* subject.finish('market', scope, rows);
  for (const [event, { crowd }] of inOrder) {
    if (crowd === null) continue;
    addScore(subject, event, crowd.brier, crowd.coverage, adjust);
    if (crowd.benchmarkBrier !== null) subject.add('edge', crowd.benchmarkBrier - crowd.brier, crowd.coverage);
  }
  yield* subject.finish('crowd', scope, rows);
  return rows;
}

/** Builds the four leaderboards of a scope. Yields every few milliseconds, so that the caller can run other work. */
export function* buildBoards(input: BoardInput): Generator<void, Boards> {
  const { results, events } = input;
  const unknown = results.events.find(event => !events.has(event));
  ensure('known-events', unknown === undefined, () => `results on ${unknown}, which is not in the scope`);
  const adjust = yield* adjustment(input);
  const rows = yield* playerRows(input, adjust);
  for (const board of boardNames) rows[board].sort(compareRows(board));
  return { rows, baselines: yield* baselineRows(input, adjust) };
}
