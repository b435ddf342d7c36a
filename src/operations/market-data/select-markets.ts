import { type MarketStatus, statusAt } from '../../domain/market-status.js';
import type { SelectedMarkets } from '../../store/market-data/interface.js';
import type { OperationContext } from '../operation-context.js';
import type { LiveReads } from './live-reads.js';

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
    const found = unknown.length === 0 ? null : await live.markets.read(unknown);
    for (const eventId of batch) {
      const known = live.markets.peek(eventId) ?? found?.get(eventId);
      if (known && isWanted(statusAt(known.market, now), selection)) selected.push(eventId);
      else outdated += 1;
    }
  }
  return { eventIds: selected.slice(0, limit), total: total - outdated };
}

function isWanted(status: MarketStatus, { among, includeResolved }: MarketSelection): boolean {
  if (status === 'resolved' || status === 'void') return includeResolved;
  return among === 'undecided' || status === 'active';
}
