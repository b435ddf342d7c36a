import { Cache } from '../kernel/cache.js';
import { type ChangeChannel, createChangeChannel, type TransactionNotices } from './change-channel.js';
import type { Clock } from './columns.js';
import { CredentialChanges } from './credential-changes.js';
import { codeOf, isOutOfSpace, isUnavailable, TransactionReset } from './driver/errors.js';
import { bindToLease, checkLease, createLeases } from './leases.js';
import type { Pool, Sql } from './pool.js';
import { RowNumbers } from './row-numbers.js';
import {
  type Lease,
  type PoolState,
  type Reader,
  type Store,
  StoreFull,
  StoreUnavailable,
  type Transaction,
  type TransactionLimits,
} from './store.js';

/** SQLSTATE codes of transactions that were rolled back and may be retried: serialization failure and deadlock. */
const repeatable = new Set(['40001', '40P01']);
const attempts = 4;
const isRepeatable = (error: unknown) => error instanceof TransactionReset || repeatable.has(codeOf(error));
/** Players, keys, markets and kinds of requests whose numbers are cached; each entry takes about 100 bytes. */
const maxNumbers = 100_000;

/** Longer than any of these takes on a healthy database: an unresponsive server must not block its callers. */
const readMs = 9_000;
const transactMs = 60_000;
const snapshotMs = 900_000;
const leaseMs = 5_000;

const defaultLimits: TransactionLimits = { maxMs: transactMs };
const starts = new Map<TransactionLimits, ReturnType<typeof startOf>>();

function startOf({ maxMs }: TransactionLimits) {
  return { begin: ['begin'], statementMs: Math.min(maxMs, 30_000), transactionMs: maxMs };
}

function transactionStart(limits: TransactionLimits) {
  let start = starts.get(limits);
  if (!start) {
    start = startOf(limits);
    starts.set(limits, start);
  }
  return start;
}

/** Snapshots scan whole tables: they take longer and sort and hash more rows than requests do. */
const snapshotStart = {
  begin: [
    'begin isolation level repeatable read read only',
    `select set_config('statement_timeout', '600000', true), set_config('work_mem', '128MB', true),
      set_config('enable_seqscan', 'on', true), set_config('idle_in_transaction_session_timeout', '60000', true)`,
  ],
  statementMs: 600_000,
  transactionMs: snapshotMs,
};

function within<T>(deadlineMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new StoreUnavailable('the database does not respond')), deadlineMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

interface TransactionContext {
  readonly pool: Pool;
  readonly channel: ChangeChannel;
  readonly credentials: CredentialChanges;
  readonly transactionOver: (sql: Sql, notices: TransactionNotices) => Transaction;
}

interface TransactionTerms {
  readonly limits: TransactionLimits;
  /** Null if the work needs none. */
  readonly lease: Lease | null;
}

/**
 * Notifies the watchers of this node when the transaction ends, before its caller. A failed transaction notifies too:
 * after a connection is lost during the commit, the outcome is unknown.
 */
async function transactOnce<T>(
  { pool, channel, credentials, transactionOver }: TransactionContext,
  { limits, lease }: TransactionTerms,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  let notices: TransactionNotices | null = null;
  let committed = false;
  try {
    const result = await pool.transaction(transactionStart(limits), async sql => {
      if (lease) await checkLease(sql, lease);
      notices = channel.noticesOver(sql);
      const result = await work(transactionOver(sql, notices));
      // Sent with the commit, which is not executed if one of them fails.
      for (const statement of notices.notifyRest()) void statement.execute();
      return result;
    });
    committed = true;
    return result;
  } finally {
    if (!limits.keepsCredentials) credentials.expire();
    (notices as TransactionNotices | null)?.notifyLocal(committed);
  }
}

/** Retries a transaction that the server rolled back because of a conflict. */
async function transactUntilDone<T>(
  context: TransactionContext,
  terms: TransactionTerms,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transactOnce(context, terms, work);
    } catch (error) {
      if (attempt === attempts || !isRepeatable(error)) throw error;
    }
  }
}

export interface StoreOptions {
  /** Stores messages of private streams for replays; false only counts them. */
  readonly streamStorage?: boolean;
  readonly disk?: DiskGuard;
}

interface DiskGuard {
  /** Transactions are rejected while this is true, except those that may use the reserve. */
  readonly isFull: boolean;
  /** All transactions are rejected while this is true. */
  readonly isReserveUsed: boolean;
  /** The database reported that its disk is full. */
  noteFull(): void;
}

/** `clock` replaces the database's clock in tests that control time. */
export function createPostgresStore(
  pool: Pool,
  clock: Clock = null,
  { streamStorage = true, disk }: StoreOptions = {},
): Store {
  const credentials = new CredentialChanges();
  const reader: Reader = { sql: pool.reads, clock };
  const channel = createChangeChannel(pool, credentials);
  let ended = 0;
  const committedNumbers = new Cache<number>({ maxEntries: maxNumbers });
  const transactionOver = (sql: Sql, notices: TransactionNotices): Transaction => ({
    sql,
    clock,
    notices,
    streamStorage,
    numbers: new RowNumbers(sql, committedNumbers),
  });

  /** Translates database errors; rethrows errors of the work. */
  async function translated<T>(deadlineMs: number, work: () => Promise<T>): Promise<T> {
    try {
      return await within(deadlineMs, work());
    } catch (error) {
      if (isOutOfSpace(error)) {
        disk?.noteFull();
        throw new StoreFull('the disk of the database is full', { cause: error });
      }
      if (isUnavailable(error)) throw new StoreUnavailable('the database is unreachable', { cause: error });
      throw error;
    }
  }

  const transact = <T>(
    work: (tx: Transaction) => Promise<T>,
    limits: TransactionLimits = defaultLimits,
    lease: Lease | null = null,
    mayUseReserve = false,
  ): Promise<T> =>
    translated(transactMs, async () => {
      if (disk && (mayUseReserve ? disk.isReserveUsed : disk.isFull))
        throw new StoreFull('the disk of the database is full');
      return transactUntilDone({ pool, channel, credentials, transactionOver }, { limits, lease }, work).finally(() => {
        ended += 1;
      });
    });
  const leases = createLeases(work => translated(leaseMs, () => work(pool)));
  const under = (lease: Lease) => bindToLease(store, lease, (work, limits) => transact(work, limits, lease));
  const store: Store = {
    read: work => translated(readMs, () => work(reader)),
    transact: (work, limits) => transact(work, limits),
    withReserve: () => ({ ...store, transact: (work, limits) => transact(work, limits, null, true) }),
    snapshot: work => translated(snapshotMs, () => pool.transaction(snapshotStart, sql => work({ sql, clock }))),
    watch: watcher => channel.watch(watcher),
    exclusively: (name, work) => leases.run(name, lease => work(under(lease))),
    under,
    abandonedWork: () => leases.expired(),
    credentials,
    changes: () => ({ count: ended + channel.received, isListening: channel.isListening }),
    writeMark: () =>
      translated(readMs, async () => {
        // The text includes transactions in progress, whose commit does not change the next transaction id.
        const [{ mark }] = await pool.reads<{ mark: string }[]>`select pg_current_snapshot()::text as mark`;
        return mark;
      }),
    pool: (): PoolState => pool.state(),
    close: () => leases.close().then(() => pool.end()),
  };
  return store;
}
