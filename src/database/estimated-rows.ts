import type { Sql, SqlPart } from './pool.js';

/**
 * The estimated number of rows of a statement, from the database's statistics and without running it. The estimate may
 * be wrong, so it may only choose between two correct plans.
 */
export async function estimatedRows(sql: Sql, statement: SqlPart): Promise<number> {
  const [row] = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }[]>`explain (format json) ${statement}`;
  return row['QUERY PLAN'][0].Plan['Plan Rows'];
}
