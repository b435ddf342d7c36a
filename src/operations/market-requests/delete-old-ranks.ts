import type { OperationContext } from '../operation-context.js';

/** Deletes places of rankings that no cursor can name any more. */
export function deleteOldRanks({ store }: Pick<OperationContext, 'store'>): Promise<void> {
  return store.transact(writes => writes.marketRequests.deleteOldRanks());
}
