import type { Store } from '../../store/store.js';

/** Windows are counted in sixtieths, so what other nodes have counted is forgotten at most that much too late. */
const slotsPerWindow = 60;
/** Holders that are settled at once; the others wait for the next second. */
const mostAtOnce = 5_000;

interface Counted {
  readonly windowMs: number;
  /** What this node has counted, by slot. */
  readonly own: Map<number, number>;
  /** Slots that have changed since they were last put down. */
  readonly changed: Set<number>;
  others: readonly { readonly slot: number; readonly count: number }[];
}

/**
 * What all nodes together have counted. Each counts in its memory and once a second puts down what it has and reads what
 * the others have: a limit may be passed by what comes to several nodes within one second, and by nothing else.
 */
export class SharedCounts {
  private readonly holders = new Map<string, Counted>();
  private readonly dirty = new Set<string>();

  constructor(
    private readonly store: Store,
    private readonly node: string,
    private readonly clock: () => number,
  ) {}

  /** Counts one, or takes one back. */
  add(holder: string, windowMs: number, now: number, amount: 1 | -1): void {
    let counted = this.holders.get(holder);
    if (!counted) {
      counted = { windowMs, own: new Map(), changed: new Set(), others: [] };
      this.holders.set(holder, counted);
    }
    const slot = Math.floor((now * slotsPerWindow) / windowMs);
    counted.own.set(slot, Math.max(0, (counted.own.get(slot) ?? 0) + amount));
    counted.changed.add(slot);
    this.dirty.add(holder);
  }

  /** What other nodes have counted within the window, as far as it is known here. */
  others(holder: string, now: number): number {
    const counted = this.holders.get(holder);
    if (!counted) return 0;
    const { windowMs, others } = counted;
    const first = ((now - windowMs) * slotsPerWindow) / windowMs;
    return others.reduce((sum, { slot, count }) => (slot + 1 > first ? sum + count : sum), 0);
  }

  async settle(): Promise<void> {
    const holders = [...this.dirty].slice(0, mostAtOnce);
    if (holders.length === 0) return;
    for (const holder of holders) this.dirty.delete(holder);
    const counts = holders.flatMap(holder => this.takeChanged(holder));
    try {
      const found = await this.store.transact(writes => writes.streams.shareCounts(this.node, counts, holders));
      const byHolder = grouped(found);
      for (const holder of holders) {
        const counted = this.holders.get(holder);
        if (counted) counted.others = byHolder.get(holder) ?? [];
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
    await this.store.transact(writes => writes.streams.dropCounts(now));
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
