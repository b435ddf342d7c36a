import { BoundedMap } from '../../domain/bounded-map.js';
import type { LiveReads } from './live-reads.js';

interface CachedMatches<T> {
  readonly version: number;
  readonly at: number;
  readonly value: Promise<T>;
}

/** The version source that invalidates the cache. */
interface MatchContext {
  readonly marketData: { readonly live: Pick<LiveReads, 'textVersion'> };
  readonly clock: () => number;
}

/** The order of matches depends on volume, which is recomputed only every few seconds. */
const maxAgeMs = 10_000;

/** Caches matches in the texts of events, until a text changes and for at most a few seconds. */
export class MatchCache<T> {
  private readonly entries: BoundedMap<CachedMatches<T>>;

  constructor(maxEntries: number) {
    this.entries = new BoundedMap(maxEntries);
  }

  /** Concurrent calls with the same key share one read. */
  find({ marketData: { live }, clock }: MatchContext, key: string, read: () => Promise<T>): Promise<T> {
    // Read before the texts: a concurrent change results in another version.
    const version = live.textVersion();
    if (version === null) return read();
    const at = clock();
    const known = this.entries.get(key);
    if (known && known.version === version && Math.abs(at - known.at) < maxAgeMs) return known.value;
    const value = read();
    this.entries.set(key, { version, at, value });
    // Failures are not cached.
    value.catch(() => this.entries.delete(key));
    return value;
  }
}
