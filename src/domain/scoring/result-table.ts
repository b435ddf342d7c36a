import { ensure } from '../invariant.js';
import { countingSort } from './counting-sort.js';
import { GrowingColumn, NameIndex } from './growing-column.js';

/** What one player got from one event. A measure that does not exist is null and counts nowhere. */
export interface Result {
  readonly player: string;
  readonly event: string;
  readonly brier: number | null;
  readonly edge: number | null;
  readonly coverage: number | null;
  readonly profitMicrocredits: number | null;
}

/**
 * Results in an order that depends on nothing but the ids: players in order, of each player the events in order. Sums and
 * draws follow it, so the same results give the same numbers to the last bit, however they arrived.
 */
export interface ResultTable {
  readonly players: readonly string[];
  readonly events: readonly string[];
  /** Rows of player p are those from offsets[p] to offsets[p + 1]. */
  readonly offsets: Int32Array;
  readonly event: Int32Array;
  /** A missing measure is NaN. */
  readonly brier: Float64Array;
  readonly edge: Float64Array;
  readonly coverage: Float64Array;
  readonly profit: Float64Array;
}

/** For each name its place among all names in order of code units, which is the same everywhere. */
function placesOf(names: readonly string[]): { sorted: string[]; places: Int32Array } {
  const order = names.map((_, index) => index).sort((a, b) => (names[a] < names[b] ? -1 : 1));
  const places = new Int32Array(names.length);
  for (let place = 0; place < order.length; place += 1) places[order[place]] = place;
  return { sorted: order.map(index => names[index]), places };
}

const rowsBetweenPauses = 65_536;

function* renumbered(numbers: Float64Array, places: Int32Array): Generator<void, Int32Array> {
  const renamed = new Int32Array(numbers.length);
  for (let row = 0; row < numbers.length; row += 1) {
    renamed[row] = places[numbers[row]];
    if (row % rowsBetweenPauses === 0) yield;
  }
  return renamed;
}

function* taken<Values extends Float64Array | Int32Array>(values: Values, rows: Int32Array): Generator<void, Values> {
  const result = values.slice();
  for (let place = 0; place < rows.length; place += 1) {
    result[place] = values[rows[place]];
    if (place % rowsBetweenPauses === 0) yield;
  }
  return result as Values;
}

function ensureOnce({ players, offsets, event }: Pick<ResultTable, 'players' | 'offsets' | 'event'>): void {
  for (let player = 0; player < players.length; player += 1) {
    for (let row = offsets[player] + 1; row < offsets[player + 1]; row += 1) {
      ensure('one-result-each', event[row] !== event[row - 1], () => `${players[player]} twice on one event`);
    }
  }
}

/** Takes results in any order and puts them into a table. */
export class ResultCollector {
  readonly #players = new NameIndex();
  readonly #events = new NameIndex();
  readonly #player = new GrowingColumn();
  readonly #event = new GrowingColumn();
  readonly #brier = new GrowingColumn();
  readonly #edge = new GrowingColumn();
  readonly #coverage = new GrowingColumn();
  readonly #profit = new GrowingColumn();

  add({ player, event, brier, edge, coverage, profitMicrocredits }: Result): void {
    this.#player.push(this.#players.numberOf(player));
    this.#event.push(this.#events.numberOf(event));
    this.#brier.push(brier ?? Number.NaN);
    this.#edge.push(edge ?? Number.NaN);
    this.#coverage.push(coverage ?? Number.NaN);
    this.#profit.push(profitMicrocredits ?? Number.NaN);
  }

  *finish(): Generator<void, ResultTable> {
    const players = placesOf(this.#players.names);
    const events = placesOf(this.#events.names);
    const player = yield* renumbered(this.#player.values, players.places);
    const event = yield* renumbered(this.#event.values, events.places);
    const unsorted = event.map((_, row) => row);
    const byEvent = yield* countingSort(unsorted, event, events.sorted.length);
    const { rows, offsets } = yield* countingSort(byEvent.rows, player, players.sorted.length);
    const table = {
      players: players.sorted,
      events: events.sorted,
      offsets,
      event: yield* taken(event, rows),
      brier: yield* taken(this.#brier.values, rows),
      edge: yield* taken(this.#edge.values, rows),
      coverage: yield* taken(this.#coverage.values, rows),
      profit: yield* taken(this.#profit.values, rows),
    };
    ensureOnce(table);
    return table;
  }
}
