import type { Sql } from './pool.js';

/** The moment by the database's clock; tests put their own in its place. */
export type Clock = (() => number) | null;

/** The database's clock, or the one that tests put in its place. */
export async function clockTime(sql: Sql, clock: Clock): Promise<number> {
  if (clock) return clock();
  const [{ now }] = await sql<{ now: number }[]>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`;
  return now;
}
