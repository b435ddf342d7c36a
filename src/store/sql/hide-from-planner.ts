import type { Sql, SqlPart } from './pool.js';

/**
 * Hides a value from the planner. A statement whose plan is right for all values is then
 * planned a few times and never again, and planning such a one costs as much as running it.
 */
export const hideFromPlanner = (sql: Sql, value: SqlPart) => sql`(select ${value})`;
