import type { Store, Writes } from '../store/store.js';

/**
 * Runs `work` in the transaction that the caller has open, such as the one that stores an idempotent response, or in a
 * new one if `open` is null.
 */
export function inTransaction<T>(
  { store }: { readonly store: Pick<Store, 'transact'> },
  open: Writes | null,
  work: (writes: Writes) => Promise<T>,
): Promise<T> {
  return open ? work(open) : store.transact(work);
}
