/**
 * Everything the service stores, without its SQL. The interface of each feature adds its members to `Reads` and `Writes`
 * by module augmentation (store/<feature>/interface.ts); src/server/features.ts lists what implements them.
 */
export interface Reads {
  ping(): Promise<void>;
}

export interface Writes extends Reads {}

export interface PoolState {
  readonly size: number;
  readonly busy: number;
  readonly waiting: number;
  readonly oldestWaitMs: number;
  /** False while no connection can be made: work is refused at once. */
  readonly isReachable: boolean;
  /** For how long the database has answered nothing although it was asked; 0 if nothing is in flight. */
  readonly silentMs: number;
  /** Connections that were lost. */
  readonly resets: number;
  /** Connections that replaced lost ones. */
  readonly reconnects: number;
}

/** The database is unreachable: nothing was done, or the outcome of a commit is unknown. */
export class StoreUnavailable extends Error {}

/** The disk of the database is full: nothing was done. */
export class StoreFull extends Error {}

/** Another node holds the lease under which the transaction ran: nothing was done. */
export class LeaseLost extends Error {}

/** The right to do the work of one name. `token` grows with every holder. */
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

/** A market that a committed transaction has changed. */
export interface MarketNotice {
  readonly eventId: string;
  /** The market sequence after the commit; null for a change that the sequence does not count. */
  readonly sequence: number | null;
}

/**
 * Callbacks run for transactions of this node after their commit and before the caller gets the result, and for those of
 * other nodes when the database delivers the notification. A commit whose outcome is unknown notifies as well.
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

/** Deadlines that the database enforces, so that a node that is paused or cut off holds no locks for longer. */
export interface TransactionLimits {
  readonly maxMs: number;
  /** The transaction changes no key, session, plan or role, so credentials in memory stay valid. */
  readonly keepsCredentials?: true;
}

/** For transactions that a request waits for, and others wait for its locks. */
export const requestLimits: TransactionLimits = { maxMs: 5_000, keepsCredentials: true };

export interface StoreChanges {
  /** Transactions of this node that have ended, and notifications of other nodes. */
  readonly count: number;
  /** Whether notifications of other nodes arrive. */
  readonly isListening: boolean;
}

export interface Store {
  read<T>(work: (reads: Reads) => Promise<T>): Promise<T>;
  /**
   * Commits all of the work or none; `work` may run again after a deadlock, a serialization failure, or a connection that
   * was lost before the commit.
   */
  transact<T>(work: (writes: Writes) => Promise<T>, limits?: TransactionLimits): Promise<T>;
  /** All reads see one snapshot, however long they take. */
  snapshot<T>(work: (reads: Reads) => Promise<T>): Promise<T>;
  /**
   * Runs the work unless another node runs work of this name; then returns false. A node that stops responding loses the
   * name after 15 seconds, so the work writes through the store that it is given.
   */
  exclusively(name: string, work: (leased: LeasedStore) => Promise<void>): Promise<boolean>;
  /** Binds transactions to a lease that is held elsewhere in this process. */
  under(lease: Lease): LeasedStore;
  /** Names of work whose node stopped responding before it was done. */
  abandonedWork(): Promise<string[]>;
  /** Subscribes to committed changes of this node and others. The returned function unsubscribes. */
  watch(watcher: MarketWatcher): () => Promise<void>;
  /** Changes whenever anything may have changed, so that periodic work looks only then. */
  changes(): StoreChanges;
  pool(): PoolState;
  close(): Promise<void>;
}
