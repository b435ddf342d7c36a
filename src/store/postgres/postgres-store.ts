import { type PoolState, type Reads, type Store, StoreUnavailable, type Writes } from '../store.js';
import type { Pool, Sql } from './connect.js';
import { type Clock, playWrites } from './desk.js';
import { playReads } from './play-reads.js';
import { playerReads, playerWrites } from './players.js';
import { replyReads, replyWrites } from './replies.js';
import { requestReads, requestWrites } from './requests.js';

/** Failures after which nothing was done and the same transaction may simply be run again. */
const repeatable = new Set(['40001', '40P01']);
const attempts = 4;

/** What the driver and the server say when there is no connection, or no longer one. */
const unavailable = new Set([
  ...['CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'CONNECTION_ENDED', 'CONNECT_TIMEOUT'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'],
  ...['57P01', '57P02', '57P03', '53300', '08000', '08001', '08003', '08004', '08006'],
]);

function readsOver(sql: Sql): Reads {
  return {
    ...playReads(sql),
    players: playerReads(sql),
    replies: replyReads(sql),
    requests: requestReads(sql),
    async ping() {
      await sql`select 1`;
    },
  };
}

function writesOver(sql: Sql, clock: Clock): Writes {
  return {
    ...readsOver(sql),
    ...playWrites(sql, clock),
    players: playerWrites(sql),
    replies: replyWrites(sql),
    requests: requestWrites(sql),
  };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** `clock` replaces the database's own, for tests that move time. */
export function createPostgresStore(pool: Pool, clock: Clock = null): Store {
  const reads = readsOver(pool);
  let busy = 0;
  let waiting = 0;
  const size = pool.options.max;

  async function counted<T>(work: () => Promise<T>): Promise<T> {
    const queued = busy >= size;
    if (queued) waiting += 1;
    else busy += 1;
    try {
      return await work();
    } catch (error) {
      if (unavailable.has(codeOf(error))) throw new StoreUnavailable('the database is out of reach', { cause: error });
      throw error;
    } finally {
      if (waiting > 0) waiting -= 1;
      else busy -= 1;
    }
  }

  return {
    read: work => counted(() => work(reads)),
    transact: work =>
      counted(async () => {
        for (let attempt = 1; ; attempt += 1) {
          try {
            return (await pool.begin(sql => work(writesOver(sql as unknown as Sql, clock)))) as Awaited<
              ReturnType<typeof work>
            >;
          } catch (error) {
            if (attempt === attempts || !repeatable.has(codeOf(error))) throw error;
          }
        }
      }),
    pool(): PoolState {
      return { size, busy, waiting };
    },
    close: () => pool.end({ timeout: 5 }),
  };
}
