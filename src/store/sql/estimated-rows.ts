import type { Sql, SqlPart } from './pool.js';

/**
 * How many rows a statement will find, by the database's own statistics and without running it. Where they are missing
 * or wrong the figure is, too: it may choose between two right ways of reading and nothing else.
 */
export async function estimatedRows(sql: Sql, statement: SqlPart): Promise<number> {
  const [row] = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }[]>`explain (format json) ${statement}`;
  return row['QUERY PLAN'][0].Plan['Plan Rows'];
}
