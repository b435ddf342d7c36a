import type { Sql } from './pool.js';

/** Replaces the database's clock in tests; null uses the database's. */
export type Clock = (() => number) | null;

/** Returns the time of the database's clock, or of the test clock. */
export async function clockTime(sql: Sql, clock: Clock): Promise<number> {
  if (clock) return clock();
  const [{ now }] = await sql<{ now: number }[]>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`;
  return now;
}
