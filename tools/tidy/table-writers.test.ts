import { expect, it } from 'vitest';
import { sharedTables } from './table-writers.js';

const schema = { path: 'src/database/schema/000001-service.sql', text: 'create table grants (\n  day date\n);' };

it('reports a table that two features write, by statements or by COPY', () => {
  const one = { path: 'src/exchange/store/rows.ts', text: "new RowTable<Grant>('grants', {})" };
  const two = { path: 'src/people/store.ts', text: 'await sql`insert into grants (day) values (now())`;' };
  const ofGrants = (files: Parameters<typeof sharedTables>[0]) =>
    sharedTables(files).filter(problem => problem.startsWith('table '));
  expect(ofGrants([schema, one])).toEqual([]);
  expect(ofGrants([schema, one, { ...two, path: 'src/exchange/store.ts' }])).toEqual([]);
  expect(ofGrants([schema, one, two])).toEqual([
    'table grants is written by exchange and people: one feature writes a table',
  ]);
});
