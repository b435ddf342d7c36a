import type { Store } from '../../store/store.js';

/** Windows are counted in sixtieths, so what other nodes have counted is forgotten at most that much too late. */
const slotsPerWindow = 60;
/** Holders that are settled at once; the others wait for the next second. */
const maxAtOnce = 5_000;

/** What one holder has used, by what this node has counted and what it knows of the others. */
export class SharedCount {
  /** What this node has counted, by slot. */
  readonly own = new Map<number, number>();
  /** Slots that have changed since they were last put down. */
  readonly changed = new Set<number>();
  /** What the others have counted, by slot. */
  known: readonly { readonly slot: number; readonly count: number }[] = [];

  constructor(
    readonly holder: string,
    readonly windowMs: number,
    /** Told of the first change since the last time that this was put down. */
    private readonly moved: (count: SharedCount) => void,
  ) {}

  /** Counts one, or takes one back. */
  add(now: number, amount: 1 | -1): void {
    const slot = Math.floor((now * slotsPerWindow) / this.windowMs);
    this.own.set(slot, Math.max(0, (this.own.get(slot) ?? 0) + amount));
    if (this.changed.has(slot)) return;
    this.changed.add(slot);
    this.moved(this);
  }

  /** What other nodes have counted within the window, as far as it is known here. */
  others(now: number): number {
    if (this.known.length === 0) return 0;
    const first = ((now - this.windowMs) * slotsPerWindow) / this.windowMs;
    return this.known.reduce((sum, { slot, count }) => (slot + 1 > first ? sum + count : sum), 0);
  }
}

/**
 * What all nodes together have counted. Each counts in its memory and once a second puts down what it has and reads what
 * the others have: a limit may be passed by what comes to several nodes within one second, and by nothing else.
 */
export class SharedCounts {
  private readonly holders = new Map<string, SharedCount>();
  private readonly dirty = new Set<string>();

  constructor(
    private readonly store: Store,
    private readonly node: string,
    private readonly clock: () => number,
  ) {}

  of(holder: string, windowMs: number): SharedCount {
    const known = this.holders.get(holder);
    if (known) return known;
    const count = new SharedCount(holder, windowMs, moved => {
      // It may have been forgotten while nothing was counted.
      this.holders.set(holder, moved);
      this.dirty.add(holder);
    });
    this.holders.set(holder, count);
    return count;
  }

  async settle(): Promise<void> {
    const holders = [...this.dirty].slice(0, maxAtOnce);
    if (holders.length === 0) return;
    for (const holder of holders) this.dirty.delete(holder);
    const counts = holders.flatMap(holder => this.takeChanged(holder));
    try {
      const found = await this.store.transact(writes => writes.readCounts.share(this.node, counts, holders));
      const byHolder = grouped(found);
      for (const holder of holders) {
        const counted = this.holders.get(holder);
        if (counted) counted.known = byHolder.get(holder) ?? [];
      }
    } catch (error) {
      for (const { holder, slot } of counts) this.holders.get(holder)?.changed.add(slot);
      for (const holder of holders) this.dirty.add(holder);
      throw error;
    }
  }

  /** Forgets what has left its window. */
  async sweep(): Promise<void> {
    const now = this.clock();
    for (const [holder, { windowMs, own }] of this.holders) {
      const first = ((now - windowMs) * slotsPerWindow) / windowMs;
      for (const slot of own.keys()) if (slot + 1 <= first) own.delete(slot);
      if (own.size === 0 && !this.dirty.has(holder)) this.holders.delete(holder);
    }
    await this.store.transact(writes => writes.readCounts.deleteEnded(now));
  }

  private takeChanged(holder: string) {
    const counted = this.holders.get(holder);
    if (!counted) return [];
    const { windowMs, own, changed } = counted;
    const rows = [...changed].flatMap(slot => {
      const count = own.get(slot) ?? 0;
      const endsAt = Math.ceil(((slot + 1) * windowMs) / slotsPerWindow) + windowMs;
      return count > 0 ? [{ holder, slot, endsAt, count }] : [];
    });
    changed.clear();
    return rows;
  }
}

function grouped<T extends { readonly holder: string }>(rows: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const own = groups.get(row.holder);
    if (own) own.push(row);
    else groups.set(row.holder, [row]);
  }
  return groups;
}
