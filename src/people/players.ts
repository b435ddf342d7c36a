import * as operatorStore from '../database/arena/operators.js';
import type { Transaction } from '../database/store.js';
import type { OperationContext } from '../database/transactions.js';
import * as proposalStore from '../events/store/proposals.js';
import type { ExchangeServices } from '../exchange/desk/write-desk.js';
import * as accountStore from '../exchange/store/accounts.js';
import * as orderStore from '../exchange/store/orders.js';
import * as forecastStore from '../forecasts/store.js';
import { deletedHandle, deletedRandomBytes } from '../players/rules/handles.js';
import * as agentStore from './store/agents.js';
import * as playerStore from './store/players.js';

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
export async function retirePlayer(tx: Transaction, playerId: string, now: number): Promise<boolean> {
  await agentStore.revokeKeys(tx, playerId, now);
  await playerStore.retire(tx, playerId, now);
  await accountStore.retire(tx, playerId);
  return playerStore.hasPlayed(tx, playerId);
}

export interface RetireContext extends Pick<OperationContext, 'store'>, ExchangeServices {}

const maxPlayersPerRun = 100;

/** Cancels the open orders of a retired player. A retired player can't place new ones, so one pass finds them all. */
export async function cancelOrdersOf({ store, exchange: { desk } }: RetireContext, playerId: string): Promise<void> {
  const eventIds = await store.read(reader => orderStore.openEvents(reader, playerId));
  if (eventIds.length > 0) await desk.submit({ kind: 'cancelAll', playerId, eventIds, leaving: true });
}

/** Cancels the orders of players who were retired by a node that stopped before it could cancel them. */
export async function cancelOrdersOfRetired(context: RetireContext): Promise<void> {
  const playerIds = await context.store.read(reader => orderStore.openOfRetired(reader, maxPlayersPerRun));
  for (const playerId of playerIds) await cancelOrdersOf(context, playerId);
}

/**
 * Removes the personal data of a retired player in the caller's transaction: the handle and the name become `deleted-…`
 * wherever the record shows them; rationales and reasons of disputes are deleted. The player's activity stays, under an
 * anonymous id.
 */
export async function erasePlayer(
  tx: Transaction,
  { random }: Pick<OperationContext, 'random'>,
  playerId: string,
): Promise<string> {
  const handle = deletedHandle(random(deletedRandomBytes));
  const former = await playerStore.anonymize(tx, playerId, handle);
  await operatorStore.renameSubject(tx, former, handle);
  await forecastStore.eraseRationales(tx, playerId);
  await proposalStore.eraseDisputeReasons(tx, playerId);
  return handle;
}
