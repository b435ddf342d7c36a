import { remainingWrites } from '../exchange/remaining-writes.js';
import type { OperationContext } from '../operation-context.js';

/** The remaining write budgets of a player. */
export async function findRemainingWrites(
  { store, clock }: Pick<OperationContext, 'store' | 'clock'>,
  playerId: string,
): Promise<ReturnType<typeof remainingWrites>> {
  const [account, cancels] = await store.read(reads =>
    Promise.all([reads.accounts.find(playerId), reads.accounts.cancelMoments(playerId)]),
  );
  return remainingWrites(account, cancels, clock());
}
