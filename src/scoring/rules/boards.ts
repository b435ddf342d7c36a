import { ensure } from '../../kernel/invariant.js';
import { dayMs } from '../../kernel/time.js';
import { microsPerUnit } from '../../kernel/units.js';
import { solveEventEffects } from './fixed-effects.js';
import { Bootstrap, type Estimate, type Estimator } from './intervals.js';
import type { ResultTable } from './result-table.js';
import type { EventBaselines } from './score-event.js';
import { defaultMinResolved, minCoverage, resamples } from './score-forecasts.js';

export const boardWindows = ['7d', '30d', '90d', 'all'] as const;
export type BoardWindow = (typeof boardWindows)[number];

export interface BoardScope {
  readonly window: BoardWindow;
  /** Null for all categories together. */
  readonly category: string | null;
}

const windowDays = { '7d': 7, '30d': 30, '90d': 90, all: Number.POSITIVE_INFINITY } as const;

/**
 * Part of every seed: changing this text would change every interval. No category is named `*`. The set of events is
 * not part of it, so equal events have equal leaderboards in every set.
 */
export function scopeKey({ window, category }: BoardScope): string {
  return `${window}/${category ?? '*'}`;
}

interface DatedEvent {
  readonly resolvedAtMs: number;
  readonly category: string;
}

/** Whether an event is in the scope at `asOfMs`. The window excludes its start and includes its end. */
export function isInScope(event: DatedEvent, { window, category }: BoardScope, asOfMs: number): boolean {
  const ageMs = asOfMs - event.resolvedAtMs;
  return ageMs >= 0 && ageMs < windowDays[window] * dayMs && (category === null || category === event.category);
}

/** Each category and all together, for every window with an event. */
export function scopesOf(events: readonly DatedEvent[], asOfMs: number): BoardScope[] {
  const categories = [null, ...new Set(events.map(event => event.category))];
  const all = boardWindows.flatMap(window => categories.map(category => ({ window, category })));
  return all.filter(scope => events.some(event => isInScope(event, scope, asOfMs)));
}

/** Which events count: real ones, demo ones, or both. */
export const eventSets = ['real', 'demo', 'all'] as const;
export type EventSet = (typeof eventSets)[number];

/** A scope of the events of one set, the key of stored leaderboards. */
export interface StoredScope extends BoardScope {
  readonly events: EventSet;
}

export function isInSet(demo: boolean, set: EventSet): boolean {
  return set === 'all' || demo === (set === 'demo');
}

/**
 * The sets to build leaderboards of, given the events of a scope. Leaderboards depend on the events alone and not on
 * the name of the set, so a scope with events of one kind is built once and also serves as its set of all events.
 */
export function setsToBuild(events: readonly { readonly demo: boolean }[]): readonly EventSet[] {
  const hasDemo = events.some(({ demo }) => demo);
  const hasReal = events.some(({ demo }) => !demo);
  if (hasDemo && hasReal) return eventSets;
  return hasReal ? ['real'] : hasDemo ? ['demo'] : [];
}

/** Real events once they have leaderboards, otherwise demo events. */
export function defaultSet(stored: readonly StoredScope[]): EventSet {
  return stored.some(({ events }) => events === 'real') ? 'real' : 'demo';
}

/** The stored scopes that together hold the leaderboards of a set, one for each window and category. */
export function scopesOfSet(stored: readonly StoredScope[], set: EventSet): StoredScope[] {
  if (set !== 'all') return stored.filter(({ events }) => events === set);
  const chosen = new Map<string, StoredScope>();
  for (const scope of stored) {
    const key = `${scope.window} ${scope.category ?? ''}`;
    if (scope.events === 'all' || !chosen.has(key)) chosen.set(key, scope);
  }
  return [...chosen.values()];
}

export interface RankedRow {
  /** 1 for the best; null for a player with too few events or too little coverage. */
  readonly rank: number | null;
  readonly row: BoardRow;
}

interface RankingOptions {
  readonly minResolved?: number;
  /** Which players to list, by id. */
  readonly includes?: (player: string) => boolean;
}

/** Allows for rounding: the mean of ten coverages of 0.2 is slightly less than 0.2. */
const coverageThreshold = minCoverage - 1e-9;

/** Ranks the rows of a leaderboard, given best first: those that qualify, then the others without a rank. */
export function rankRows(rows: readonly BoardRow[], options: RankingOptions = {}): RankedRow[] {
  const { minResolved = defaultMinResolved, includes = () => true } = options;
  const ranked: RankedRow[] = [];
  const others: RankedRow[] = [];
  for (const row of rows) {
    if (!includes(row.player)) continue;
    const qualifies = row.resolvedEvents >= minResolved && (row.coverage === null || row.coverage >= coverageThreshold);
    if (qualifies) ranked.push({ rank: ranked.length + 1, row });
    else others.push({ rank: null, row });
  }
  return [...ranked, ...others];
}

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

/**
 * Binary format of a scope's leaderboards: the length of a header, the header as JSON with players and row counts, then
 * the numbers of all rows as little-endian doubles. Decoding it costs a fraction of parsing JSON.
 */
interface Header {
  readonly format: 1;
  readonly players: readonly string[];
  readonly rows: Readonly<Record<BoardName, number>>;
  readonly baselines: Readonly<Record<BoardName, number>>;
}

const numbersPerRow = 7;

function rowsInOrder(boards: Boards): BoardRow[] {
  return boardNames.flatMap(board => [...boards.rows[board], ...boards.baselines[board]]);
}

function countRows(lists: Boards['rows']): Record<BoardName, number> {
  const { brier, edge, adjusted, profit } = lists;
  return { brier: brier.length, edge: edge.length, adjusted: adjusted.length, profit: profit.length };
}

export function boardsToBytes(boards: Boards): Uint8Array {
  const rows = rowsInOrder(boards);
  const players = [...new Set(rows.map(row => row.player))];
  const indexes = new Map(players.map((player, playerIndex) => [player, playerIndex]));
  const head: Header = { format: 1, players, rows: countRows(boards.rows), baselines: countRows(boards.baselines) };
  // Padded to eight bytes, so that the numbers are aligned.
  const text = JSON.stringify(head);
  const start = 8 + Math.ceil(text.length / 8) * 8;
  const bytes = new Uint8Array(start + rows.length * numbersPerRow * 8);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, text.length, true);
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    ensure('ids-are-ascii', code < 128, () => head.players.find(player => /[^ -~]/.test(player)) ?? '');
    bytes[8 + index] = code;
  }
  rows.forEach(({ player, mean, low, high, resolvedEvents, coverage, total }, index) => {
    const playerIndex = indexes.get(player) as number;
    const numbers = [playerIndex, mean, low, high, resolvedEvents, coverage ?? Number.NaN, total ?? Number.NaN];
    numbers.forEach((number, column) => {
      view.setFloat64(start + (index * numbersPerRow + column) * 8, number, true);
    });
  });
  return bytes;
}

export function boardsFromBytes(bytes: Uint8Array): Boards {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getUint32(0, true);
  let text = '';
  for (let index = 8; index < 8 + length; index += 1) text += String.fromCharCode(bytes[index]);
  const head = JSON.parse(text) as Header;
  ensure('board-format', head.format === 1, () => `${head.format}`);
  let at = 8 + Math.ceil(length / 8) * 8;
  const next = () => {
    at += 8;
    return view.getFloat64(at - 8, true);
  };
  const orNull = (value: number) => (Number.isNaN(value) ? null : value);
  const readRow = (): BoardRow => ({
    player: head.players[next()],
    mean: next(),
    low: next(),
    high: next(),
    resolvedEvents: next(),
    coverage: orNull(next()),
    total: orNull(next()),
  });
  const empty = (): Record<BoardName, BoardRow[]> => ({ brier: [], edge: [], adjusted: [], profit: [] });
  const boards = { rows: empty(), baselines: empty() };
  for (const board of boardNames) {
    for (let count = head.rows[board]; count > 0; count -= 1) boards.rows[board].push(readRow());
    for (let count = head.baselines[board]; count > 0; count -= 1) boards.baselines[board].push(readRow());
  }
  return boards;
}
