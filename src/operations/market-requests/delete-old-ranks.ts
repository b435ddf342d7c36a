import type { OperationContext } from '../operation-context.js';

/** Deletes ranking rows that no cursor can refer to. */
export function deleteOldRanks({ store }: Pick<OperationContext, 'store'>): Promise<void> {
  return store.transact(writes => writes.marketRequests.deleteOldRanks());
}
