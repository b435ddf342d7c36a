import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { RowTable, RowWriter } from './row-writer.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
  await database.pool.unsafe(`create table cells (no integer primary key, yes boolean, small smallint, big bigint,
    fraction real, at timestamptz, bytes bytea, key uuid, words text, list jsonb, numbers smallint[])`);
});
afterAll(() => database.drop());

interface Cells {
  readonly no: number;
  readonly yes: boolean | null;
  readonly small: number | null;
  readonly big: number | null;
  readonly fraction: number | null;
  readonly at: number | null;
  readonly bytes: Uint8Array | null;
  readonly key: string | null;
  readonly words: string | null;
  readonly list: unknown;
  readonly numbers: number[] | null;
}

const cells = new RowTable<Cells, number>('cells', {
  no: (to, row, first) => to.integer(first + row.no),
  yes: (to, row) => to.boolean(row.yes),
  small: (to, row) => to.smallint(row.small),
  big: (to, row) => to.bigint(row.big),
  fraction: (to, row) => to.real(row.fraction),
  at: (to, row) => to.time(row.at),
  bytes: (to, row) => to.bytes(row.bytes),
  key: (to, row) => to.hex(row.key),
  words: (to, row) => to.text(row.words),
  list: (to, row) => to.jsonb(row.list === null ? null : JSON.stringify(row.list)),
  numbers: (to, row) => to.smallints(row.numbers),
});

const none: Cells = {
  ...{
    no: 0,
    yes: null,
    small: null,
    big: null,
    fraction: null,
    at: null,
    bytes: null,
    key: null,
    words: null,
  },
  ...{ list: null, numbers: null },
};

const nullable = <T>(cell: fc.Arbitrary<T>) => fc.option(cell, { nil: null });
const smallint = fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 });
const row = fc.record<Cells>({
  no: fc.constant(0),
  yes: nullable(fc.boolean()),
  small: nullable(smallint),
  big: nullable(fc.oneof(fc.maxSafeInteger(), fc.constantFrom(0, -1, 2 ** 32, -(2 ** 32), 2 ** 31, -(2 ** 31) - 1))),
  fraction: nullable(fc.float({ noNaN: true, noDefaultInfinity: true })),
  at: nullable(fc.integer({ min: Date.UTC(1000, 0), max: Date.UTC(9999, 11) })),
  bytes: nullable(fc.uint8Array()),
  key: nullable(fc.uuid().map(uuid => uuid.replaceAll('-', ''))),
  words: nullable(fc.string({ unit: 'grapheme', maxLength: 3_000 }).map(text => text.replaceAll('\0', ''))),
  list: nullable(fc.array(fc.integer())),
  numbers: nullable(fc.array(smallint, { minLength: 1 })),
});

const stored = () => database.pool`
  select no, yes, small, big, fraction::float8, round(extract(epoch from at) * 1000)::bigint as at, encode(bytes, 'hex') as bytes,
    replace(key::text, '-', '') as key, words, list, numbers from cells order by no`;

describe('copied rows', () => {
  it('are the given ones, for cells of every type', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), fc.nat(1_000), async (given, first) => {
        const rows = given.map((each, no) => ({ ...each, no }));
        await database.pool`delete from cells`;
        const { count } = await database.pool.add(cells.of(rows, first));
        expect(count).toBe(rows.length);
        const expected = rows.map(each => ({
          ...each,
          no: first + each.no,
          bytes: each.bytes === null ? null : Buffer.from(each.bytes).toString('hex'),
        }));
        expect(await stored()).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it.each<[Partial<Cells>, RegExp]>([
    [{ no: 2 ** 31 }, /type integer must be a whole number in its range \(got 2147483648\)/],
    [{ no: Number.NaN }, /type integer must be a whole number in its range \(got NaN\)/],
    [{ small: 2 ** 15 }, /type smallint must be a whole number in its range \(got 32768\)/],
    [{ small: 0.5 }, /type smallint must be a whole number in its range \(got 0.5\)/],
    [{ small: 2 ** 32 }, /type smallint must be a whole number in its range \(got 4294967296\)/],
    [{ big: 2 ** 53 }, /type bigint must be a whole number in its range \(got 9007199254740992\)/],
    [{ big: 0.5 }, /type bigint must be a whole number in its range \(got 0.5\)/],
    [{ fraction: Number.NaN }, /type real must be finite \(got NaN\)/],
    [{ fraction: undefined as never }, /type real must be finite \(got undefined\)/],
    [{ yes: undefined as never }, /must be true or false \(got undefined\)/],
    [{ at: Number.NaN }, /type timestamptz must be a whole number in its range \(got NaN\)/],
    [{ numbers: [1, -40_000] }, /type smallint must be a whole number in its range \(got -40000\)/],
    [{ numbers: [] }, /needs an element/],
    [{ key: 'x'.repeat(32) }, /malformed hexadecimal x/],
    [{ key: 'abc' }, /malformed hexadecimal abc/],
  ])('reject %j before anything is sent', (changes, message) => {
    expect(() => cells.of([{ ...none, ...changes }], 0)).toThrow(message);
  });
});

const many = (length: number) => Array.from({ length }, (_, no) => ({ ...none, no, words: 'w'.repeat(200) }));

describe('a COPY that fails', () => {
  it('writes nothing, and the connection serves the next statement', async () => {
    await database.pool`delete from cells`;
    const session = await database.pool.reserve();
    try {
      const twice = [...many(50_000), { ...none, no: 1 }];
      await expect(session.add(cells.of(twice, 0)).execute()).rejects.toMatchObject({ code: '23505' });
      expect(await session`select count(*)::integer as rows from cells`).toEqual([{ rows: 0 }]);
      const lost = new RowTable<Cells>('cells_that_do_not_exist', { no: (to, { no }) => to.integer(no) });
      await expect(session.add(lost.of(many(50_000), null)).execute()).rejects.toMatchObject({ code: '42P01' });
      await session.add(cells.of(many(3), 0));
      expect(await session`select count(*)::integer as rows from cells`).toEqual([{ rows: 3 }]);
    } finally {
      session.release();
    }
  });

  it('fails its transaction, also if a statement before it failed', async () => {
    await database.pool`delete from cells`;
    const failing = database.pool.begin(async sql => {
      sql.add(cells.of(many(3), 0)).execute();
      sql`select 1 / 0`.execute();
      sql.add(cells.of(many(50_000), 10)).execute();
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    const repeated = database.pool.begin(async sql => {
      sql.add(cells.of(many(3), 0)).execute();
      sql.add(cells.of(many(3), 2)).execute();
    });
    await expect(repeated).rejects.toMatchObject({ code: '23505' });
    expect(await stored()).toEqual([]);
  });

  it('fails its transaction as a single row, which is inserted', async () => {
    await database.pool`delete from cells`;
    const repeated = database.pool.begin(async sql => {
      sql.add(cells.of(many(1), 0)).execute();
      sql.add(cells.of(many(1), 0)).execute();
      sql.add(cells.of(many(1), 1)).execute();
    });
    await expect(repeated).rejects.toMatchObject({ code: '23505' });
    expect(await stored()).toEqual([]);
  });
});

describe('adding rows', () => {
  it('is prepared again when it was skipped or the server lost it', async () => {
    await database.pool`delete from cells`;
    const session = await database.pool.reserve();
    try {
      for (const count of [1, 2]) {
        const table = new RowTable<Cells>('cells', {
          no: (to, { no }) => to.integer(count * 100 + no),
          yes: to => to.boolean(true),
        });
        await session.unsafe('begin');
        const failing = Promise.all([session`select 1 / 0`, session.add(table.of(many(count), null))]);
        await expect(failing).rejects.toMatchObject({ code: '22012' });
        await session.unsafe('rollback');
        await session.add(table.of(many(count), null));
        await session.unsafe('delete from cells; deallocate all');
        const forgotten = session.add(table.of(many(count), null)).execute();
        await expect(forgotten).rejects.toMatchObject({ code: '26000' });
        await session.add(table.of(many(count), null));
        expect((await stored()).length).toBe(count);
        await session.unsafe('delete from cells');
      }
    } finally {
      session.release();
    }
  });

  it('is refused without rows, in a script or alone', async () => {
    await expect(database.pool`copy cells from stdin`.execute()).rejects.toThrow(/rows .* are missing/);
    expect(await database.pool`select 1 as one`).toEqual([{ one: 1 }]);
    await expect(database.pool.unsafe('copy cells from stdin').execute()).rejects.toThrow(/rows .* are missing/);
    expect(await database.pool`select 1 as one`).toEqual([{ one: 1 }]);
  });
});

describe('the writer', () => {
  const rowOf = (writer: RowWriter, text: string) => {
    writer.startRow(2);
    writer.text(text);
    writer.integer(7);
    return writer.end();
  };
  const expectRow = (bytes: Buffer, text: string) => {
    const end = 25 + text.length;
    expect(bytes.subarray(0, 11).toString('latin1')).toBe('PGCOPY\n\xff\r\n\0');
    expect(bytes.subarray(25, end).toString()).toBe(text);
    expect([...bytes.subarray(end)]).toEqual([0, 0, 0, 4, 0, 0, 0, 7, 255, 255]);
  };

  it('keeps what was written when its buffer grows within a row', () => {
    for (const length of [4_070, 65_520, 200_000])
      expectRow(rowOf(new RowWriter(), 'a'.repeat(length)), 'a'.repeat(length));
  });

  it('does not change rows of another writer, whether that has ended or not', () => {
    const texts = Array.from({ length: 300 }, (_, index) => String(index).repeat(index));
    const ended = texts.map(text => rowOf(new RowWriter(), text));
    const writers = texts.map(() => new RowWriter());
    const together = writers.map((writer, index) => rowOf(writer, texts[index]));
    for (const [index, text] of texts.entries()) {
      expectRow(ended[index], text);
      expectRow(together[index], text);
    }
  });
});
