import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { createPostgresStore } from '../../database/postgres-store.js';
import type { Store } from '../../database/store.js';
import { dayMs } from '../../kernel/time.js';
import * as playerStore from '../../people/store/players.js';
import * as benchmarkStore from './benchmark-sources.js';

const now = Date.UTC(2026, 2, 17);

let database: TestDatabase;
let store: Store;
beforeEach(async () => {
  database = await cloneDatabase();
  store = createPostgresStore(database.pool);
});
afterEach(() => database.drop());

/** A player who registered this many days ago and was scored on the first `events` events. */
async function addScored(playerId: string, events: number, days: number): Promise<void> {
  const handle = playerId.replace('_', '-');
  await store.transact(tx =>
    playerStore.addPerson(tx, { playerId, handle, name: handle, foldedName: handle, at: now - days * dayMs }),
  );
  await database.pool`insert into event_scores (event_id, version, player_id, brier)
    select 'evt_' || n, 1, ${playerId}, 0.25 from generate_series(1, ${events}::int) n`;
}

async function establish(): Promise<{ owner: string; since: number }[]> {
  await database.pool`insert into event_scorings
    (event_id, version, scored_at, resolved_at, effective_close_at, payout_bps, forecasters)
    select 'evt_' || n, 1, ${new Date(now)}, ${new Date(now - 1)}, ${new Date(now - 1)}, '{10000,0}', 1
    from generate_series(1, 10) n`;
  await store.transact(tx => benchmarkStore.establishOwners(tx, now));
  const rows = await database.pool<{ owner_id: string; since: Date }[]>`
    select owner_id, since from established_owners order by owner_id`;
  return rows.map(row => ({ owner: row.owner_id, since: row.since.getTime() }));
}

const establishedAt = (owners: readonly string[], at = now) =>
  store.read(reader => benchmarkStore.establishedOwners(reader, owners, at));

describe('an owner', () => {
  it('is established with ten scored events, not with nine', async () => {
    await addScored('plr_nine', 9, 90);
    await addScored('plr_ten', 10, 90);
    expect(await establish()).toEqual([{ owner: 'plr_ten', since: now }]);
  });

  it('is established thirty days after registering, not earlier', async () => {
    await addScored('plr_new', 10, 29);
    await addScored('plr_old', 10, 30);
    expect(await establish()).toEqual([
      { owner: 'plr_new', since: now + dayMs },
      { owner: 'plr_old', since: now },
    ]);
  });
});

describe('the established owners of an arena', () => {
  it('are the benchmark with fifty of them; with 49, all owners count', async () => {
    await database.pool`insert into established_owners (owner_id, since)
      select 'plr_' || n, ${new Date(now - dayMs)} from generate_series(1, 49) n`;
    expect(await establishedAt(['plr_1', 'plr_50', 'plr_x'])).toBeNull();
    await database.pool`insert into established_owners values ('plr_50', ${new Date(now)})`;
    expect(await establishedAt(['plr_1', 'plr_50', 'plr_x'])).toEqual(new Set(['plr_1', 'plr_50']));
    expect(await establishedAt(['plr_1', 'plr_50', 'plr_x'], now - 1)).toBeNull();
  });
});
