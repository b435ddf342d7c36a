import { sumWorth, type Worth, worthTogether } from '../../domain/exchange/position-value.js';
import type { PositionCursor, Standing, ValuedPosition } from '../../store/exchange/interface.js';
import type { Reads, Store } from '../../store/store.js';

/** Balances, and what the positions outside practice add to them, all of one moment. */
export interface Equity extends Standing {
  readonly positionsValue: number;
}

/** So many open positions are read with the balances at once; hardly anybody has more. */
const atOnce = 1_000;

function found<T>(standing: T | null, playerId: string): T {
  if (!standing) throw new Error(`there is no account of ${playerId}`);
  return standing;
}

/** Page by page, so that no more than one of them is held at a time. */
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
 * Accounts are looked at often, so one statement reads what nearly all of them have. Whoever holds more is read in pages of
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
