import type { IdPrefix } from '../kernel/ids.js';
import { type Store, StoreFull, StoreUnavailable, type Transaction } from './store.js';

/** The dependencies of every use case: the store, time, identifiers and randomness. */
export interface OperationContext {
  readonly store: Store;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly newId: (prefix: IdPrefix, now: number) => string;
  /** Returns cryptographically secure random bytes. */
  readonly random: (bytes: number) => Uint8Array;
}

/**
 * Runs `work` in the transaction that the caller has open, such as the one that stores an idempotent response, or in a
 * new one if `open` is null.
 */
export function inTransaction<T>(
  { store }: { readonly store: Pick<Store, 'transact'> },
  open: Transaction | null,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return open ? work(open) : store.transact(work);
}

/**
 * Returns the fallback if the disk of the database is full. For writes that a read makes in passing, such as the day's
 * grant: reads continue on a full disk, and the write follows when there is space.
 */
export async function orIfDiskFull<T, F>(write: Promise<T>, fallback: F): Promise<T | F> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof StoreFull) return fallback;
    throw error;
  }
}

const attempts = 5;
const pauseStepMs = 200;

/**
 * Reconciles a write whose connection was lost during the commit. Running the same write again waits for the locks of
 * the lost transaction, then finds its result or produces it. Returns null if the database stays unavailable.
 */
export async function reconcileCommit<T>(
  pause: (milliseconds: number) => Promise<void>,
  runAgain: () => Promise<T>,
): Promise<T | null> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    await pause(pauseStepMs * attempt);
    try {
      return await runAgain();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }
  return null;
}
