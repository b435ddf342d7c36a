import type { Sql } from '../../sql/pool.js';
import type { AuditRun, AuditRunReads, AuditRunWrites } from '../audit-interface.js';

export function auditRunReads(sql: Sql): AuditRunReads {
  return {
    async list(limit) {
      const rows = await sql<(Omit<AuditRun, 'at'> & { at: Date })[]>`
        select at, started_by as "startedBy", balanced, difference_count as "differenceCount", milliseconds, counts, totals,
          practice_totals as "practiceTotals" from audit_runs order by at desc, id desc limit ${limit}`;
      return rows.map(row => ({ ...row, at: row.at.getTime() }));
    },
  };
}

export function auditRunWrites(sql: Sql): AuditRunWrites {
  return {
    ...auditRunReads(sql),
    async add({ at, startedBy, balanced, differenceCount, milliseconds, counts, totals, practiceTotals }) {
      await sql`insert into audit_runs
          (at, started_by, balanced, difference_count, milliseconds, counts, totals, practice_totals)
        values (${new Date(at)}, ${startedBy}, ${balanced}, ${differenceCount}, ${milliseconds}, ${sql.json(counts)},
          ${sql.json(totals)}, ${sql.json(practiceTotals)})`;
    },
    async deleteBefore(at) {
      await sql`delete from audit_runs where at < ${new Date(at)}`;
    },
  };
}
