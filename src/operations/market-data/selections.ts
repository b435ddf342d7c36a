import { BoundedMap } from '../../domain/bounded-map.js';
import { dayMs } from '../../domain/durations.js';
import type { SelectionFilter } from '../../store/market-data/interface.js';
import type { Store } from '../../store/store.js';
import { SharedLoads } from '../cache/shared-loads.js';

interface Selection {
  readonly eventIds: readonly string[];
  readonly at: number;
}

type Wanted = Omit<SelectionFilter, 'now' | 'staleBefore'> & { readonly staleDays: number | null };

const maxSelections = 200;
/** How old a selection may be. */
const keptMs = 10_000;

/** Which markets are meant by whoever names none: the most traded ones, as they were at most ten seconds ago. */
export class Selections {
  private kept = new BoundedMap<Selection>(maxSelections);
  private readonly loads = new SharedLoads(1);

  constructor(private readonly store: Pick<Store, 'read'>) {}

  find(wanted: Wanted, now: number): readonly string[] | null {
    const selection = this.kept.get(JSON.stringify(wanted));
    return selection && Math.abs(now - selection.at) < keptMs ? selection.eventIds : null;
  }

  /** There are markets that no selection can have yet. */
  clear(): void {
    this.kept = new BoundedMap(maxSelections);
  }

  async read(wanted: Wanted, now: number): Promise<readonly string[]> {
    const known = this.find(wanted, now);
    if (known) return known;
    const key = JSON.stringify(wanted);
    const { kept } = this;
    await this.loads.run([key], async () => {
      const { staleDays, ...filter } = wanted;
      const staleBefore = staleDays === null ? null : now - staleDays * dayMs;
      const eventIds = await this.store.read(reads => reads.live.select({ ...filter, now, staleBefore }));
      kept.set(key, { eventIds, at: now });
    });
    return kept.get(key)?.eventIds ?? this.read(wanted, now);
  }
}
