import { defineFeatureStore } from '../database/feature-store.js';
import type { Sql, SqlPart } from '../database/pool.js';
import { suspensionReads, suspensionWrites } from '../players/suspensions.js';
import type { ReportSubject } from './reports.js';
import type { Report, ReportReads, ReportWrites } from './store-interface.js';

type Columns = Omit<Report, 'createdAt' | 'closedAt'> & { createdAt: Date; closedAt: Date | null };

function reportOf({ createdAt, closedAt, ...row }: Columns): Report {
  return { ...row, createdAt: createdAt.getTime(), closedAt: closedAt?.getTime() ?? null };
}

const subjects: Readonly<Record<ReportSubject, (sql: Sql, name: string) => SqlPart>> = {
  event: (sql, name) =>
    sql`select id, slug as name from events where (slug = ${name} or pubkey = ${name}) and not practice`,
  player: (sql, name) => sql`select id, handle as name from players where handle = ${name}`,
  'market-request': (sql, name) => sql`select id, id as name from market_requests where id = ${name}`,
  dispute: (sql, name) => sql`select id, id as name from disputes where id = ${name}`,
};

function reportReads(sql: Sql): ReportReads {
  const reports = () => sql`
    select r.id, r.person_id as "personId", p.handle, r.subject_kind as "subjectKind", r.subject_id as "subjectId",
      r.subject_name as "subjectName", r.category, r.reason, r.created_at as "createdAt", r.status,
      r.closed_at as "closedAt", r.closed_by as "closedBy", r.note, (
        select count(*)::int from reports o
        where o.subject_kind = r.subject_kind and o.subject_id = r.subject_id and o.status = 'open') as "openReports"
    from reports r join players p on p.id = r.person_id`;
  return {
    async find(id) {
      const [row] = await sql<Columns[]>`${reports()} where r.id = ${id}`;
      return row ? reportOf(row) : null;
    },
    async list({ status, subjectKind, personId, before, limit }) {
      const rows = await sql<Columns[]>`${reports()} where true
        ${status === 'all' ? sql`` : sql`and r.status = ${status}`}
        ${subjectKind === null ? sql`` : sql`and r.subject_kind = ${subjectKind}`}
        ${personId === null ? sql`` : sql`and r.person_id = ${personId}`}
        ${before === null ? sql`` : sql`and r.id < ${before}`}
        order by r.id desc limit ${limit}`;
      return rows.map(reportOf);
    },
    async findOpen(personId, subjectKind, subjectId) {
      const [row] = await sql<Columns[]>`${reports()}
        where r.person_id = ${personId} and r.subject_kind = ${subjectKind} and r.subject_id = ${subjectId}
          and r.status = 'open'`;
      return row ? reportOf(row) : null;
    },
    async countOpen(personId) {
      const [{ count }] = await sql<{ count: number }[]>`
        select count(*)::int as count from reports where person_id = ${personId} and status = 'open'`;
      return count;
    },
    async findSubject(kind, name) {
      const [row] = await sql<{ id: string; name: string }[]>`${subjects[kind](sql, name)}`;
      return row ?? null;
    },
  };
}

function reportWrites(sql: Sql): ReportWrites {
  const reads = reportReads(sql);
  return {
    ...reads,
    async add({ id, personId, subjectKind, subjectId, subjectName, category, reason, createdAt }) {
      await sql`insert into reports (id, person_id, subject_kind, subject_id, subject_name, category, reason, created_at)
        values (${id}, ${personId}, ${subjectKind}, ${subjectId}, ${subjectName}, ${category}, ${reason},
          ${new Date(createdAt)})`;
    },
    async lock(id) {
      await sql`select 1 from reports where id = ${id} for update`;
      return reads.find(id);
    },
    async close(id, status, by, note, at) {
      await sql`update reports set status = ${status}, closed_by = ${by}, note = ${note}, closed_at = ${new Date(at)}
        where id = ${id}`;
    },
    async deleteOf(personId) {
      await sql`delete from reports where person_id = ${personId}`;
    },
  };
}

export const moderationStore = defineFeatureStore({
  reads: { reports: ({ sql }) => reportReads(sql), suspensions: ({ sql }) => suspensionReads(sql) },
  writes: { reports: ({ sql }) => reportWrites(sql), suspensions: ({ sql }) => suspensionWrites(sql) },
});
