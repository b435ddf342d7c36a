import { ensure } from '../../kernel/invariant.js';

/** A growable list of doubles, eight bytes each, for tables of millions of rows. */
export class GrowingColumn {
  #values = new Float64Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Float64Array(this.#length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  at(index: number): number {
    return this.#values[index];
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  /** A view, valid until the next push. */
  get values(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }
}

/** Names by number and numbers by name, in order of appearance. */
export class NameIndex {
  readonly #numbers = new Map<string, number>();
  readonly names: string[] = [];

  numberOf(name: string): number {
    const number = this.#numbers.get(name);
    if (number !== undefined) return number;
    this.#numbers.set(name, this.names.length);
    return this.names.push(name) - 1;
  }

  find(name: string): number | undefined {
    return this.#numbers.get(name);
  }
}

const rowsBetweenPauses = 65_536;

interface Sorted {
  readonly rows: Int32Array;
  /** Rows with key k are those from offsets[k] to offsets[k + 1]. */
  readonly offsets: Int32Array;
}

/** Stable sort of rows by a key from 0 to below `keyCount`. */
export function* countingSort(rows: Int32Array, keys: Int32Array, keyCount: number): Generator<void, Sorted> {
  const offsets = new Int32Array(keyCount + 1);
  for (let row = 0; row < keys.length; row += 1) offsets[keys[row] + 1] += 1;
  for (let key = 0; key < keyCount; key += 1) offsets[key + 1] += offsets[key];
  const next = offsets.slice();
  const sorted = new Int32Array(rows.length);
  for (let place = 0; place < rows.length; place += 1) {
    const key = keys[rows[place]];
    sorted[next[key]] = rows[place];
    next[key] += 1;
    if (place % rowsBetweenPauses === 0) yield;
  }
  return { rows: sorted, offsets };
}

/**
 * Returns the indexes of numbers in ascending order; the sort is stable. A merge sort on typed arrays is faster than
 * sorting with a comparison function, and it can yield.
 */
export function* sortedOrder(keys: Float64Array): Generator<void, Int32Array> {
  const count = keys.length;
  let order = new Int32Array(count).map((_, index) => index);
  let merged = new Int32Array(count);
  for (let width = 1; width < count; width *= 2) {
    for (let from = 0; from < count; from += 2 * width) {
      const middle = Math.min(from + width, count);
      const to = Math.min(middle + width, count);
      let left = from;
      let right = middle;
      for (let place = from; place < to; place += 1) {
        const takesLeft = left < middle && (right >= to || keys[order[left]] <= keys[order[right]]);
        merged[place] = takesLeft ? order[left] : order[right];
        if (takesLeft) left += 1;
        else right += 1;
      }
    }
    [order, merged] = [merged, order];
    yield;
  }
  return order;
}

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
