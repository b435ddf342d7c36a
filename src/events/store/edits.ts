import type { Sql } from '../../database/pool.js';
import type { EventEdit, MarketReads, MarketWrites } from '../store-interface.js';

export function editReads(sql: Sql): Pick<MarketReads, 'edits'> {
  return {
    async edits(eventId, before, limit) {
      const rows = await sql<(Omit<EventEdit, 'at'> & { at: Date })[]>`
        select number, at, note, changes from event_edits
        where event_id = ${eventId} ${before === null ? sql`` : sql`and number < ${before}`}
        order by number desc limit ${limit}`;
      return rows.map(row => ({ ...row, at: row.at.getTime() }));
    },
  };
}

export function editWrites(sql: Sql): Pick<MarketWrites, 'recordEdit'> {
  return {
    async recordEdit(eventId, { at, note, changes }) {
      await sql`insert into event_edits (event_id, at, note, changes)
        values (${eventId}, ${new Date(at)}, ${note}, ${sql.json(changes as never)})`;
    },
  };
}
