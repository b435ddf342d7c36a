import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoundedMap } from './bounded-map.js';

const keysOf = (map: Iterable<[string, unknown]>) => [...map].map(([key]) => key);

describe('a bounded map', () => {
  it('evicts the entry that was set first, and treats a key set again as new', () => {
    const map = new BoundedMap<number>(2);
    for (const [index, key] of ['a', 'b', 'a', 'c'].entries()) map.set(key, index);
    expect([...map]).toEqual([
      ['a', 2],
      ['c', 3],
    ]);
    expect([map.get('b'), map.has('b'), map.size]).toEqual([undefined, false, 2]);
  });

  it('does not reorder entries that are read', () => {
    const map = new BoundedMap<number>(2);
    map.set('a', 1);
    map.set('b', 2);
    map.get('a');
    map.set('c', 3);
    expect(keysOf(map)).toEqual(['b', 'c']);
  });

  it('evicts as many entries as the weight of a new one needs', () => {
    const map = new BoundedMap<string>(10, { max: 10, weightOf: (key, value) => key.length + value.length });
    for (const key of ['a', 'b', 'c']) map.set(key, 'xx');
    map.set('d', 'xxxxx');
    expect(keysOf(map)).toEqual(['c', 'd']);
    map.set('d', '');
    map.set('e', 'xxxxx');
    expect(keysOf(map)).toEqual(['c', 'd', 'e']);
  });

  it('evicts an entry heavier than the maximum, with all others', () => {
    const map = new BoundedMap<string>(10, { max: 5, weightOf: (_key, value) => value.length });
    map.set('a', 'x');
    map.set('b', 'xxxxxx');
    expect(map.size).toBe(0);
    map.set('c', 'xxxxx');
    expect(keysOf(map)).toEqual(['c']);
  });

  it('can be cleared, and changed while iterating', () => {
    const map = new BoundedMap<number>(10, { max: 10, weightOf: (_key, value) => value });
    for (const key of ['a', 'b', 'c']) map.set(key, 3);
    for (const [key] of map) if (key !== 'b') map.delete(key);
    expect(keysOf(map)).toEqual(['b']);
    map.clear();
    expect(map.size).toBe(0);
    for (const key of ['a', 'b', 'c']) map.set(key, 3);
    expect(map.size).toBe(3);
  });
});

/** Nanoseconds per entry set in a map that is full and evicts one for each; the best of five rounds. */
function costOfEviction(maxEntries: number): number {
  const map = new BoundedMap<number>(maxEntries);
  let count = 0;
  const add = (sets: number) => {
    for (let left = sets; left > 0; left -= 1) map.set(`key ${count++}`, count);
  };
  add(2 * maxEntries);
  const rounds = Array.from({ length: 5 }, () => {
    const start = performance.now();
    add(2_000);
    return performance.now() - start;
  });
  return (Math.min(...rounds) / 2_000) * 1e6;
}

describe('a full bounded map', () => {
  it('evicts about as fast with 100,000 entries as with 1,000', () => {
    expect(costOfEviction(100_000) / costOfEviction(1_000)).toBeLessThan(20);
  });

  it('still evicts the oldest after many entries were set again or deleted', () => {
    const map = new BoundedMap<number>(3);
    for (const key of ['a', 'b', 'c', 'd']) map.set(key, 0);
    for (let round = 0; round < 10; round += 1) for (const key of ['b', 'c', 'd']) map.set(key, round);
    map.delete('b');
    for (const key of ['e', 'f']) map.set(key, 0);
    expect(keysOf(map)).toEqual(['d', 'e', 'f']);
    map.clear();
    for (const key of ['g', 'h', 'i', 'j']) map.set(key, 0);
    expect(keysOf(map)).toEqual(['h', 'i', 'j']);
  });
});

describe('any changes to a bounded map', () => {
  it('leave the newest entries that fit', () => {
    const step = fc.record({
      key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      value: fc.option(fc.integer({ min: 0, max: 6 })),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), steps => {
        const map = new BoundedMap<number>(3, { max: 8, weightOf: (_key, value) => value });
        let expected: [string, number][] = [];
        for (const { key, value } of steps) {
          expected = expected.filter(entry => entry[0] !== key);
          if (value === null) map.delete(key);
          else {
            map.set(key, value);
            expected.push([key, value]);
            while (expected.length > 3 || expected.reduce((sum, entry) => sum + entry[1], 0) > 8) expected.shift();
          }
          expect([...map]).toEqual(expected);
        }
      }),
    );
  });
});
