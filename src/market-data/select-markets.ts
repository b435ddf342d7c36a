import type { Store } from '../database/store.js';
import type { OperationContext } from '../database/transactions.js';
import { type MarketStatus, statusAt } from '../engine/lifecycle.js';
import * as liveStore from '../exchange/store/live.js';
import type { SelectedMarkets, SelectionFilter } from '../exchange/store/rows.js';
import { Cache, isFresh, SharedLoads } from '../kernel/cache.js';
import { dayMs } from '../kernel/time.js';
import type { LiveReads } from './live-reads.js';

interface Selection extends SelectedMarkets {
  readonly at: number;
}

type SelectionQuery = Omit<SelectionFilter, 'now' | 'staleBefore'> & { readonly staleDays: number | null };

const maxSelections = 200;
const ttlMs = 10_000;

/** Selects markets for requests that name none: the most traded ones, at most ten seconds old. */
export class Selections {
  private cached = new Cache<Selection>({ maxEntries: maxSelections });
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
    this.cached = new Cache({ maxEntries: maxSelections });
  }

  async read(query: SelectionQuery, now: number): Promise<SelectedMarkets> {
    const selection = this.find(query, now);
    if (selection) return selection;
    const key = JSON.stringify(query);
    const { cached } = this;
    await this.loads.run([key], async () => {
      const { staleDays, ...filter } = query;
      const staleBefore = staleDays === null ? null : now - staleDays * dayMs;
      const selected = await this.store.read(reader => liveStore.select(reader, { ...filter, now, staleBefore }));
      cached.set(key, { ...selected, at: now });
    });
    return cached.get(key) ?? this.read(query, now);
  }
}

/** `limit` bounds the candidates. */
export type MarketSelection = Parameters<LiveReads['selections']['read']>[0];

type SelectContext = Pick<OperationContext, 'clock'> & { readonly marketData: { readonly live: LiveReads } };

/** Candidates are checked in batches of at least this size, so that few batches suffice even if many are excluded. */
const minBatchSize = 20;

/**
 * Returns the most traded matching markets and their number, without those whose status has changed since they were
 * ranked. The ranking may be seconds old, so each candidate's current state is checked: mostly in memory, reloaded if
 * it has just changed.
 */
export async function selectMarkets(
  { marketData: { live }, clock }: SelectContext,
  selection: MarketSelection,
  limit: number,
): Promise<SelectedMarkets> {
  const now = clock();
  const { eventIds: candidates, total } = await live.selections.read(selection, now);
  const selected: string[] = [];
  let outdated = 0;
  for (let from = 0; selected.length < limit && from < candidates.length; ) {
    const batch = candidates.slice(from, from + Math.max(minBatchSize, limit - selected.length));
    from += batch.length;
    const unknown = batch.filter(eventId => !live.markets.peek(eventId));
    const loadedMarkets = unknown.length === 0 ? null : await live.markets.read(unknown);
    for (const eventId of batch) {
      const liveMarket = live.markets.peek(eventId) ?? loadedMarkets?.get(eventId);
      if (liveMarket && isWanted(statusAt(liveMarket.market, now), selection)) selected.push(eventId);
      else outdated += 1;
    }
  }
  return { eventIds: selected.slice(0, limit), total: total - outdated };
}

function isWanted(status: MarketStatus, { among, includeResolved }: MarketSelection): boolean {
  if (status === 'resolved' || status === 'void') return includeResolved;
  return among === 'undecided' || status === 'active';
}
