import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Cache, CachedLoad, CachedLoads, SharedLoads } from './cache.js';

/** The least recently used key first. */
const keysOf = <T extends object | string | number>(cache: Cache<T>) => [...cache.rkeys()];

describe('a cache', () => {
  it('evicts the entry that was used least recently', () => {
    const cache = new Cache<number>({ maxEntries: 2 });
    for (const [index, key] of ['a', 'b', 'a', 'c'].entries()) cache.set(key, index);
    expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.size]).toEqual([2, undefined, 3, 2]);
    cache.get('a');
    cache.set('d', 4);
    expect(keysOf(cache)).toEqual(['a', 'd']);
  });

  it('evicts as many entries as the weight of a new one needs', () => {
    const weightOf = (value: string, key: string) => key.length + value.length;
    const cache = new Cache<string>({ maxWeight: 10, weightOf });
    for (const key of ['a', 'b', 'c']) cache.set(key, 'xx');
    cache.set('d', 'xxxxx');
    expect(keysOf(cache)).toEqual(['c', 'd']);
    cache.set('d', '');
    cache.set('e', 'xxxxx');
    expect(keysOf(cache)).toEqual(['c', 'd', 'e']);
  });

  it('does not cache a value heavier than the maximum', () => {
    const cache = new Cache<string>({ maxEntries: 10, maxWeight: 5, weightOf: value => value.length });
    for (const [key, value] of [
      ['a', 'x'],
      ['b', 'x'],
      ['b', 'xxxxxx'],
    ]) {
      cache.set(key, value);
    }
    expect(keysOf(cache)).toEqual(['a']);
  });

  it('weighs an object again that is set again', () => {
    const cache = new Cache<number[]>({ maxWeight: 5, weightOf: ({ length }) => length });
    const growing = [1];
    cache.set('a', [1, 2]).set('b', growing);
    growing.push(2, 3, 4);
    cache.set('b', growing);
    expect([keysOf(cache), cache.calculatedSize]).toEqual([['b'], 4]);
  });

  it('has the most recently used entries that fit, whatever the order of calls', () => {
    const step = fc.record({
      key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      value: fc.option(fc.integer({ min: 1, max: 6 })),
      isRead: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), steps => {
        const cache = new Cache<number>({ maxEntries: 3, maxWeight: 8, weightOf: value => value });
        let expected: [string, number][] = [];
        for (const { key, value, isRead } of steps) {
          const before = expected.find(entry => entry[0] === key);
          expected = expected.filter(entry => entry !== before);
          if (isRead) {
            expect(cache.get(key)).toBe(before?.[1]);
            if (before) expected.push(before);
          } else if (value === null) cache.delete(key);
          else {
            cache.set(key, value);
            expected.push([key, value]);
            while (expected.length > 3 || expected.reduce((sum, entry) => sum + entry[1], 0) > 8) expected.shift();
          }
          expect([...cache.rentries()]).toEqual(expected);
        }
      }),
    );
  });
});

/** Counts its loads; each returns its number. */
function countingLoad() {
  let count = 0;
  return async () => {
    count += 1;
    return count;
  };
}

describe('cached loads', () => {
  it('returns a value for its time to live, counted from the start of the load', async () => {
    const cache = new CachedLoads<number>({ maxEntries: 10, ttlMs: 100 });
    const load = countingLoad();
    expect(await cache.get('a', 1_000, load)).toBe(1);
    expect(await cache.get('a', 1_099, load)).toBe(1);
    expect(await cache.get('a', 1_100, load)).toBe(2);
    expect(await cache.get('b', 1_100, load)).toBe(3);
    // The clock was set back.
    expect(await cache.get('a', 1_001, load)).toBe(2);
    expect(await cache.get('a', 1_000, load)).toBe(4);
  });

  it('loads once for concurrent callers', async () => {
    const cache = new CachedLoads<number>({ maxEntries: 10, ttlMs: 100 });
    const load = countingLoad();
    const values = await Promise.all([cache.get('a', 0, load), cache.get('a', 1, load), cache.get('b', 1, load)]);
    expect(values).toEqual([1, 1, 2]);
  });

  it('treats a value of another version as stale', async () => {
    const cache = new CachedLoads<number>({ maxEntries: 10, ttlMs: 100 });
    const load = countingLoad();
    expect(await cache.get('a', 0, load, 1)).toBe(1);
    expect(await cache.get('a', 0, load, 1)).toBe(1);
    expect(await cache.get('a', 0, load, 2)).toBe(2);
    expect(await cache.get('a', 0, load, 2)).toBe(2);
  });

  it('serves a value for a while longer during one reload, also if that fails', async () => {
    const cache = new CachedLoads<number>({ maxEntries: 10, ttlMs: 200, reloadAfterMs: 100 });
    const load = countingLoad();
    expect(await cache.get('a', 0, load)).toBe(1);
    expect(await cache.get('a', 100, () => Promise.reject(new Error('failed')))).toBe(1);
    expect(await Promise.all([cache.get('a', 150, load), cache.get('a', 150, load)])).toEqual([1, 1]);
    expect(await cache.get('a', 160, load)).toBe(2);
    expect(await cache.get('a', 360, load)).toBe(3);
    expect(await cache.get('a', 470, load, 2)).toBe(4);
  });

  it('does not cache a failure', async () => {
    const cache = new CachedLoads<number>({ maxEntries: 10, ttlMs: 100 });
    await expect(cache.get('a', 0, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await cache.get('a', 0, countingLoad())).toBe(1);
  });

  it('keeps a newer load when an older one of the same key fails', async () => {
    const cache = new CachedLoads<number>({ maxEntries: 10, ttlMs: 100 });
    const load = countingLoad();
    let fail = (_error: Error) => {};
    const failing = cache.get('a', 0, () => new Promise((_done, reject) => (fail = reject)));
    const newer = cache.get('a', 100, load);
    fail(new Error('failed'));
    await expect(failing).rejects.toThrow('failed');
    expect([await newer, await cache.get('a', 100, load)]).toEqual([1, 1]);
  });

  it('evicts the oldest loads, and those that are invalidated', async () => {
    const cache = new CachedLoads<number>({ maxEntries: 2, ttlMs: 100 });
    const load = countingLoad();
    for (const key of ['a', 'b', 'c']) await cache.get(key, 0, load);
    expect([await cache.get('b', 0, load), await cache.get('c', 0, load)]).toEqual([2, 3]);
    expect(await cache.get('a', 0, load)).toBe(4);
    cache.invalidate('a');
    expect(await cache.get('a', 0, load)).toBe(5);
  });
});

describe('a cached load', () => {
  it('returns one value until it expires or is invalidated', async () => {
    const cache = new CachedLoad<number>(100);
    const load = countingLoad();
    expect([await cache.get(0, load), await cache.get(99, load), await cache.get(100, load)]).toEqual([1, 1, 2]);
    cache.invalidate();
    expect(await cache.get(100, load)).toBe(3);
    expect(await cache.get(100, load, 1)).toBe(4);
  });
});

/** Loads that end when the test releases them. */
function held() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const load = async (keys: readonly string[]) => {
    begun.push(keys.join(' '));
    await new Promise<void>(done => ends.push(done));
  };
  return { begun, ends, load };
}

const turn = () => new Promise(done => setImmediate(done));

describe('shared loads', () => {
  it('load missing keys that are not in flight, together', async () => {
    const loads = new SharedLoads(2);
    const { begun, ends, load } = held();
    const first = loads.run(['a', 'b'], load);
    const second = loads.run(['b', 'c', 'c'], load);
    const third = loads.run(['a'], load);
    await turn();
    expect(begun).toEqual(['a b', 'c']);
    for (const end of ends) end();
    await Promise.all([first, second, third]);
    const again = loads.run(['a'], load);
    ends[2]();
    await again;
    expect(begun).toEqual(['a b', 'c', 'a']);
  });

  it('wait for a slot, and continue after a failure', async () => {
    const loads = new SharedLoads(1);
    const { begun, ends, load } = held();
    const failing = loads.run(['a'], async () => {
      await turn();
      throw new Error('no luck');
    });
    const next = loads.run(['b'], load);
    const both = loads.run(['a', 'b'], load);
    expect(begun).toEqual([]);
    await expect(failing).rejects.toThrow('no luck');
    await expect(both).rejects.toThrow('no luck');
    await turn();
    expect(begun).toEqual(['b']);
    ends[0]();
    await next;
  });
});
