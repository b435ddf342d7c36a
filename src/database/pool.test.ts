import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../test/support/test-database.js';
import { NumberArray } from './driver/parameters.js';
import { openPool, type Pool } from './pool.js';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await cloneDatabase();
  pool = database.pool;
});
afterAll(() => database.drop());

/** Text that PostgreSQL stores: no NUL and no lone surrogates. */
const texts = fc.string({ unit: 'grapheme' }).filter(text => !text.includes('\0'));

describe('arrays of numbers in the binary format', () => {
  it('round-trip unchanged', async () => {
    const cells = fc.record({
      bigints: fc.array(fc.maxSafeInteger()),
      integers: fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
    });
    await fc.assert(
      fc.asyncProperty(cells, async ({ bigints, integers }) => {
        const [row] =
          await pool`select ${new NumberArray(bigints, 'bigint')} as bigints, ${new NumberArray(integers, 'integer')} as integers`;
        const plain = (values: number[]) => values.map(value => value + 0);
        expect(row).toEqual({ bigints: plain(bigints), integers: plain(integers) });
      }),
      { numRuns: 60 },
    );
    const limits = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 2 ** 32, -(2 ** 32), 2 ** 31, -1, 0];
    const [{ text }] = await pool`select ${new NumberArray(limits, 'bigint')}::text as text`;
    expect(text).toBe(`{${limits.join(',')}}`);
  });

  it.each([
    ['bigint', [Number.NaN, Number.POSITIVE_INFINITY, 0.5, -1.5, 2 ** 53, -(2 ** 63)]],
    ['integer', [Number.NaN, Number.NEGATIVE_INFINITY, 0.5, 2 ** 31, -(2 ** 31) - 1]],
  ] as const)('never contain another number than the given one (%s)', async (type, numbers) => {
    for (const value of numbers) {
      const sending = async () => pool`select ${new NumberArray([1, value], type)}::text as text`;
      await expect(sending(), String(value)).rejects.toThrow(`must be a safe ${type} (got ${value})`);
    }
    expect(await pool`select 1 as one`).toEqual([{ one: 1 }]);
  });
});

describe('values', () => {
  it('round-trip unchanged', async () => {
    const cells = fc.record({
      text: fc.option(texts),
      texts: fc.array(fc.option(texts)),
      integer: fc.maxSafeInteger(),
      integers: fc.array(fc.option(fc.maxSafeInteger())),
      small: fc.array(fc.integer({ min: -32_768, max: 32_767 })),
      double: fc.double({ noNaN: true }),
      yes: fc.boolean(),
      at: fc.date({ min: new Date('0100-01-01'), max: new Date('9000-01-01'), noInvalidDate: true }),
      bytes: fc.uint8Array(),
      json: fc.jsonValue({ noUnicodeString: true } as never),
    });
    await fc.assert(
      fc.asyncProperty(cells, async sent => {
        fc.pre(!JSON.stringify(sent.json).includes('\\u0000'));
        const [row] = await pool`select ${sent.text}::text as text, ${sent.texts}::text[] as texts,
          ${sent.integer}::bigint as integer, ${sent.integers}::bigint[] as integers, ${sent.small}::smallint[] as small,
          ${sent.double}::float8 as double, ${sent.yes} as yes, ${sent.at} as at, ${sent.bytes} as bytes,
          ${pool.json(sent.json)} as json`;
        expect({ ...row, bytes: [...row.bytes], json: null }).toEqual({
          ...sent,
          double: sent.double === 0 ? expect.closeTo(0) : sent.double,
          bytes: [...sent.bytes],
          json: null,
        });
        expect(JSON.stringify(row.json)).toBe(
          JSON.stringify((await pool`select ${pool.json(sent.json)} as json`)[0].json),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('are parsed by their type', async () => {
    const [row] =
      await pool`select 1::int2 as int2, 2::int8 as int8, 1.50::numeric as numeric, true as yes, null as none,
      '{"a": [1]}'::json as json, '{"b": null}'::jsonb as jsonb, array[[1, 2], [3, null]] as nested,
      '[0:1]={7,8}'::int[] as bounded, array['a,b', 'c"d', '\\', '', 'NULL', null] as texts,
      array[timestamptz '2026-03-17 12:00:00.123+00'] as times, '{}'::bigint[] as empty`;
    expect(row).toEqual({
      int2: 1,
      int8: 2,
      numeric: '1.50',
      yes: true,
      none: null,
      json: { a: [1] },
      jsonb: { b: null },
      nested: [
        [1, 2],
        [3, null],
      ],
      bounded: [7, 8],
      texts: ['a,b', 'c"d', '\\', '', 'NULL', null],
      times: [new Date('2026-03-17T12:00:00.123Z')],
      empty: [],
    });
  });

  it('are counted', async () => {
    const rows = await pool`select * from generate_series(1, ${3}::int)`;
    expect([rows.length, rows.count]).toEqual([3, 3]);
    await pool.begin(async sql => {
      await sql`create temporary table counted (n int) on commit drop`;
      expect((await sql`insert into counted select * from generate_series(1, 5)`).count).toBe(5);
      expect((await sql`update counted set n = 0 where n > 3`).count).toBe(2);
    });
  });
});

describe('a session', () => {
  it('has the settings of the pool, and those of its URL', async () => {
    const target = database.target;
    const encoded = (text: string) => encodeURIComponent(text);
    const url =
      typeof target === 'string'
        ? `${target}${target.includes('?') ? '&' : '?'}options=${encoded('-c work_mem=7MB -c lock_timeout=1')}`
        : `postgresql://${encoded(target.user)}:${encoded(target.password)}@${encoded(target.host)}:${target.port}/${target.database}?options=${encoded('-c work_mem=7MB -c lock_timeout=1')}`;
    const own = openPool(url, { max: 1, statementTimeoutMs: 12_000 });
    const [row] = await own`select current_setting('work_mem') as memory, current_setting('lock_timeout') as lock,
      current_setting('statement_timeout') as statement, current_setting('TimeZone') as zone,
      current_setting('application_name') as name`;
    expect(row).toEqual({ memory: '7MB', lock: '4s', statement: '12s', zone: 'UTC', name: 'presage' });
    await own.end();
  });
});

describe('statements', () => {
  it('are included in errors, without their parameters', async () => {
    await expect(pool`select ${1}::int / 0`).rejects.toMatchObject({
      name: 'PostgresError',
      code: '22012',
      query: 'select $1::int / 0',
    });
    expect(await pool`select 1 as one`).toEqual([{ one: 1 }]);
  });

  it('are prepared again after a change of the table', async () => {
    const alone = openPool(database.target, { max: 1 });
    await alone`create table changing (a int)`;
    const read = () => alone`select * from changing`;
    await read();
    await alone`alter table changing add b int`;
    await read().catch(() => {});
    expect(await read()).toEqual([]);
    await alone`insert into changing values (1, 2)`;
    expect(await read()).toEqual([{ a: 1, b: 2 }]);
    await alone.end();
  });

  it('stay within the number that a connection may prepare', async () => {
    const alone = openPool(database.target, { max: 1 });
    for (let number = 0; number < 600; number += 1) await alone`select ${alone.unsafe(String(number))} as n`;
    const [{ n }] = await alone`select count(*) as n from pg_prepared_statements`;
    expect(n).toBeLessThanOrEqual(500);
    expect(await alone`select ${alone.unsafe('0')} as n`).toEqual([{ n: 0 }]);
    await alone.end();
  });

  it('of a script may be many', async () => {
    expect(await pool.unsafe('select 1 as one; select 2 as two')).toEqual([{ two: 2 }]);
    await expect(pool.unsafe('select 1; select 1 / 0')).rejects.toThrow('division by zero');
  });
});

describe('a transaction', () => {
  it('runs everything in one transaction of the server', async () => {
    const ids = await pool.begin(async sql => {
      const ask = () => sql<{ id: string | null }[]>`select pg_current_xact_id()::text as id`;
      const [[first], [second]] = await Promise.all([ask(), ask()]);
      const [third] = await ask();
      await sql.unsafe('select 1; select 2');
      const [fourth] = await sql`select pg_current_xact_id_if_assigned()::text as id`;
      return [first, second, third, fourth].map(row => row.id);
    });
    expect(new Set(ids).size).toBe(1);
    expect((await pool`select pg_current_xact_id_if_assigned()::text as id`)[0].id).toBeNull();
  });

  it('fails with a statement that is not awaited, and commits nothing', async () => {
    await pool`create table kept (n int)`;
    const work = pool.begin(async sql => {
      await sql`insert into kept values (1)`;
      void sql`select 1 / 0`.execute();
      await sql`select 1`.catch(() => null);
    });
    await expect(work).rejects.toThrow('division by zero');
    const late = pool.begin(async sql => {
      await sql`insert into kept values (2)`;
      void sql`select 1 / 0`.execute();
    });
    await expect(late).rejects.toThrow('division by zero');
    expect(await pool`select * from kept`).toEqual([]);
  });

  it('sends nothing after its first failure', async () => {
    const alone = openPool(database.target, { max: 1 });
    const failed = alone.begin(async sql => {
      await sql`select 1 / 0`.catch(() => null);
      await expect(sql`create table outside (n int)`).rejects.toThrow('division by zero');
      return 'swallowed';
    });
    await expect(failed).rejects.toThrow('division by zero');
    expect(await alone`select to_regclass('outside') as found`).toEqual([{ found: null }]);
    await alone.end();
  });

  it('rejects statements that come after its end', async () => {
    const leaked = await pool.begin(async sql => {
      await sql`select 1`;
      return [sql];
    });
    await expect(leaked[0]`create table late (n int)`).rejects.toThrow('has ended');
    expect(await pool`select to_regclass('late') as found`).toEqual([{ found: null }]);
  });

  it('fails if the commit does', async () => {
    await pool`create table parents (id int primary key)`;
    await pool`create table children (id int references parents deferrable initially deferred)`;
    await expect(pool.begin(sql => sql`insert into children values (1)`)).rejects.toMatchObject({ code: '23503' });
    expect(await pool`select * from children`).toEqual([]);
    expect(pool.state().busy).toBe(0);
  });

  it('reads a big result page by page', async () => {
    const pages: number[] = [];
    let sum = 0;
    await pool<{ n: number }[]>`select n from generate_series(1, ${2_500}::int) as n`.cursor(1_000, rows => {
      pages.push(rows.length);
      for (const { n } of rows) sum += n;
    });
    expect([pages, sum]).toEqual([[1_000, 1_000, 500], (2_500 * 2_501) / 2]);
  });
});
