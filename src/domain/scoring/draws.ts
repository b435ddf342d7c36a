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
  const [a, b, c, counter] = state;
  const drawn = (((a + b) | 0) + counter) | 0;
  state[0] = b ^ (b >>> 9);
  state[1] = c + (c << 3);
  state[2] = ((c << 21) | (c >>> 11)) + drawn;
  state[3] = counter + 1;
  return Math.floor((drawn >>> 0) * (below / 2 ** 32));
}

/**
 * Draws `count` of `count` items with replacement and writes the sum of each lane at `place`. An item's lanes lie side by
 * side. This is `drawIndex` unrolled into the loop, which a thousand million draws are grateful for.
 */
export function sumDraws(
  state: DrawState,
  items: Float64Array,
  count: number,
  sums: Float64Array,
  place: number,
): void {
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let counter = state[3];
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  const scale = count / 2 ** 32;
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
  state[0] = a;
  state[1] = b;
  state[2] = c;
  state[3] = counter;
  sums[place] = first;
  sums[place + 1] = second;
  sums[place + 2] = third;
  sums[place + 3] = fourth;
}
