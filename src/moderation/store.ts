import type { Sql, SqlPart } from '../database/pool.js';
import type { Reader, Transaction } from '../database/store.js';
import type { ReportCategory, ReportStatus, ReportSubject } from './reports.js';

/** Reports of people to the operators. Times are epoch milliseconds. */
export interface Report {
  readonly id: string;
  readonly personId: string;
  readonly handle: string;
  readonly subjectKind: ReportSubject;
  readonly subjectId: string;
  /** The subject's name in URLs: a slug, a handle or an id. */
  readonly subjectName: string;
  readonly category: ReportCategory;
  readonly reason: string;
  readonly createdAt: number;
  readonly status: ReportStatus;
  readonly closedAt: number | null;
  readonly closedBy: string | null;
  readonly note: string | null;
  /** Open reports about the same subject, including this one. */
  readonly openReports: number;
}

export type NewReport = Pick<
  Report,
  'id' | 'personId' | 'subjectKind' | 'subjectId' | 'subjectName' | 'category' | 'reason' | 'createdAt'
>;

export interface ReportFilter {
  readonly status: ReportStatus | 'all';
  readonly subjectKind: ReportSubject | null;
  readonly personId: string | null;
  /** The id of the last report of the previous page. */
  readonly before: string | null;
  readonly limit: number;
}

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

function reports(sql: Sql) {
  return sql`
  select r.id, r.person_id as "personId", p.handle, r.subject_kind as "subjectKind", r.subject_id as "subjectId",
    r.subject_name as "subjectName", r.category, r.reason, r.created_at as "createdAt", r.status,
    r.closed_at as "closedAt", r.closed_by as "closedBy", r.note, (
      select count(*)::int from reports o
      where o.subject_kind = r.subject_kind and o.subject_id = r.subject_id and o.status = 'open') as "openReports"
  from reports r join players p on p.id = r.person_id`;
}

export async function find({ sql }: Reader, id: string): Promise<Report | null> {
  const [row] = await sql<Columns[]>`${reports(sql)} where r.id = ${id}`;
  return row ? reportOf(row) : null;
}

/** Newest first. */
export async function list(
  { sql }: Reader,
  { status, subjectKind, personId, before, limit }: ReportFilter,
): Promise<Report[]> {
  const rows = await sql<Columns[]>`${reports(sql)} where true
    ${status === 'all' ? sql`` : sql`and r.status = ${status}`}
    ${subjectKind === null ? sql`` : sql`and r.subject_kind = ${subjectKind}`}
    ${personId === null ? sql`` : sql`and r.person_id = ${personId}`}
    ${before === null ? sql`` : sql`and r.id < ${before}`}
    order by r.id desc limit ${limit}`;
  return rows.map(reportOf);
}

export async function findOpen(
  { sql }: Reader,
  personId: string,
  subjectKind: ReportSubject,
  subjectId: string,
): Promise<Report | null> {
  const [row] = await sql<Columns[]>`${reports(sql)}
    where r.person_id = ${personId} and r.subject_kind = ${subjectKind} and r.subject_id = ${subjectId}
      and r.status = 'open'`;
  return row ? reportOf(row) : null;
}

export async function countOpen({ sql }: Reader, personId: string): Promise<number> {
  const [{ count }] = await sql<{ count: number }[]>`
    select count(*)::int as count from reports where person_id = ${personId} and status = 'open'`;
  return count;
}

/** The id of a subject by its name in URLs; null if there is none. */
export async function findSubject(
  { sql }: Reader,
  kind: ReportSubject,
  name: string,
): Promise<{ readonly id: string; readonly name: string } | null> {
  const [row] = await sql<{ id: string; name: string }[]>`${subjects[kind](sql, name)}`;
  return row ?? null;
}

export async function add(
  { sql }: Transaction,
  { id, personId, subjectKind, subjectId, subjectName, category, reason, createdAt }: NewReport,
): Promise<void> {
  await sql`insert into reports (id, person_id, subject_kind, subject_id, subject_name, category, reason, created_at)
    values (${id}, ${personId}, ${subjectKind}, ${subjectId}, ${subjectName}, ${category}, ${reason},
      ${new Date(createdAt)})`;
}

/** Locks a report until the transaction ends. */
export async function lock(tx: Transaction, id: string): Promise<Report | null> {
  await tx.sql`select 1 from reports where id = ${id} for update`;
  return find(tx, id);
}

export async function close(
  { sql }: Transaction,
  id: string,
  status: Exclude<ReportStatus, 'open'>,
  by: string,
  note: string,
  at: number,
): Promise<void> {
  await sql`update reports set status = ${status}, closed_by = ${by}, note = ${note}, closed_at = ${new Date(at)}
    where id = ${id}`;
}

/** Deletes the reports of a person whose account is deleted. */
export async function deleteOf({ sql }: Transaction, personId: string): Promise<void> {
  await sql`delete from reports where person_id = ${personId}`;
}
