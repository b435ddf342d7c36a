import { BoundedMap } from '../../domain/bounded-map.js';
import { type PoolState, type Store, StoreFull, StoreUnavailable, type Writes } from '../store.js';
import { type ChangeChannel, createChangeChannel, type TransactionNotices } from './change-channel.js';
import type { Clock } from './clock-time.js';
import { type CompleteFeatures, composersOf, type StoreFeature } from './compose-members.js';
import { createExclusiveWork } from './exclusive-work.js';
import type { Pool, Sql } from './pool.js';
import { codeOf, isOutOfSpace, isUnavailable, isUnreachable, runTransaction } from './transaction.js';

/** SQLSTATE codes of transactions that were rolled back and may be retried: serialization failure and deadlock. */
const repeatable = new Set(['40001', '40P01']);
const attempts = 4;
/** Players and markets whose numbers are cached; each entry takes about 100 bytes. */
const maxNumbers = 100_000;

/** Longer than any of these takes on a healthy database: a server that hangs must not hang its callers. */
const readMs = 20_000;
const transactMs = 60_000;
const snapshotMs = 900_000;
/**
 * For how long work is refused without an attempt after no connection could be made. Otherwise requests would queue for
 * the few connections, each of which pauses before it tries again.
 */
const unreachableMs = 100;

function within<T>(deadlineMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new StoreUnavailable('the database does not answer')), deadlineMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Snapshots scan whole tables: they take longer and sort and hash more rows than requests do. */
async function raiseLimits(sql: Sql): Promise<void> {
  await sql`select set_config('statement_timeout', '600000', true), set_config('work_mem', '128MB', true),
    set_config('enable_seqscan', 'on', true)`;
}

interface TransactionContext {
  readonly pool: Pool;
  readonly channel: ChangeChannel;
  readonly writesOver: (sql: Sql, notices: TransactionNotices) => Writes;
}

/**
 * Notifies the watchers of this node when the transaction ends, before its caller. A failed transaction notifies as well:
 * after a connection is lost during the commit it is unknown whether anything changed.
 */
async function transactOnce<T>(
  { pool, channel, writesOver }: TransactionContext,
  work: (writes: Writes) => Promise<T>,
): Promise<T> {
  let notices: TransactionNotices | null = null;
  let committed = false;
  try {
    const result = await runTransaction(pool, '', async sql => {
      notices = channel.noticesOver(sql);
      const done = await work(writesOver(sql, notices));
      await Promise.all(notices.notifyRest());
      return done;
    });
    committed = true;
    return result;
  } finally {
    (notices as TransactionNotices | null)?.notifyLocal(committed);
  }
}

export interface StoreOptions {
  /** Stores messages of private streams for replays; false only counts them. */
  readonly streamStorage?: boolean;
  readonly disk?: DiskGuard;
}

interface DiskGuard {
  /** Transactions are refused while this is true. */
  readonly isFull: boolean;
  /** The database reported that its disk is full. */
  noteFull(): void;
}

/** Creates the store whose `Reads` and `Writes` have the members of all features. */
export function composeStore<F extends StoreFeature>(
  features: readonly F[] & CompleteFeatures<F>,
  pool: Pool,
  clock: Clock,
  { streamStorage = true, disk }: StoreOptions,
): Store {
  const { composeReads, composeWrites } = composersOf(features);
  const reads = composeReads({ sql: pool, clock });
  const channel = createChangeChannel(pool);
  const committedNumbers = new BoundedMap<number>(maxNumbers);
  const writesOver = (sql: Sql, notices: TransactionNotices) =>
    composeWrites({ sql, clock, notices, streamStorage, committedNumbers });
  const exclusive = createExclusiveWork(pool);
  let busy = 0;
  let waiting = 0;
  let unreachableUntil = 0;
  const size = pool.options.max;

  async function counted<T>(deadlineMs: number, work: () => Promise<T>): Promise<T> {
    if (performance.now() < unreachableUntil) throw new StoreUnavailable('the database is out of reach');
    const queued = busy >= size;
    if (queued) waiting += 1;
    else busy += 1;
    try {
      return await within(deadlineMs, work());
    } catch (error) {
      if (isUnreachable(error)) unreachableUntil = performance.now() + unreachableMs;
      if (isOutOfSpace(error)) {
        disk?.noteFull();
        throw new StoreFull('the disk of the database is full', { cause: error });
      }
      if (isUnavailable(error)) throw new StoreUnavailable('the database is out of reach', { cause: error });
      throw error;
    } finally {
      if (waiting > 0) waiting -= 1;
      else busy -= 1;
    }
  }

  return {
    read: work => counted(readMs, () => work(reads)),
    transact: work =>
      counted(transactMs, async () => {
        if (disk?.isFull) throw new StoreFull('the disk of the database is full');
        for (let attempt = 1; ; attempt += 1) {
          try {
            return await transactOnce({ pool, channel, writesOver }, work);
          } catch (error) {
            if (attempt === attempts || !repeatable.has(codeOf(error))) throw error;
          }
        }
      }),
    snapshot: work =>
      counted(snapshotMs, () =>
        runTransaction(pool, 'isolation level repeatable read read only', async sql => {
          await raiseLimits(sql);
          return work(composeReads({ sql, clock }));
        }),
      ),
    watch: watcher => channel.watch(watcher),
    exclusively: (name, work) => exclusive.run(name, work),
    pool(): PoolState {
      return { size, busy, waiting };
    },
    async close() {
      await exclusive.close();
      await pool.end({ timeout: 5 });
    },
  };
}
