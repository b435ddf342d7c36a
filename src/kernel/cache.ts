import { LRUCache } from 'lru-cache';
import { Semaphore } from './semaphore.js';

interface CacheLimits<K, V> {
  readonly maxEntries?: number;
  /** A value heavier than this is not cached. */
  readonly maxWeight?: number;
  /** A whole number. Required with `maxWeight`. */
  readonly weightOf?: (value: V, key: K) => number;
}

/**
 * Values by key within a maximum number of entries, a maximum total weight, or both. The least recently used entries are
 * evicted first.
 */
export class Cache<V extends NonNullable<unknown>, K extends string | number = string> extends LRUCache<K, V> {
  constructor({ maxEntries = 0, maxWeight, weightOf = () => 1 }: CacheLimits<K, V>) {
    const sizeCalculation = (value: V, key: K) => Math.max(1, weightOf(value, key));
    // With `max`, lru-cache allocates room for all entries at once, so entries without a weight count as 1 each.
    if (maxWeight === undefined) super({ maxSize: maxEntries, sizeCalculation });
    else super({ max: maxEntries, maxSize: maxWeight, sizeCalculation });
  }

  override set(key: K, value: V): this {
    // lru-cache weighs a value only when it is new, but a cached object may have grown.
    if (this.peek(key) === value) this.delete(key);
    return super.set(key, value);
  }
}

/** Whether a value of `at` may be served at `now`. A clock that was set back also expires it. */
export function isFresh(at: number, now: number, ttlMs: number): boolean {
  return Math.abs(now - at) < ttlMs;
}

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

/**
 * Caches values by key: bounded, each for a limited time. Concurrent callers of a key share its load. A failed load is
 * not cached. `fetch` of lru-cache doesn't fit: it knows no versions, and serves a value whose clock was set back.
 */
export class CachedLoads<T> {
  private readonly loads: Cache<Load<T>>;
  private readonly ttlMs: number;
  private readonly reloadAfterMs: number;

  constructor({ maxEntries, ttlMs, reloadAfterMs = Number.POSITIVE_INFINITY }: CachedLoadsOptions) {
    this.loads = new Cache({ maxEntries });
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
      if (this.loads.peek(key) === started) this.loads.delete(key);
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
        if (this.loads.peek(key) === former) this.loads.set(key, { ...former, at, value, isReloading: false });
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

/**
 * Loads many keys with one query. Callers that need a key while it is being loaded wait for that load; the missing keys
 * are loaded together. A limit on concurrent loads keeps connections free for other queries.
 */
export class SharedLoads {
  private readonly inFlight = new Map<string, Promise<void>>();
  private readonly semaphore: Semaphore;

  constructor(maxConcurrent: number) {
    this.semaphore = new Semaphore(maxConcurrent);
  }

  async run(keys: Iterable<string>, load: (missing: readonly string[]) => Promise<void>): Promise<void> {
    const pending = new Set<Promise<void>>();
    const missing: string[] = [];
    for (const key of new Set(keys)) {
      const loading = this.inFlight.get(key);
      if (loading) pending.add(loading);
      else missing.push(key);
    }
    if (missing.length > 0) {
      const loading = this.semaphore
        .run(() => load(missing))
        .finally(() => {
          for (const key of missing) this.inFlight.delete(key);
        });
      for (const key of missing) this.inFlight.set(key, loading);
      pending.add(loading);
    }
    await Promise.all(pending);
  }
}
