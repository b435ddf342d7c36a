import type { TransactionNotices } from './change-channel.js';
import type { Clock } from './columns.js';
import type { CredentialChanges } from './credential-changes.js';
import type { Sql } from './pool.js';
import type { RowNumbers } from './row-numbers.js';

/** Runs the reads of the store functions: on any connection of the pool, or within one transaction. */
export interface Reader {
  readonly sql: Sql;
  readonly clock: Clock;
}

/** Runs the reads and writes of the store functions within one transaction. */
export interface Transaction extends Reader {
  readonly notices: TransactionNotices;
  /** False to count messages of private streams without storing them. */
  readonly streamStorage: boolean;
  readonly numbers: RowNumbers;
}

export interface PoolState {
  readonly size: number;
  readonly busy: number;
  readonly waiting: number;
  readonly oldestWaitMs: number;
  /** False while no connection can be made: work is rejected at once. */
  readonly isReachable: boolean;
  /** How long the database has not responded to pending statements; 0 if nothing is in flight. */
  readonly silentMs: number;
  /** The number of lost connections. */
  readonly resets: number;
  /** The number of connections that replaced lost ones. */
  readonly reconnects: number;
}

/** The database is unreachable: nothing was done, or the outcome of a commit is unknown. */
export class StoreUnavailable extends Error {}

/** The disk of the database is full: nothing was done. */
export class StoreFull extends Error {}

/** Another node holds the lease under which the transaction ran: nothing was done. */
export class LeaseLost extends Error {}

/** The lease on work with one name. `token` grows with every holder. */
export interface Lease {
  readonly name: string;
  readonly holder: string;
  readonly token: number;
}

/** A store whose transactions commit only while its lease is current; otherwise they fail with `LeaseLost`. */
export interface LeasedStore extends Store {
  readonly lease: Lease;
  /** A transaction has found that another node has taken over. */
  readonly isLost: boolean;
}

/** A market changed by a committed transaction. */
export interface MarketNotice {
  readonly eventId: string;
  /** The market sequence after the commit; null for a change that the sequence does not count. */
  readonly sequence: number | null;
}

/**
 * Callbacks run for transactions of this node after their commit and before the caller gets the result, and for those
 * of other nodes when the database delivers the notification. A commit whose outcome is unknown notifies too.
 */
export interface MarketWatcher {
  onMarketsChanged(notices: readonly MarketNotice[]): void;
  /** Whether notifications of other nodes arrive. Any number of them may have been missed before each call. */
  onListening(yes: boolean): void;
  /** Players with new messages; null stands for any number of players. */
  onPlayerMessages?(playerIds: readonly string[] | null): void;
  /** People whose notifications were added or read; null stands for any number of people. */
  onNotifications?(personIds: readonly string[] | null): void;
  /** An event was created or its texts were edited. */
  onTextsChanged?(): void;
  /** Trading in the whole arena was paused or resumed. */
  onTradingSwitched?(): void;
}

/** Deadlines that the database enforces, so that a paused or disconnected node holds no locks for longer. */
export interface TransactionLimits {
  readonly maxMs: number;
  /** The transaction changes no key, session, plan or role, so credentials in memory stay valid. */
  readonly keepsCredentials?: true;
}

/** For transactions on the request path, whose locks block other requests. */
export const requestLimits: TransactionLimits = { maxMs: 5_000, keepsCredentials: true };

export interface StoreChanges {
  /** The number of ended transactions of this node and notifications of other nodes. */
  readonly count: number;
  /** Whether notifications of other nodes arrive. */
  readonly isListening: boolean;
}

export interface Store {
  read<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  /**
   * Commits all of the work or none; `work` may be retried after a deadlock, a serialization failure, or a connection
   * lost before the commit.
   */
  transact<T>(work: (tx: Transaction) => Promise<T>, limits?: TransactionLimits): Promise<T>;
  /** The same store for urgent work that writes little: its transactions may use the reserve of a full disk. */
  withReserve(): Store;
  /** All reads see one snapshot. */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  /**
   * Runs the work unless another node runs work of this name; then returns false. A node that stops responding loses
   * the name after 15 seconds, so the work must write through the given store.
   */
  exclusively(name: string, work: (leased: LeasedStore) => Promise<void>): Promise<boolean>;
  /** Binds transactions to a lease that is held elsewhere in this process. */
  under(lease: Lease): LeasedStore;
  /** Names of work whose node stopped responding before it completed. */
  abandonedWork(): Promise<string[]>;
  /** Subscribes to committed changes of this node and others. The returned function unsubscribes. */
  watch(watcher: MarketWatcher): () => Promise<void>;
  /** Whether cached credentials are current. */
  readonly credentials: CredentialChanges;
  /** Changes whenever anything may have changed, so that periodic work queries only then. */
  changes(): StoreChanges;
  /** Changes whenever a transaction of any node or program has written; read it before what it guards. */
  writeMark(): Promise<string>;
  pool(): PoolState;
  close(): Promise<void>;
}
