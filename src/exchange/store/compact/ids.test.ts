import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { makeId } from '../../../kernel/ids.js';
import { idOf, uuidOf } from './ids.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

describe('ids as uuids', () => {
  it('convert without loss, keep the sort order, and agree with the database functions', async () => {
    const ids = Array.from({ length: 500 }, () => makeId('ord', Math.floor(Math.random() * 2 ** 47), randomBytes(10)));
    ids.push(makeId('ord', 0, new Uint8Array(10)), makeId('ord', 2 ** 48 - 1, new Uint8Array(10).fill(255)));
    const rows = await database.pool<{ id: string; uuid: string; back: string }[]>`
      select id, uuid_of(id)::text as uuid, id_of('ord', uuid_of(id)) as back from unnest(${ids}::text[]) as g(id) order by uuid_of(id)`;
    expect(rows.map(row => row.id)).toEqual([...ids].sort());
    for (const { id, uuid, back } of rows) {
      expect(back).toBe(id);
      expect(uuid.replaceAll('-', '')).toBe(uuidOf(id));
      expect(idOf('ord', uuid)).toBe(id);
      expect(idOf('ord', uuidOf(id))).toBe(id);
    }
  });

  it('reject texts that are not ids', () => {
    expect(() => uuidOf('ord_u')).toThrow('malformed id ord_u');
  });
});
