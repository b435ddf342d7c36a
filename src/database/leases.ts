import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Sql } from './pool.js';
import { type Lease, type LeasedStore, LeaseLost, type Store } from './store.js';

/**
 * By the server's clock. A holder that has not renewed for this long loses its lease to the next node that requests it.
 */
const leaseSeconds = 15;
const renewEveryMs = 5_000;
/**
 * Timeouts of a leased transaction, so that a frozen holder keeps its lock on the lease no longer than this. The server
 * supports `transaction_timeout` since version 17; before, statements have separate timeouts.
 */
const idleMs = 10_000;
const transactionMs = 25_000;
const statementMs = 15_000;

/** Runs statements outside transactions. */
type Query = <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;

export interface Leases {
  /** Runs the work unless another node holds the lease; then returns false. */
  run(name: string, work: (lease: Lease) => Promise<void>): Promise<boolean>;
  /** Names of leases whose holder stopped renewing while its work ran. */
  expired(): Promise<string[]>;
  /** Releases held leases, so that other nodes need not wait for their expiry. */
  close(): Promise<void>;
}

/**
 * Fails unless the lease is current, and locks it until the transaction ends: a node that takes over waits for that.
 * Renewals do not change the key, so this lock does not block them.
 */
export async function checkLease(sql: Sql, { name, holder, token }: Lease): Promise<void> {
  const rows = await sql`
    select set_config('idle_in_transaction_session_timeout', ${String(idleMs)}, true),
      case when current_setting('server_version_num')::int >= 170000
        then set_config('transaction_timeout', ${String(transactionMs)}, true)
        else set_config('statement_timeout', ${String(statementMs)}, true) end
    from job_leases where name = ${name} and holder = ${holder} and token = ${token} for key share`;
  if (rows.length === 0) throw new LeaseLost(`another node has taken over: ${name}`);
}

/**
 * Acquires a lease that is free, expired or left over from work of this store. A row locked by a running transaction of
 * the last holder is skipped. Commits here are asynchronous: if a server crash loses a lease, its holder's next
 * transaction rejects it, because the token alone does not make it current.
 */
async function acquire(sql: Sql, name: string, holder: string): Promise<Lease | null> {
  const [row] = await sql<{ token: number }[]>`
    with free as (
      select name from job_leases
      where name = ${name} and (holder is null or holder = ${holder} or expires_at < clock_timestamp())
      for update skip locked
    )
    update job_leases l set holder = ${holder}, token = l.token + 1,
      expires_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    from free where l.name = free.name
    returning l.token, set_config('synchronous_commit', 'off', true)`;
  return row ? { name, holder, token: row.token } : null;
}

async function renew(sql: Sql, { name, holder, token }: Lease): Promise<void> {
  await sql`update job_leases set expires_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where name = ${name} and holder = ${holder} and token = ${token}
    returning set_config('synchronous_commit', 'off', true)`;
}

async function release(sql: Sql, { name, holder, token }: Lease): Promise<void> {
  await sql`update job_leases set holder = null where name = ${name} and holder = ${holder} and token = ${token}
    returning set_config('synchronous_commit', 'off', true)`;
}

/** Renews while the work runs. A failed renewal is retried; each transaction checks whether the lease is current. */
function renewing(query: Query, lease: Lease): () => void {
  let isRenewing = false;
  async function again(): Promise<void> {
    if (isRenewing) return;
    isRenewing = true;
    await query(sql => renew(sql, lease)).catch(() => {});
    isRenewing = false;
  }
  const timer = setInterval(again, renewEveryMs).unref();
  return () => clearInterval(timer);
}

/** Returns the store with transactions that check the lease; after the first that finds it lost, all fail. */
export function bindToLease(store: Store, lease: Lease, transact: Store['transact']): LeasedStore {
  let lost: LeaseLost | null = null;
  return {
    ...store,
    lease,
    get isLost() {
      return lost !== null;
    },
    async transact(work, limits) {
      if (lost) throw lost;
      try {
        return await transact(work, limits);
      } catch (error) {
        if (error instanceof LeaseLost) lost = error;
        throw error;
      }
    },
  };
}

/**
 * Work that one node does at a time, each under a lease with a fencing token. An advisory lock would end with its
 * session: a frozen node keeps it, and after a broken connection two nodes work.
 */
export function createLeases(query: Query): Leases {
  // Identifies the node for operators; the random part distinguishes stores of one process.
  const holder = `${hostname()}:${process.pid}:${randomBytes(6).toString('hex')}`;
  const running = new Map<string, Lease | null>();
  const registered = new Set<string>();

  async function take(name: string): Promise<Lease | null> {
    if (!registered.has(name)) {
      await query(sql => sql`insert into job_leases (name) values (${name}) on conflict do nothing`);
      registered.add(name);
    }
    return query(sql => acquire(sql, name, holder));
  }

  async function work(lease: Lease, run: (lease: Lease) => Promise<void>): Promise<void> {
    const stop = renewing(query, lease);
    try {
      await run(lease);
    } finally {
      stop();
      await query(sql => release(sql, lease)).catch(() => {});
    }
  }

  return {
    async run(name, doWork) {
      if (running.has(name)) return false;
      running.set(name, null);
      try {
        const lease = await take(name);
        if (!lease) return false;
        running.set(name, lease);
        await work(lease, doWork);
        return true;
      } finally {
        running.delete(name);
      }
    },
    async expired() {
      const rows = await query(
        sql => sql<{ name: string }[]>`
          select name from job_leases where holder is not null and expires_at < clock_timestamp()`,
      );
      return rows.map(({ name }) => name);
    },
    async close() {
      const leases = [...running.values()].filter(lease => lease !== null);
      await Promise.allSettled(leases.map(lease => query(sql => release(sql, lease))));
    },
  };
}
