import { dayMs } from '../../../domain/durations.js';
import { lines, numbers } from '../../sql/columns.js';
import { dropPartitionsBefore, partitionName } from '../../sql/partitions.js';
import type { Sql } from '../../sql/pool.js';
import type { PlayerMessages } from '../message-interface.js';

const table = 'user_messages';
const daysAhead = 3;

/** One row for each player, however much there is to tell. */
export function saveMessages(sql: Sql, rows: readonly PlayerMessages[], at: number) {
  return sql`
    insert into user_messages (at, player_id, first, last, messages)
    select ${new Date(at)}::timestamptz, unnest(lines(${lines(rows, row => row.playerId)})),
      unnest(${numbers(rows, row => row.first)}::text::bigint[]),
      unnest(${numbers(rows, row => row.last)}::text::bigint[]),
      unnest(lines(${lines(rows, row => JSON.stringify(row.messages))}))::json`;
}

/**
 * What has gone to the default partition moves into its day, because a partition can't be made while rows of its range lie
 * there. A row that comes between the two makes this fail, and the next run does it.
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

/** Writers wait for the short moments in which a partition comes or goes, and this waits no longer than they can. */
export async function maintainMessagePartitions(sql: Sql, now: number, dropBefore: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`partitions ${table}`})), set_config('lock_timeout', '3s', true)`;
  const today = Math.floor(now / dayMs) * dayMs;
  for (let day = today - dayMs; day <= today + daysAhead * dayMs; day += dayMs) await addDay(sql, day);
  await dropPartitionsBefore(sql, table, dropBefore);
  await sql`delete from user_messages_rest where at < ${new Date(dropBefore)}`;
}
