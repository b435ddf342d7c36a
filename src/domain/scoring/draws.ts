/**
 * A reproducible random generator: sfc32, with 32-bit numbers and 128 bits of state, seeded from a text. It uses only
 * 32-bit integer arithmetic, so it gives the same numbers on every machine.
 */
export type DrawState = Int32Array;

/** How many lists of values are resampled with the same draws. */
export const lanes = 4;

function hash(text: string, start: number, factor: number): number {
  let value = start | 0;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), factor);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return value ^ (value >>> 16);
}

export function seededBy(text: string): DrawState {
  const state = Int32Array.of(hash(text, 0x811c9dc5, 0x01000193), hash(text, 0x9e3779b9, 0x5bd1e995), text.length, 1);
  // The first numbers still resemble the seed.
  for (let warm = 0; warm < 16; warm += 1) drawIndex(state, 1);
  return state;
}

/** Draws a uniformly distributed integer from 0 to below `below`. */
export function drawIndex(state: DrawState, below: number): number {
  const b = state[1];
  const c = state[2];
  const counter = state[3];
  const drawn = (((state[0] + b) | 0) + counter) | 0;
  state[0] = b ^ (b >>> 9);
  state[1] = c + (c << 3);
  state[2] = ((c << 21) | (c >>> 11)) + drawn;
  state[3] = counter + 1;
  return Math.floor((drawn >>> 0) * (below / 2 ** 32));
}

/** A block of items fits into the processor's cache. */
const blockBits = 13;
export const blockItems = 2 ** blockBits;

/** Counts, for `count` draws of as many items, how many fall into each block. */
function countBlocks(state: DrawState, count: number, counts: Int32Array): void {
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let counter = state[3];
  const scale = count / 2 ** 32;
  for (let draw = 0; draw < count; draw += 1) {
    const drawn = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + drawn) | 0;
    counts[(((drawn >>> 0) * scale) | 0) >>> blockBits] += 1;
  }
  state[0] = a;
  state[1] = b;
  state[2] = c;
  state[3] = counter;
}

/** Draws `count` of the `size` items starting at `from` and adds each lane to `sums` at `offset`. */
function addDraws(
  state: DrawState,
  items: Float64Array,
  { from, size, count }: Block,
  sums: Float64Array,
  offset: number,
) {
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let counter = state[3];
  let first = sums[offset];
  let second = sums[offset + 1];
  let third = sums[offset + 2];
  let fourth = sums[offset + 3];
  const scale = size / 2 ** 32;
  for (let draw = 0; draw < count; draw += 1) {
    const drawn = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + drawn) | 0;
    const item = (from + (((drawn >>> 0) * scale) | 0)) * lanes;
    first += items[item];
    second += items[item + 1];
    third += items[item + 2];
    fourth += items[item + 3];
  }
  state[0] = a;
  state[1] = b;
  state[2] = c;
  state[3] = counter;
  sums[offset] = first;
  sums[offset + 1] = second;
  sums[offset + 2] = third;
  sums[offset + 3] = fourth;
}

/**
 * The same for a list of a single block, once for each entry of `sums`. Most lists are short, and a call per resample
 * would cost more than the draws.
 */
function addAllDraws(state: DrawState, items: Float64Array, count: number, sums: Float64Array): void {
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let counter = state[3];
  const scale = count / 2 ** 32;
  for (let offset = 0; offset < sums.length; offset += lanes) {
    let first = 0;
    let second = 0;
    let third = 0;
    let fourth = 0;
    for (let draw = 0; draw < count; draw += 1) {
      const drawn = (((a + b) | 0) + counter) | 0;
      counter = (counter + 1) | 0;
      a = b ^ (b >>> 9);
      b = (c + (c << 3)) | 0;
      c = (((c << 21) | (c >>> 11)) + drawn) | 0;
      const item = (((drawn >>> 0) * scale) | 0) * lanes;
      first += items[item];
      second += items[item + 1];
      third += items[item + 2];
      fourth += items[item + 3];
    }
    sums[offset] = first;
    sums[offset + 1] = second;
    sums[offset + 2] = third;
    sums[offset + 3] = fourth;
  }
  state[0] = a;
  state[1] = b;
  state[2] = c;
  state[3] = counter;
}

interface Block {
  readonly from: number;
  readonly size: number;
  readonly count: number;
}

const drawsBetweenPauses = 500_000;

/**
 * For each entry of `sums`, draws `count` of `count` items with replacement and sums each lane; the lanes of an item
 * are adjacent. For a long list it first draws how many draws fall into each block and then, block by block, which
 * items they are: the same distribution, and ten times faster because draws stay in the cache. The loops above inline
 * `drawIndex`.
 */
export function* resampleSums(
  state: DrawState,
  items: Float64Array,
  count: number,
  sums: Float64Array,
): Generator<void, void> {
  if (count <= blockItems) return addAllDraws(state, items, count, sums);
  const times = sums.length / lanes;
  const blocks = Math.ceil(count / blockItems);
  const counts = new Int32Array(times * blocks);
  let spent = 0;
  for (let time = 0; time < times; time += 1) {
    countBlocks(state, count, counts.subarray(time * blocks, (time + 1) * blocks));
    spent += count;
    if (spent >= drawsBetweenPauses) {
      spent = 0;
      yield;
    }
  }
  sums.fill(0);
  for (let block = 0; block < blocks; block += 1) {
    const from = block * blockItems;
    const size = Math.min(blockItems, count - from);
    for (let time = 0; time < times; time += 1) {
      addDraws(state, items, { from, size, count: counts[time * blocks + block] }, sums, time * lanes);
    }
    yield;
  }
}
