import { ensure } from '../invariant.js';
import { GrowingColumn, NameIndex } from './growing-column.js';
import { countingSort } from './typed-sorting.js';

/** One player's result on one event. A missing measure is null and is not counted. */
export interface Result {
  readonly player: string;
  readonly event: string;
  readonly brier: number | null;
  readonly edge: number | null;
  readonly coverage: number | null;
  readonly profitMicrocredits: number | null;
}

/**
 * Results sorted by player id, then by event id. Sums and draws follow this order, so the same results give
 * bit-identical numbers, regardless of the order in which they arrived.
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

/** Sorts names by code units, and returns the rank of each. */
function ranksOf(names: readonly string[]): { sorted: string[]; ranks: Int32Array } {
  const order = names.map((_, index) => index).sort((a, b) => (names[a] < names[b] ? -1 : 1));
  const ranks = new Int32Array(names.length);
  for (let index = 0; index < order.length; index += 1) ranks[order[index]] = index;
  return { sorted: order.map(index => names[index]), ranks };
}

const rowsBetweenPauses = 65_536;

function* renumbered(numbers: Float64Array, ranks: Int32Array): Generator<void, Int32Array> {
  const renamed = new Int32Array(numbers.length);
  for (let row = 0; row < numbers.length; row += 1) {
    renamed[row] = ranks[numbers[row]];
    if (row % rowsBetweenPauses === 0) yield;
  }
  return renamed;
}

function* reordered<Values extends Float64Array | Int32Array>(
  values: Values,
  rows: Int32Array,
): Generator<void, Values> {
  const result = values.slice();
  for (let index = 0; index < rows.length; index += 1) {
    result[index] = values[rows[index]];
    if (index % rowsBetweenPauses === 0) yield;
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

/** Collects results in any order into a table. */
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
    const players = ranksOf(this.#players.names);
    const events = ranksOf(this.#events.names);
    const player = yield* renumbered(this.#player.values, players.ranks);
    const event = yield* renumbered(this.#event.values, events.ranks);
    const unsorted = event.map((_, row) => row);
    const byEvent = yield* countingSort(unsorted, event, events.sorted.length);
    const { rows, offsets } = yield* countingSort(byEvent.rows, player, players.sorted.length);
    const table = {
      players: players.sorted,
      events: events.sorted,
      offsets,
      event: yield* reordered(event, rows),
      brier: yield* reordered(this.#brier.values, rows),
      edge: yield* reordered(this.#edge.values, rows),
      coverage: yield* reordered(this.#coverage.values, rows),
      profit: yield* reordered(this.#profit.values, rows),
    };
    ensureOnce(table);
    return table;
  }
}
