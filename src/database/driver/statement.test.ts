import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonParameter } from './parameters.js';
import { type BoundStatement, createSql, type Row, type Rows, type StatementRunner } from './statement.js';

const noRows = Object.assign([] as Row[], { count: 0 }) as Rows<Row[]>;

function recorder() {
  const sent: BoundStatement[] = [];
  const runner: StatementRunner = {
    run: async statement => {
      sent.push(statement);
      return noRows;
    },
    runScript: async () => noRows,
    runPages: async () => {},
  };
  return { sql: createSql(runner), sent };
}

const scalars = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.maxSafeInteger(),
  fc.bigInt(),
  fc.boolean(),
  fc.constant(null),
  fc.date({ noInvalidDate: true }),
  fc.uint8Array(),
);
const parameters = fc.oneof(
  scalars,
  fc.array(scalars),
  fc.jsonValue().map(value => new JsonParameter(value)),
);

describe('a statement', () => {
  it('has the same text regardless of its parameters, flat or nested', async () => {
    const { sql, sent } = recorder();
    await fc.assert(
      fc.asyncProperty(parameters, parameters, parameters, async (a, b, c) => {
        sent.length = 0;
        await sql`select ${a}, ${b} from t where c = ${c}`;
        await sql`select ${a} from t where ${sql`b = ${b} and ${sql`c = ${c}`}`}`;
        expect(sent.map(({ prepared }) => prepared.text)).toEqual([
          'select $1, $2 from t where c = $3',
          'select $1 from t where b = $2 and c = $3',
        ]);
        expect(sent.map(({ values }) => values.length)).toEqual([3, 3]);
      }),
    );
  });

  it('has one name per text and types', async () => {
    const { sql, sent } = recorder();
    const ask = (value: string | Date | null) => sql`select ${value}::timestamptz`;
    await ask('2026-01-01');
    await ask(null);
    await ask(new Date(0));
    await sql`select ${'other'}::timestamptz`;
    const names = sent.map(({ prepared }) => prepared.name);
    expect(names[1]).toBe(names[0]);
    expect(names[2]).not.toBe(names[0]);
    expect(names[3]).toBe(names[0]);
    expect(names[0].length).toBeLessThan(64);
  });

  it('quotes identifiers and inserts trusted text unchanged', async () => {
    const { sql, sent } = recorder();
    await sql`select ${sql('a"b.c')}, ${sql.unsafe('now()')} from ${sql('t')} where x = ${1}`;
    expect(sent[0].prepared.text).toBe('select "a""b"."c", now() from "t" where x = $1');
  });

  it('runs once when it is awaited, and never when it is embedded', async () => {
    const { sql, sent } = recorder();
    const part = sql`x = ${1}`;
    const whole = sql`select 1 where ${part} or ${part}`;
    expect(sent).toHaveLength(0);
    await whole;
    await whole;
    expect(sent).toHaveLength(1);
    expect(sent[0].prepared.text).toBe('select 1 where x = $1 or x = $2');
  });

  it('rejects undefined', () => {
    const { sql } = recorder();
    expect(() => sql`select ${undefined as never}`.execute()).toThrow('undefined');
    expect(() => sql`select ${[undefined] as never}`.execute()).toThrow('undefined');
  });
});
