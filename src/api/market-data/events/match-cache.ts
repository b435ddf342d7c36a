import { BoundedMap } from '../../../domain/bounded-map.js';
import type { Services } from '../../../http/services.js';

interface CachedMatches<T> {
  readonly version: number;
  readonly at: number;
  readonly value: Promise<T>;
}

/** The order of what is found follows trades, and those are counted anew every few seconds only. */
const keptMs = 10_000;

/** What was found in the texts of events, for as long as no text changes and for some seconds at most. */
export class MatchCache<T> {
  private readonly entries: BoundedMap<CachedMatches<T>>;

  constructor(most: number) {
    this.entries = new BoundedMap(most);
  }

  /** Whoever asks for the same at once waits for the same. */
  find({ marketData: { live }, clock }: Services, key: string, read: () => Promise<T>): Promise<T> {
    // Asked before the texts are read: what changes meanwhile makes another version.
    const version = live.textVersion();
    if (version === null) return read();
    const at = clock();
    const known = this.entries.get(key);
    if (known && known.version === version && Math.abs(at - known.at) < keptMs) return known.value;
    const value = read();
    this.entries.set(key, { version, at, value });
    // A failure is not kept.
    value.catch(() => this.entries.delete(key));
    return value;
  }
}
