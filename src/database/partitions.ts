import { dayMs } from '../kernel/time.js';
import type { Sql } from './pool.js';

/** Partitions are named table_pYYYYMMDD after their first UTC day, so the name gives their age. */
export function partitionName(table: string, day: number): string {
  return `${table}_p${new Date(day).toISOString().slice(0, 10).replaceAll('-', '')}`;
}

/** Creates the partitions of the day of `now`, the day before (late rows) and the next `ahead` days. */
export async function ensureDayPartitions(sql: Sql, table: string, now: number, ahead: number): Promise<void> {
  // "If not exists" does not prevent two nodes from creating the same partition at once.
  await sql`select pg_advisory_xact_lock(hashtext(${`partitions ${table}`}))`;
  const today = Math.floor(now / dayMs) * dayMs;
  for (let day = today - dayMs; day <= today + ahead * dayMs; day += dayMs) {
    const from = new Date(day).toISOString();
    const to = new Date(day + dayMs).toISOString();
    await sql.unsafe(
      `create table if not exists ${partitionName(table, day)} partition of ${table} for values from ('${from}') to ('${to}')`,
    );
  }
}

export async function dropPartitionsBefore(sql: Sql, table: string, before: number): Promise<void> {
  const oldest = partitionName(table, Math.floor(before / dayMs) * dayMs);
  const rows = await sql<{ name: string }[]>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass and c.relname < ${oldest} order by 1`;
  for (const { name } of rows) await sql.unsafe(`drop table if exists ${name}`);
}
