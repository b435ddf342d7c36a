import { clockTime } from '../columns.js';
import type { Reader, Transaction } from '../store.js';
import type { ActionFilter, OperatorAction, RecordedAction } from './rows.js';

type Columns = Omit<RecordedAction, 'at'> & { readonly at: Date };

/** Newest first. */
export async function actions(
  { sql }: Reader,
  { actor, action, subject, before, limit }: ActionFilter,
): Promise<RecordedAction[]> {
  const rows = await sql<Columns[]>`
    select o.id, o.at, o.actor, p.handle, o.action, o.subject,
      coalesce(s.handle, case when starts_with(o.action, 'player.') then o.subject end) as "subjectHandle", o.reason, o.before, o.after, o.details
    from operator_actions o left join players p on p.id = o.actor
      left join players s on s.id = o.subject where true
    ${actor === null ? sql`` : sql`and (o.actor = ${actor} or p.handle = ${actor})`}
    ${action === null ? sql`` : sql`and (o.action = ${action} or starts_with(o.action, ${`${action}.`}))`}
    ${subject === null ? sql`` : sql`and o.subject = ${subject}`}
    ${before === null ? sql`` : sql`and o.id < ${before}`}
    order by o.id desc limit ${limit}`;
  return rows.map(row => ({ ...row, at: row.at.getTime() }));
}

export async function record(
  { sql }: Transaction,
  { at, actor, action, subject, details, reason = '', before = null, after = null }: OperatorAction,
): Promise<void> {
  await sql`insert into operator_actions (at, actor, action, subject, details, reason, before, after)
    values (${new Date(at)}, ${actor}, ${action}, ${subject}, ${sql.json(details as never)}, ${reason},
      ${before && sql.json(before as never)}, ${after && sql.json(after as never)})`;
}

/** Replaces the handle of a deleted player in entries about it. */
export async function renameSubject({ sql }: Transaction, handle: string, newHandle: string): Promise<void> {
  await sql`update operator_actions set subject = ${newHandle}
    where action in ('player.plan', 'player.suspend', 'player.unsuspend') and subject = ${handle}`;
}

/** The current time of the database's clock. */
export function now({ sql, clock }: Transaction): Promise<number> {
  return clockTime(sql, clock);
}
