import { afterAll, beforeAll, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../test/support/test-database.js';
import { openPool, type Pool } from '../database/pool.js';
import { createPostgresStore } from '../database/postgres-store.js';
import type { Reader, Store, Transaction } from '../database/store.js';
import * as notificationStore from '../notifications/store.js';
import * as marketRequestStore from './store.js';

const tables = ['market_requests', 'market_request_votes', 'notifications'];
const rows = 20_000;
const now = Date.parse('2026-03-17T12:00:00Z');

let database: TestDatabase;
let pool: Pool;
let store: Store;
beforeAll(async () => {
  database = await cloneDatabase();
  // One connection, so that its statistics cover exactly the reads.
  pool = openPool(database.target, { max: 1 });
  store = createPostgresStore(pool, () => now);
  await pool`insert into players (id, kind, handle, name, folded_name, created_at)
    select 'plr_' || k, 'human', 'p-' || k, 'P', 'p', now() from generate_series(1, 1000) k`;
  await pool`insert into people (player_id) select 'plr_' || k from generate_series(1, 1000) k`;
  await pool`insert into market_requests (id, person_id, question, outcomes, ends_at, first_limit_order_intent, status, reason,
      votes, readiness_score, failing_rules, created_at)
    select 'mrq_' || lpad(k::text, 8, '0'), 'plr_' || 1 + k % 1000, 'Will thing ' || k || ' happen in ' || k % 977 || '?', '{}',
      '2027-01-01', false, case when k % 3 = 0 then 'declined' else 'open' end, 'Not now.', k % 50, k * 7 % 101, '{}', now()
    from generate_series(1, ${rows}) k`;
  await pool`insert into market_request_votes (request_id, person_id, created_at)
    select id, 'plr_1', now() from market_requests`;
  await pool`insert into notifications (id, person_id, kind, text, created_at)
    select 'ntf_' || lpad(k::text, 8, '0'), 'plr_' || 1 + k % 1000, 'event-resolved', 'Done.', '2026-03-17'
    from generate_series(1, ${rows}) k`;
  await pool`analyze market_requests, market_request_votes, notifications, players`;
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function sequentialScans(): Promise<number> {
  await pool`select pg_stat_force_next_flush()`;
  await pool`select pg_stat_clear_snapshot()`;
  const [{ scans }] = await pool<{ scans: number }[]>`
    select sum(seq_scan)::int as scans from pg_stat_user_tables where relname = any(${tables})`;
  return scans;
}

const page = { words: [], current: false, after: null, limit: 51, now } as const;
const cases: [string, (reader: Reader) => Promise<unknown>][] = [
  ...(['votes', 'readiness', 'newest'] as const).flatMap(sort =>
    (['open', 'declined', 'launched', 'planned', 'all'] as const).map(
      status =>
        [
          `the list ${status} by ${sort}`,
          (reader: Reader) => marketRequestStore.list(reader, { ...page, sort, status }),
        ] as [string, (reader: Reader) => Promise<unknown>],
    ),
  ),
  [
    'a later page',
    reader => {
      const after = [25, 'mrq_00010000'] as const;
      return marketRequestStore.list(reader, { ...page, after, sort: 'votes', status: 'open' });
    },
  ],
  ['the ranking', reader => marketRequestStore.list(reader, { ...page, sort: 'rank', status: 'open', current: true })],
  ['words', reader => marketRequestStore.list(reader, { ...page, sort: 'votes', status: 'open', words: ['976'] })],
  ['one request', reader => marketRequestStore.find(reader, 'mrq_00000007', now)],
  ['similar requests', reader => marketRequestStore.withWords(reader, ['976', '1234'], 50)],
  ['requests of a person', reader => marketRequestStore.ofPerson(reader, 'plr_7', now, 200)],
  ['votes of a person', reader => marketRequestStore.openVotesOf(reader, 'plr_7', 1000)],
  [
    'notifications',
    reader => notificationStore.list(reader, { personId: 'plr_7', unread: false, since: 0, before: null, limit: 51 }),
  ],
  ['unread notifications', reader => notificationStore.countUnread(reader, 'plr_7', 0)],
];
const tx: [string, (tx: Transaction) => Promise<unknown>][] = [
  ['the number of open requests', w => marketRequestStore.countOpen(w, 'plr_7')],
  ['a vote', w => marketRequestStore.addVote(w, 'mrq_00000007', 'plr_7', now)],
  ['a merge', w => marketRequestStore.moveVotes(w, 'mrq_00000007', 'mrq_00000008')],
  ['a deleted person', w => marketRequestStore.erasePerson(w, 'plr_7')],
  ['deleted notifications', w => notificationStore.deleteOf(w, 'plr_7')],
  ['notifications marked as read', w => notificationStore.markRead(w, 'plr_8', null, now)],
  ['old notifications', w => notificationStore.deleteBefore(w, 0)],
];

it('reads requests, votes and notifications by index, in any list', async () => {
  const scanned: string[] = [];
  let before = await sequentialScans();
  const run = async (name: string, work: () => Promise<unknown>) => {
    await work();
    const after = await sequentialScans();
    if (after > before) scanned.push(name);
    before = after;
  };
  for (const [name, read] of cases) await run(name, () => store.read(read));
  for (const [name, write] of tx) await run(name, () => store.transact(write));
  expect(scanned).toEqual([]);
});

it('detects a sequential scan', async () => {
  const before = await sequentialScans();
  await pool`select count(*) from market_requests where source_name = 'x'`;
  expect(await sequentialScans()).toBeGreaterThan(before);
});
