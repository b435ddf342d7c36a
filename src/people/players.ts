import type { Writes } from '../database/store.js';
import type { OperationContext } from '../database/transactions.js';
import type { WriteDesk } from '../exchange/desk/write-desk.js';
import { deletedHandle, deletedRandomBytes } from '../players/rules/handles.js';

/**
 * Adds a player under the first free handle. `add` returns false for a taken handle and waits for concurrent
 * transactions that try the same one, so its result is final.
 */
export async function takeHandle(
  candidates: readonly string[],
  add: (handle: string) => Promise<boolean>,
): Promise<string> {
  for (const handle of candidates) if (await add(handle)) return handle;
  throw new Error(`all of the handles ${candidates.join(', ')} are taken`);
}

/**
 * Retires a player: revokes all keys and rejects new orders; the name stays with the record. Returns whether the player
 * has ever played, which decides whether the owner's agent slot becomes free again.
 */
export async function retirePlayer(writes: Writes, playerId: string, now: number): Promise<boolean> {
  await writes.agents.revokeKeys(playerId, now);
  await writes.players.retire(playerId, now);
  await writes.accounts.retire(playerId);
  return writes.players.hasPlayed(playerId);
}

export interface RetireContext extends Pick<OperationContext, 'store'> {
  readonly exchange: { readonly desk: WriteDesk };
}

const maxPlayersPerRun = 100;

/** Cancels the open orders of a retired player. A retired player can't place new ones, so one pass finds them all. */
export async function cancelOrdersOf({ store, exchange: { desk } }: RetireContext, playerId: string): Promise<void> {
  const eventIds = await store.read(reads => reads.orders.openEvents(playerId));
  if (eventIds.length > 0) await desk.submit({ kind: 'cancelAll', playerId, eventIds, leaving: true });
}

/** Cancels the orders of players who were retired by a node that stopped before it could cancel them. */
export async function cancelOrdersOfRetired(context: RetireContext): Promise<void> {
  const playerIds = await context.store.read(reads => reads.orders.openOfRetired(maxPlayersPerRun));
  for (const playerId of playerIds) await cancelOrdersOf(context, playerId);
}

/**
 * Removes the personal data of a retired player in the caller's transaction: the handle and the name become `deleted-…`
 * wherever the record shows them; rationales and reasons of disputes are deleted. The player's activity stays, under an
 * anonymous id.
 */
export async function erasePlayer(
  writes: Writes,
  { random }: Pick<OperationContext, 'random'>,
  playerId: string,
): Promise<string> {
  const handle = deletedHandle(random(deletedRandomBytes));
  const former = await writes.players.anonymize(playerId, handle);
  await writes.operators.renameSubject(former, handle);
  await writes.forecasts.eraseRationales(playerId);
  await writes.markets.eraseDisputeReasons(playerId);
  return handle;
}
