import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { runTransaction } from './transaction.js';

let database: TestDatabase;
let collect: (options?: { type: 'minor' }) => void;

beforeAll(async () => {
  database = await cloneDatabase();
  setFlagsFromString('--expose-gc');
  collect = runInNewContext('gc');
});
afterAll(() => database.drop());

/** Bytes that have outlived two collections of young objects. */
function oldBytes(): number {
  return getHeapSpaceStatistics().find(space => space.space_name === 'old_space')?.space_used_size ?? 0;
}

/** What becomes old while `work` is done many times, once everything young that is not needed has been collected. */
async function madeOld(work: (text: string) => Promise<unknown>): Promise<number> {
  for (let index = 0; index < 50; index += 1) await work('warm');
  collect();
  const before = oldBytes();
  for (let index = 0; index < 400; index += 1) {
    await work(`${index}`.repeat(7000));
    if (index % 20 === 0) collect({ type: 'minor' });
  }
  return oldBytes() - before;
}

/** Half of the parameters alone, which with their rows are 15 MB; whatever else runs in the process makes old objects as well. */
const maxBytes = 4_000_000;

describe('queries', () => {
  it('let go of their parameters and rows when they are answered', async () => {
    const { pool } = database;
    expect(await madeOld(text => pool`select ${text}::text as text`)).toBeLessThan(maxBytes);
  });

  it('do so in transactions, too', async () => {
    const { pool } = database;
    const work = (text: string) => runTransaction(pool, '', sql => sql`select ${text}::text as text, 1 as one`);
    expect(await madeOld(work)).toBeLessThan(maxBytes);
  });

  it('say once what came of them, early or late', async () => {
    const { pool } = database;
    const query = pool<{ one: number }[]>`select 1 as one`;
    expect(await query).toEqual([{ one: 1 }]);
    await expect(query).rejects.toThrow('has been told before');
    const early = pool`select 2 as two`.execute();
    await pool`select pg_sleep(0.01)`;
    expect(await Promise.all([early, pool`select 3 as three`])).toEqual([[{ two: 2 }], [{ three: 3 }]]);
    expect(await pool`select 4 as four`.then(rows => rows.length)).toBe(1);
  });

  it('say why they failed, with the statement at fault', async () => {
    const { pool } = database;
    const query = pool`select ${1}::int / 0`;
    await expect(query).rejects.toMatchObject({ code: '22012', query: 'select $1::int / 0' });
    expect(await pool`select 1 / 0`.catch((error: Error) => error.message)).toBe('division by zero');
    const seen: string[] = [];
    await expect(pool`select 1 / 0`.finally(() => seen.push('over'))).rejects.toThrow('division by zero');
    expect(seen).toEqual(['over']);
  });

  it('take their transaction with them when nobody asks what came of them', async () => {
    const { pool } = database;
    const work = runTransaction(pool, '', async sql => {
      void sql`select 1 / 0`.execute();
      await sql`select 1`.catch(() => null);
    });
    await expect(work).rejects.toThrow('division by zero');
  });
});
