/**
 * Chance that is the same on every machine: sfc32, a generator of 32-bit numbers with 128 bits of state, seeded from a
 * text. Only whole 32-bit arithmetic is used, so nothing depends on a processor.
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

/** A whole number from 0 to below `below`, each as likely as the others. */
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

/** As many items as a processor keeps near. */
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

/** Draws `count` of the `size` items from `from` on and adds up each lane into `sums` at `place`. */
function addDraws(
  state: DrawState,
  items: Float64Array,
  { from, size, count }: Block,
  sums: Float64Array,
  place: number,
) {
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let counter = state[3];
  let first = sums[place];
  let second = sums[place + 1];
  let third = sums[place + 2];
  let fourth = sums[place + 3];
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
  sums[place] = first;
  sums[place + 1] = second;
  sums[place + 2] = third;
  sums[place + 3] = fourth;
}

/**
 * The same for one block that is all there is, as often as `sums` has room: most lists are short, and a call each would
 * cost more than the draws.
 */
function addAllDraws(state: DrawState, items: Float64Array, count: number, sums: Float64Array): void {
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let counter = state[3];
  const scale = count / 2 ** 32;
  for (let place = 0; place < sums.length; place += lanes) {
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
    sums[place] = first;
    sums[place + 1] = second;
    sums[place + 2] = third;
    sums[place + 3] = fourth;
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
 * As often as `sums` has room, draws `count` of `count` items with replacement and sums each lane; an item's lanes lie side
 * by side. A long list is drawn from in two steps, first how many draws fall into each block and then, block by block, which
 * of its items they are: as likely as drawing at once, and ten times quicker, since no draw waits for far memory. The loops
 * above are `drawIndex` unrolled, which a thousand million draws are grateful for.
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
