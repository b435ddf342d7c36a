import { dropPartitionsBefore, partitionName } from '../../database/partitions.js';
import type { Sql } from '../../database/pool.js';
import type { Transaction } from '../../database/store.js';
import { dayMs } from '../../kernel/time.js';

const table = 'player_messages';
const daysAhead = 3;

/**
 * Moves rows from the default partition into the new one, because a partition can't be attached while the default has
 * rows of its range. A row inserted in between makes this fail, and the next run retries.
 */
async function addDay(sql: Sql, day: number): Promise<void> {
  const name = partitionName(table, day);
  const [{ known }] = await sql<{ known: boolean }[]>`select to_regclass(${name}) is not null as known`;
  if (known) return;
  const [from, to] = [new Date(day), new Date(day + dayMs)].map(date => date.toISOString());
  await sql.unsafe(`create table ${name} (like ${table} including defaults including constraints)`);
  await sql.unsafe(
    `with moved as (delete from ${table}_rest where at >= '${from}' and at < '${to}' returning *)
     insert into ${name} select * from moved`,
  );
  await sql.unsafe(`alter table ${table} attach partition ${name} for values from ('${from}') to ('${to}')`);
}

/**
 * Creates the partitions of the next days and drops those that end before `dropBefore`. Attaching and dropping
 * partitions blocks writers briefly, so the wait for locks is limited.
 */
export async function maintainPartitions({ sql }: Transaction, now: number, dropBefore: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`partitions ${table}`})), set_config('lock_timeout', '3s', true)`;
  const today = Math.floor(now / dayMs) * dayMs;
  for (let day = today - dayMs; day <= today + daysAhead * dayMs; day += dayMs) await addDay(sql, day);
  await dropPartitionsBefore(sql, table, dropBefore);
  await sql`delete from player_messages_rest where at < ${new Date(dropBefore)}`;
}
