import type { Reader, Transaction } from '../../database/store.js';
import type { EventEdit } from './rows.js';

/** Operator edits, newest first, before the edit with this number. */
export async function edits(
  { sql }: Reader,
  eventId: string,
  before: number | null,
  limit: number,
): Promise<EventEdit[]> {
  const rows = await sql<(Omit<EventEdit, 'at'> & { at: Date })[]>`
    select number, at, note, changes from event_edits
    where event_id = ${eventId} ${before === null ? sql`` : sql`and number < ${before}`}
    order by number desc limit ${limit}`;
  return rows.map(row => ({ ...row, at: row.at.getTime() }));
}

/** Adds to the public history of the event. */
export async function recordEdit(
  { sql }: Transaction,
  eventId: string,
  { at, note, changes }: Omit<EventEdit, 'number'>,
): Promise<void> {
  await sql`insert into event_edits (event_id, at, note, changes)
    values (${eventId}, ${new Date(at)}, ${note}, ${sql.json(changes as never)})`;
}
