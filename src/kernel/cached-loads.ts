import { BoundedMap } from './bounded-map.js';

interface CachedLoadsOptions {
  readonly maxEntries: number;
  /** Counted from the start of the load. */
  readonly ttlMs: number;
  /** An older value is still served until its time ends, while it is loaded again. Default: never. */
  readonly reloadAfterMs?: number;
}

interface Load<T> {
  readonly at: number;
  readonly version: number;
  readonly value: Promise<T>;
  isReloading: boolean;
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
  private readonly reloadAfterMs: number;

  constructor({ maxEntries, ttlMs, reloadAfterMs = Number.POSITIVE_INFINITY }: CachedLoadsOptions) {
    this.loads = new BoundedMap(maxEntries);
    this.ttlMs = ttlMs;
    this.reloadAfterMs = reloadAfterMs;
  }

  /** Returns the cached value or loads it. A value that was loaded for another version is stale. */
  get(key: string, now: number, load: () => Promise<T>, version = 0): Promise<T> {
    const cached = this.loads.get(key);
    if (cached && cached.version === version && isFresh(cached.at, now, this.ttlMs)) {
      if (!isFresh(cached.at, now, this.reloadAfterMs)) this.reload(key, now, load, cached);
      return cached.value;
    }
    const started = { at: now, version, value: load(), isReloading: false };
    this.loads.set(key, started);
    started.value.catch(() => {
      if (this.loads.get(key) === started) this.loads.delete(key);
    });
    return started.value;
  }

  invalidate(key: string): void {
    this.loads.delete(key);
  }

  /** Replaces the value once the new one is there. If the load fails, the next caller tries again. */
  private reload(key: string, at: number, load: () => Promise<T>, former: Load<T>): void {
    if (former.isReloading) return;
    former.isReloading = true;
    const value = load();
    value.then(
      () => {
        if (this.loads.get(key) === former) this.loads.set(key, { ...former, at, value, isReloading: false });
      },
      () => {
        former.isReloading = false;
      },
    );
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
