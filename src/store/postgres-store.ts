import { replyReads, replyWrites } from './arena/postgres/replies.js';
import { certificationReads, certificationWrites } from './certification/postgres/runs.js';
import { requestReads, requestWrites } from './developer/postgres/requests.js';
import { playReads } from './exchange/postgres/accounts-and-orders.js';
import { auditReads } from './exchange/postgres/audit.js';
import { playWrites } from './exchange/postgres/desk.js';
import { forecastReads, forecastWrites } from './forecasts/postgres/forecasts.js';
import { historyReads, historyWrites } from './market-data/postgres/history.js';
import { listingReads, listingWrites } from './market-data/postgres/listing.js';
import { liveReads } from './market-data/postgres/live.js';
import { createMarketChannel, type MarketChannel, type TransactionNotices } from './markets/postgres/market-channel.js';
import { marketReads, marketWrites, operatorWrites } from './markets/postgres/markets.js';
import { agentReads, agentWrites } from './people/postgres/agents.js';
import { peopleReads, peopleWrites } from './people/postgres/people.js';
import { playerReads, playerWrites } from './people/postgres/players.js';
import { sessionReads, sessionWrites } from './people/postgres/sessions.js';
import { practiceReads, practiceWrites } from './practice/postgres/practice.js';
import { recordReads } from './record/postgres/record.js';
import { crowdReads, crowdWrites } from './scoring/postgres/crowd-means.js';
import { boardReads, boardWrites } from './scoring/postgres/leaderboards.js';
import { scoreReads, scoreWrites } from './scoring/postgres/scores.js';
import { searchReads } from './search/postgres/search.js';
import type { Clock } from './sql/clock-time.js';
import { createExclusiveWork } from './sql/exclusive-work.js';
import type { Pool, Sql } from './sql/pool.js';
import { codeOf, isUnavailable, runTransaction } from './sql/transaction.js';
import { type PoolState, type Reads, type Store, StoreUnavailable, type Writes } from './store.js';
import { streamReads, streamWrites } from './streams/postgres/streams.js';

/** Failures after which nothing was done and the same transaction may simply be run again. */
const repeatable = new Set(['40001', '40P01']);
const attempts = 4;

function readsOver(sql: Sql, clock: Clock): Reads {
  return {
    ...playReads(sql, clock),
    history: historyReads(sql),
    listing: listingReads(sql, clock),
    search: searchReads(sql),
    live: liveReads(sql),
    streams: streamReads(sql),
    markets: marketReads(sql),
    audit: auditReads(sql, clock),
    players: playerReads(sql),
    forecasts: forecastReads(sql),
    scores: scoreReads(sql),
    boards: boardReads(sql),
    record: recordReads(sql),
    crowds: crowdReads(sql),
    practice: practiceReads(sql),
    certification: certificationReads(sql),
    people: peopleReads(sql),
    sessions: sessionReads(sql),
    agents: agentReads(sql),
    replies: replyReads(sql),
    requests: requestReads(sql),
    async ping() {
      await sql`select 1`;
    },
  };
}

function writesOver(sql: Sql, clock: Clock, notices: TransactionNotices, storing: boolean): Writes {
  return {
    ...readsOver(sql, clock),
    ...playWrites(sql, clock, notices, storing),
    streams: streamWrites(sql),
    history: historyWrites(sql),
    listing: listingWrites(sql, clock),
    markets: marketWrites(sql, clock, notices),
    operators: operatorWrites(sql, clock, notices),
    players: playerWrites(sql),
    forecasts: forecastWrites(sql, clock),
    scores: scoreWrites(sql),
    boards: boardWrites(sql),
    crowds: crowdWrites(sql),
    practice: practiceWrites(sql),
    certification: certificationWrites(sql),
    people: peopleWrites(sql),
    sessions: sessionWrites(sql),
    agents: agentWrites(sql),
    replies: replyWrites(sql),
    requests: requestWrites(sql),
  };
}

/** Longer than any of these takes while the database is well; a server that hangs must not hang its callers. */
const readMs = 20_000;
const transactMs = 60_000;
const snapshotMs = 900_000;

function within<T>(deadlineMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new StoreUnavailable('the database does not answer')), deadlineMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Looking at whole tables may take longer than any request, and sorts and hashes more than one. */
async function takeTime(sql: Sql): Promise<void> {
  await sql`select set_config('statement_timeout', '600000', true), set_config('work_mem', '128MB', true),
    set_config('enable_seqscan', 'on', true)`;
}

/**
 * Whoever watches markets here is told as soon as the transaction is over, and before the caller is. Told where it failed,
 * too: a connection that is lost while committing leaves open whether anything changed.
 */
async function transactOnce<T>(
  pool: Pool,
  clock: Clock,
  storing: boolean,
  channel: MarketChannel,
  work: (writes: Writes) => Promise<T>,
): Promise<T> {
  let notices: TransactionNotices | null = null;
  let committed = false;
  try {
    const result = await runTransaction(pool, '', async sql => {
      notices = channel.noticesOver(sql);
      const done = await work(writesOver(sql, clock, notices, storing));
      await Promise.all(notices.notifyRest());
      return done;
    });
    committed = true;
    return result;
  } finally {
    (notices as TransactionNotices | null)?.notifyLocal(committed);
  }
}

interface StoreOptions {
  /** Messages of private streams are kept for replays, and not only counted. */
  readonly streamStorage?: boolean;
}

/** `clock` replaces the database's own, for tests that move time. */
export function createPostgresStore(pool: Pool, clock: Clock = null, options: StoreOptions = {}): Store {
  const { streamStorage: storing = true } = options;
  const reads = readsOver(pool, clock);
  const channel = createMarketChannel(pool);
  const exclusive = createExclusiveWork(pool);
  let busy = 0;
  let waiting = 0;
  const size = pool.options.max;

  async function counted<T>(deadlineMs: number, work: () => Promise<T>): Promise<T> {
    const queued = busy >= size;
    if (queued) waiting += 1;
    else busy += 1;
    try {
      return await within(deadlineMs, work());
    } catch (error) {
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
        for (let attempt = 1; ; attempt += 1) {
          try {
            return await transactOnce(pool, clock, storing, channel, work);
          } catch (error) {
            if (attempt === attempts || !repeatable.has(codeOf(error))) throw error;
          }
        }
      }),
    snapshot: work =>
      counted(snapshotMs, () =>
        runTransaction(pool, 'isolation level repeatable read read only', async sql => {
          await takeTime(sql);
          return work(readsOver(sql, clock));
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
