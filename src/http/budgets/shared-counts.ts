import * as readCountStore from '../../database/arena/read-counts.js';
import type { Store } from '../../database/store.js';

/** Windows are counted in slots, so requests counted by other nodes expire at most one slot late. */
const slotsPerWindow = 60;
/** Holders per transaction; the others wait for the next second. */
const maxBatchSize = 5_000;

/** One holder's requests: those counted here and those reported by other nodes. */
export class SharedCount {
  /** Requests counted by this node, by slot. */
  readonly ownCounts = new Map<number, number>();
  /** Slots that changed since they were last saved. */
  readonly changed = new Set<number>();
  /** Requests counted by other nodes, as of the last exchange. */
  otherNodes: readonly { readonly slot: number; readonly count: number }[] = [];

  constructor(
    readonly holder: string,
    readonly windowMs: number,
    /** Called on the first change of a slot since it was last saved. */
    private readonly onChanged: (count: SharedCount) => void,
  ) {}

  /** Counts the units of a request, or undoes a count. */
  add(now: number, amount: number): void {
    const slot = Math.floor((now * slotsPerWindow) / this.windowMs);
    this.ownCounts.set(slot, Math.max(0, (this.ownCounts.get(slot) ?? 0) + amount));
    if (this.changed.has(slot)) return;
    this.changed.add(slot);
    this.onChanged(this);
  }

  /** Requests counted by other nodes within the window, as of the last exchange. */
  others(now: number): number {
    if (this.otherNodes.length === 0) return 0;
    const first = ((now - this.windowMs) * slotsPerWindow) / this.windowMs;
    return this.otherNodes.reduce((sum, { slot, count }) => (slot + 1 > first ? sum + count : sum), 0);
  }
}

/**
 * Shares request counts between nodes. Each node counts in memory and once a second saves its counts and reads those of
 * the others. Only requests that reach several nodes within one second can exceed a limit.
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
    const existing = this.holders.get(holder);
    if (existing) return existing;
    const count = new SharedCount(holder, windowMs, changed => {
      // A sweep may have dropped it while it was idle.
      this.holders.set(holder, changed);
      this.dirty.add(holder);
    });
    this.holders.set(holder, count);
    return count;
  }

  async settle(): Promise<void> {
    const holders = [...this.dirty].slice(0, maxBatchSize);
    if (holders.length === 0) return;
    for (const holder of holders) this.dirty.delete(holder);
    const counts = holders.flatMap(holder => this.takeChanged(holder));
    try {
      const rows = await this.store.transact(tx => readCountStore.share(tx, this.node, counts, holders));
      const byHolder = grouped(rows);
      for (const holder of holders) {
        const holderCount = this.holders.get(holder);
        if (holderCount) holderCount.otherNodes = byHolder.get(holder) ?? [];
      }
    } catch (error) {
      for (const { holder, slot } of counts) this.holders.get(holder)?.changed.add(slot);
      for (const holder of holders) this.dirty.add(holder);
      throw error;
    }
  }

  /** Drops counts that have left their window. */
  async sweep(): Promise<void> {
    const now = this.clock();
    for (const [holder, { windowMs, ownCounts }] of this.holders) {
      const first = ((now - windowMs) * slotsPerWindow) / windowMs;
      for (const slot of ownCounts.keys()) if (slot + 1 <= first) ownCounts.delete(slot);
      if (ownCounts.size === 0 && !this.dirty.has(holder)) this.holders.delete(holder);
    }
    await this.store.transact(tx => readCountStore.deleteEnded(tx, now));
  }

  private takeChanged(holder: string) {
    const holderCount = this.holders.get(holder);
    if (!holderCount) return [];
    const { windowMs, ownCounts, changed } = holderCount;
    const rows = [...changed].flatMap(slot => {
      const count = ownCounts.get(slot) ?? 0;
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
    const group = groups.get(row.holder);
    if (group) group.push(row);
    else groups.set(row.holder, [row]);
  }
  return groups;
}
