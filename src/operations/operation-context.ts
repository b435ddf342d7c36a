import type { IdPrefix } from '../domain/ids.js';
import type { Store } from '../store/store.js';

/** The dependencies of every use case: the store, time, identifiers and randomness. */
export interface OperationContext {
  readonly store: Store;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly newId: (prefix: IdPrefix, now: number) => string;
  /** Returns cryptographically secure random bytes. */
  readonly random: (bytes: number) => Uint8Array;
}
