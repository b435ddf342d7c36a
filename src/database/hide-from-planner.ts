import type { Sql, SqlPart } from './pool.js';

/**
 * Hides a value from the planner. A statement whose plan is right for all values is then planned only a few times;
 * planning it would cost as much as running it.
 */
export const hideFromPlanner = (sql: Sql, value: SqlPart) => sql`(select ${value})`;
