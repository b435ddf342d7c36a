import type { Sql, SqlPart } from './pool.js';

/**
 * Hides a value from the planner. A statement whose plan is right for all values is then planned only a few times;
 * planning it would cost as much as running it.
 */
export const hideFromPlanner = (sql: Sql, value: SqlPart) => sql`(select ${value})`;

/**
 * The estimated number of rows of a statement, from the database's statistics and without running it. The estimate may
 * be wrong, so it may only choose between two correct plans.
 */
export async function estimatedRows(sql: Sql, statement: SqlPart): Promise<number> {
  const [row] = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }[]>`explain (format json) ${statement}`;
  return row['QUERY PLAN'][0].Plan['Plan Rows'];
}
