import type { Cache } from '../kernel/cache.js';
import type { TransactionNotices } from './change-channel.js';
import type { Clock } from './columns.js';
import type { CredentialChanges } from './credential-changes.js';
import type { Sql } from './pool.js';
import type { Reads, Writes } from './store.js';

/** The executor of a feature's reads: the pool, or the connection of one transaction. */
export interface ReadScope {
  readonly sql: Sql;
  readonly clock: Clock;
  /** Null within a transaction, whose reads never use the cache. */
  readonly credentials: CredentialChanges | null;
}

/** The executor of a feature's writes: one transaction. */
export interface WriteScope extends ReadScope {
  readonly notices: TransactionNotices;
  /** False to count messages of private streams without storing them. */
  readonly streamStorage: boolean;
  /** Numbers of players, keys, markets and kinds of requests that earlier transactions have committed. It outlives the transaction. */
  readonly committedNumbers: Cache<number>;
}

/**
 * The members that one feature adds to `Reads` and `Writes`, each with the function that creates it. A member without
 * writes is listed in `reads` only; a member of both is created by its entry in `writes` within a transaction.
 */
export interface FeatureStore<R extends keyof Reads = never, W extends keyof Writes = never> {
  readonly reads: { readonly [K in R]: (scope: ReadScope) => Reads[K] };
  readonly writes: { readonly [K in W]: (scope: WriteScope) => Writes[K] };
}

export function defineFeatureStore<R extends keyof Reads, W extends keyof Writes = never>(
  store: FeatureStore<R, W>,
): FeatureStore<R, W> {
  return store;
}
