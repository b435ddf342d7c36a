import { describe, expect, it } from 'vitest';
import { CachedLoad, CachedLoads } from './cached-loads.js';

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
