import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { createPostgresStore } from '../../database/postgres-store.js';
import { hourMs } from '../../kernel/time.js';
import * as boardStore from './leaderboards.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await cloneDatabase();
});
afterEach(() => database.drop());

describe('old versions of the leaderboards', () => {
  it('remain for the requested time after a newer one has replaced them', async () => {
    const store = createPostgresStore(database.pool);
    const start = Date.UTC(2026, 0, 1);
    for (const hours of [0, 1, 2, 3]) {
      const boards = { asOf: start + hours * hourMs, tookMs: 1, scorings: 1, events: {}, scopes: [], offsets: [] };
      await store.transact(tx => boardStore.save(tx, boards));
    }
    const left = async (before: number) => {
      await store.transact(tx => boardStore.deleteVersions(tx, before));
      const rows = await database.pool<{ as_of: Date }[]>`select as_of from board_versions order by version`;
      return rows.map(({ as_of }) => (as_of.getTime() - start) / hourMs);
    };
    expect(await left(start)).toEqual([0, 1, 2, 3]);
    // The version of hour 1 was the newest one until hour 2.
    expect(await left(start + 1.5 * hourMs)).toEqual([1, 2, 3]);
    expect(await left(start + 9 * hourMs)).toEqual([3]);
  });
});
