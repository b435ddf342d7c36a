import { BoundedMap } from '../../domain/bounded-map.js';

interface CachedLoadsOptions {
  readonly maxEntries: number;
  /** Counted from the start of the load. */
  readonly ttlMs: number;
}

interface Load<T> {
  readonly at: number;
  readonly version: number;
  readonly value: Promise<T>;
}

/** Whether a value of `at` may be served at `now`. A clock that was set back also expires it. */
export function isFresh(at: number, now: number, ttlMs: number): boolean {
  return Math.abs(now - at) < ttlMs;
}

/**
 * Caches values by key: bounded, each for a limited time. Concurrent callers of a key share its load. A failed load is
 * not cached.
 */
export class CachedLoads<T> {
  private readonly loads: BoundedMap<Load<T>>;
  private readonly ttlMs: number;

  constructor({ maxEntries, ttlMs }: CachedLoadsOptions) {
    this.loads = new BoundedMap(maxEntries);
    this.ttlMs = ttlMs;
  }

  /** Returns the cached value or loads it. A value that was loaded for another version is stale. */
  get(key: string, now: number, load: () => Promise<T>, version = 0): Promise<T> {
    const cached = this.loads.get(key);
    if (cached && cached.version === version && isFresh(cached.at, now, this.ttlMs)) return cached.value;
    const started = { at: now, version, value: load() };
    this.loads.set(key, started);
    started.value.catch(() => {
      if (this.loads.get(key) === started) this.loads.delete(key);
    });
    return started.value;
  }

  invalidate(key: string): void {
    this.loads.delete(key);
  }
}

/** The same for one value. */
export class CachedLoad<T> {
  private readonly loads: CachedLoads<T>;

  constructor(ttlMs: number) {
    this.loads = new CachedLoads({ maxEntries: 1, ttlMs });
  }

  get(now: number, load: () => Promise<T>, version = 0): Promise<T> {
    return this.loads.get('', now, load, version);
  }

  invalidate(): void {
    this.loads.invalidate('');
  }
}
