/** A reproducible random source: the same seed gives the same numbers on every machine. */
export interface RandomSource {
  /** Uniform in [0, 1). */
  next(): number;
  between(low: number, high: number): number;
  /** Normally distributed with mean 0 and standard deviation 1. */
  normal(): number;
  pick<T>(values: readonly T[]): T;
}

/** FNV-1a, which spreads similar seeds over all 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let k = 0; k < text.length; k += 1) hash = Math.imul(hash ^ text.charCodeAt(k), 0x01000193);
  return hash >>> 0;
}

/** Mulberry32. A separate seed per purpose makes each sequence independent of the draws before it. */
export function seededSource(seed: string): RandomSource {
  let state = hashOf(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    pick: values => values[Math.floor(next() * values.length)],
  };
}
