import { BoundedMap } from '../../domain/bounded-map.js';
import { dayMs } from '../../domain/durations.js';
import type { SelectedMarkets, SelectionFilter } from '../../store/market-data/interface.js';
import type { Store } from '../../store/store.js';
import { isFresh } from '../cache/cached-loads.js';
import { SharedLoads } from '../cache/shared-loads.js';

interface Selection extends SelectedMarkets {
  readonly at: number;
}

type SelectionQuery = Omit<SelectionFilter, 'now' | 'staleBefore'> & { readonly staleDays: number | null };

const maxSelections = 200;
const ttlMs = 10_000;

/** Selects markets for requests that name none: the most traded ones, at most ten seconds old. */
export class Selections {
  private cached = new BoundedMap<Selection>(maxSelections);
  private readonly loads = new SharedLoads(1);

  constructor(private readonly store: Pick<Store, 'read'>) {}

  find(query: SelectionQuery, now: number): SelectedMarkets | null {
    const selection = this.cached.get(JSON.stringify(query));
    return selection && isFresh(selection.at, now, ttlMs) ? selection : null;
  }

  /**
   * Called when a market is new. Loads in flight finish into the map they started with, so they can't refill this one.
   */
  clear(): void {
    this.cached = new BoundedMap(maxSelections);
  }

  async read(query: SelectionQuery, now: number): Promise<SelectedMarkets> {
    const found = this.find(query, now);
    if (found) return found;
    const key = JSON.stringify(query);
    const { cached } = this;
    await this.loads.run([key], async () => {
      const { staleDays, ...filter } = query;
      const staleBefore = staleDays === null ? null : now - staleDays * dayMs;
      const selected = await this.store.read(reads => reads.live.select({ ...filter, now, staleBefore }));
      cached.set(key, { ...selected, at: now });
    });
    return cached.get(key) ?? this.read(query, now);
  }
}
