import { startingGrant, utcDay } from '../../domain/exchange/grants.js';
import { accountKey, availableOf, issuance } from '../../domain/exchange/ledger/accounts.js';
import type { IdPrefix } from '../../domain/ids.js';
import type { Writes } from '../../store/store.js';

/** Creates a new player's account with its starting credits, in the transaction that creates the player. */
export async function openAccount(
  writes: Writes,
  playerId: string,
  now: number,
  newId: (prefix: IdPrefix, now: number) => string,
): Promise<void> {
  const day = utcDay(now);
  await writes.accounts.open({ playerId, available: startingGrant, day });
  await writes.desk.save({
    at: now,
    markets: [],
    accounts: [],
    grants: [{ playerId, day, amount: startingGrant }],
    orders: [],
    orderChanges: [],
    positions: [],
    fills: [],
    transfers: [
      {
        kind: 'grant',
        reference: `${playerId}/${day}`,
        from: accountKey(issuance),
        to: accountKey(availableOf(playerId)),
        amount: startingGrant,
      },
    ],
    activity: [
      {
        id: newId('act', now),
        at: now,
        playerId,
        kind: 'grant',
        credits: startingGrant,
        balanceAfter: startingGrant,
        eventId: null,
        orderId: null,
        details: { day, starting: true },
      },
    ],
  });
}
