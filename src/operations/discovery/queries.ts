import { remainingWrites } from '../exchange/remaining-writes.js';
import type { OperationContext } from '../operation-context.js';

/** What is left of a player's write budgets. */
export async function findRemainingWrites(
  { store, clock }: Pick<OperationContext, 'store' | 'clock'>,
  playerId: string,
): Promise<ReturnType<typeof remainingWrites>> {
  const account = await store.read(reads => reads.accounts.find(playerId));
  return remainingWrites(account, clock());
}
