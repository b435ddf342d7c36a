import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyDatabase, type TestDatabase } from '../../test/support/test-database.js';
import { loadMigrations, migrate } from '../database/migrate.js';
import { migrationsFolder } from '../package-root.js';

const migrations = loadMigrations(migrationsFolder);
const own = migrations.findIndex(({ name }) => name === 'demo-marks');
const notice = 'House player of the demonstration arena: a fixed rule of this service, not an outside agent.';

let database: TestDatabase;
beforeEach(async () => {
  database = await emptyDatabase();
  await migrate(database.pool, migrations.slice(0, own));
});
afterEach(() => database.drop());

async function anOwner(id: string, { email, retired = false }: { email: string | null; retired?: boolean }) {
  const { pool } = database;
  await pool`insert into players (id, kind, handle, name, folded_name, created_at, retired_at)
    values (${id}, 'human', ${id}, ${id}, ${id}, now(), ${retired ? new Date() : null})`;
  await pool`insert into people (player_id, email, password_hash) values (${id}, ${email}, ${email && 'hash'})`;
}

async function anAgentOf(ownerId: string, id: string, description: string, model: string) {
  const { pool } = database;
  await pool`insert into players (id, kind, handle, name, folded_name, created_at)
    values (${id}, 'agent', ${id}, ${id}, ${id}, now())`;
  await pool`insert into agents (player_id, owner_id, description, model) values (${id}, ${ownerId}, ${description}, ${model})`;
}

/** An event whose first resolution is scored. */
async function aScoredEvent(id: string, demo: boolean) {
  const { pool } = database;
  await pool`insert into events (id, slug, pubkey, title, description, category, outcomes, resolution_source, liquidity,
      opening_shares, created_at, demo)
    values (${id}, ${id}, ${id}, ${id}, '', 'test', ${['Yes', 'No']}, '{}', 1000000000, ${[0, 0]}, now(), ${demo})`;
  await pool`insert into event_scorings (event_id, version, scored_at, resolved_at, effective_close_at, payout_bps, forecasters)
    values (${id}, 1, now(), now(), now(), ${[10_000, 0]}, 0)`;
}

async function aBoard() {
  const [{ version }] = await database.pool<{ version: number }[]>`
    insert into board_versions (as_of, took_milliseconds, scorings, events) values (now(), 1, 1, '{}') returning version`;
  await database.pool`insert into boards (version, window_name, category, body) values (${version}, 'all', '', '')`;
}

const storedSets = async () => (await database.pool`select events from boards`).map(({ events }) => events);

describe('migrating an existing arena', () => {
  it('assigns house players to the arena and keeps the agents of people', async () => {
    const { pool } = database;
    await pool`insert into arena (name, value) values ('demo', '{"state": "ended"}')`;
    await anOwner('presage-house', { email: null });
    for (const id of ['a', 'b', 'c', 'd']) {
      await anAgentOf('presage-house', `house-${id}`, `${notice} Quick.`, `house-rules/${id}-1`);
    }
    await anOwner('ada', { email: 'ada@example.org' });
    await anAgentOf('ada', 'copycat', `${notice} Not really.`, 'house-rules/fake-1');
    await anOwner('gone', { email: null, retired: true });
    await anAgentOf('gone', 'orphan', `${notice} Neither.`, 'house-rules/fake-2');
    await migrate(pool, migrations);
    const house = await pool`select id from players where house order by id`;
    expect(house.map(({ id }) => id)).toEqual(['house-a', 'house-b', 'house-c', 'house-d', 'presage-house']);
    const owned = await pool`select player_id, owner_id from agents where owner_id is not null order by 1`;
    expect([...owned]).toEqual([
      { player_id: 'copycat', owner_id: 'ada' },
      { player_id: 'orphan', owner_id: 'gone' },
    ]);
  });

  it.each([
    ['demo', [true]],
    ['real', [false]],
  ])('keeps leaderboards of %s events only', async (set, kinds) => {
    for (const demo of kinds) await aScoredEvent(`event-${demo}`, demo);
    await aBoard();
    await migrate(database.pool, migrations);
    expect(await storedSets()).toEqual([set]);
  });

  it('drops leaderboards that mix real and demo events, so that they are rebuilt', async () => {
    for (const demo of [true, false]) await aScoredEvent(`event-${demo}`, demo);
    await aBoard();
    await migrate(database.pool, migrations);
    expect(await storedSets()).toEqual([]);
    expect([...(await database.pool`select version from board_versions`)]).toEqual([]);
  });
});
