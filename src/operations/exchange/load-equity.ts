import { sumWorth, type Worth, worthTogether } from '../../domain/exchange/position-value.js';
import type { PositionCursor, Standing, ValuedPosition } from '../../store/exchange/interface.js';
import type { Reads, Store } from '../../store/store.js';

/** Balances, and the value of positions outside practice, all at one point in time. */
export interface Equity extends Standing {
  readonly positionsValue: number;
}

/** The number of open positions read together with the balances; few players have more. */
const atOnce = 1_000;

function found<T>(standing: T | null, playerId: string): T {
  if (!standing) throw new Error(`account of ${playerId} not found`);
  return standing;
}

/** Page by page, so that only one page is in memory at a time. */
async function openWorth(reads: Reads, playerId: string, limit: number): Promise<Worth[]> {
  const parts: Worth[] = [];
  let after: PositionCursor | null = null;
  for (;;) {
    const page: ValuedPosition[] = await reads.positions.open({ playerId, practice: false, after, limit });
    parts.push(sumWorth(page));
    if (page.length < limit) return parts;
    after = page[page.length - 1].holding;
  }
}

function together({ account, reserved, cancelMoments }: Standing, parts: readonly Worth[]): Equity {
  return { account, reserved, cancelMoments, positionsValue: worthTogether(parts) };
}

/**
 * Accounts are read often, so one statement covers nearly all of them. Players with more positions are read in pages of
 * one snapshot.
 */
export async function loadEquity(
  store: Pick<Store, 'read' | 'snapshot'>,
  playerId: string,
  limit = atOnce,
): Promise<Equity> {
  const first = found(await store.read(reads => reads.accounts.worth(playerId, limit)), playerId);
  if (first.holdings.length < limit) return together(first, [sumWorth(first.holdings)]);
  return store.snapshot(async reads => {
    const standing = found(await reads.accounts.standing(playerId), playerId);
    return together(standing, await openWorth(reads, playerId, limit));
  });
}
