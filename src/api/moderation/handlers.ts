import { isoTime } from '../../domain/iso-time.js';
import { maxOpenReports } from '../../domain/moderation/report.js';
import { actorOf } from '../../http/caller.js';
import { ApiError, invalid } from '../../http/errors.js';
import { throwIfRefused } from '../../http/refusal-error.js';
import type { RequestContext } from '../../http/request-context.js';
import { replyOrReplay } from '../../http/response/replay.js';
import type { RouteInput } from '../../http/route.js';
import { closeReport } from '../../operations/moderation/close-report.js';
import { fileReport } from '../../operations/moderation/file-report.js';
import { listReports } from '../../operations/moderation/queries.js';
import { suspendPlayer, unsuspendPlayer } from '../../operations/moderation/suspend-player.js';
import type { Report, ReportFilter, Suspension } from '../../store/moderation/interface.js';
import { requirePerson, sessionOver } from '../people/caller.js';
import type {
  CloseReportRequest,
  FileReportRequest,
  OwnReportsQuery,
  ReportParams,
  ReportsQuery,
  SuspendParams,
  SuspendRequest,
} from './schemas.js';

function viewOwn({ id, subjectKind, subjectName, category, reason, status, createdAt, closedAt, note }: Report) {
  return {
    id,
    subject: { kind: subjectKind, name: subjectName },
    category,
    reason,
    status,
    createdAt: isoTime(createdAt),
    closedAt: closedAt === null ? null : isoTime(closedAt),
    note,
  };
}

function viewForOperator(report: Report) {
  const { handle, openReports, closedBy } = report;
  return { ...viewOwn(report), reportedBy: { handle }, openReports, closedBy };
}

export async function postReport(
  { body }: RouteInput<{ body: typeof FileReportRequest }>,
  { services, caller }: RequestContext,
) {
  const { playerId: personId } = requirePerson(caller);
  const { kind, name } = body.subject;
  const reason = body.reason.trim();
  if (reason === '') throw invalid('reason', 'must contain words');
  const command = { personId, subjectKind: kind, subjectName: name, category: body.category, reason };
  const outcome = await fileReport(services, command);
  switch (outcome) {
    case 'person-gone':
      throw sessionOver();
    case 'no-subject':
      throw new ApiError('NOT_FOUND', `${kind} ${name} not found`, { field: 'subject.name' });
    case 'too-many':
      throw new ApiError('REPORT_LIMIT_REACHED', `You already have ${maxOpenReports} open reports, the maximum.`);
  }
  const { report, replayed } = outcome;
  return replyOrReplay({ report: viewOwn(report) }, replayed);
}

/** One page of reports, and the next cursor. */
async function pageOf(
  { services }: RequestContext,
  list: string,
  { cursor, limit = 50 }: { readonly cursor?: string; readonly limit?: number },
  filter: Omit<ReportFilter, 'before' | 'limit'>,
) {
  const filters = [filter.personId, filter.status, filter.subjectKind];
  const before = cursor === undefined ? null : services.cursors.read<string>(list, filters, cursor);
  const found = await listReports(services, { ...filter, before, limit: limit + 1 });
  const reports = found.slice(0, limit);
  const last = reports.at(-1);
  const nextCursor = found.length > limit && last ? services.cursors.write(list, filters, last.id) : null;
  return { reports, nextCursor };
}

export async function getOwnReports({ query }: RouteInput<{ query: typeof OwnReportsQuery }>, context: RequestContext) {
  const { playerId: personId } = requirePerson(context.caller);
  const filter = { personId, status: query.status ?? 'all', subjectKind: null } as const;
  const { reports, nextCursor } = await pageOf(context, 'own reports', query, filter);
  return { reports: reports.map(viewOwn), nextCursor };
}

export async function getReports({ query }: RouteInput<{ query: typeof ReportsQuery }>, context: RequestContext) {
  const filter = { personId: null, status: query.status ?? 'open', subjectKind: query.subject ?? null } as const;
  const { reports, nextCursor } = await pageOf(context, 'reports', query, filter);
  return { reports: reports.map(viewForOperator), nextCursor };
}

export async function postCloseReport(
  { params, body }: RouteInput<{ params: typeof ReportParams; body: typeof CloseReportRequest }>,
  { services, caller }: RequestContext,
) {
  const command = { reportId: params.id, status: body.status, note: body.note?.trim() ?? '', actor: actorOf(caller) };
  const closed = await closeReport(services, command);
  if (closed === null) throw new ApiError('NOT_FOUND', `Report ${params.id} not found.`, { field: 'id' });
  if (closed === 'closed') {
    throw new ApiError('INVALID_TRANSITION', 'The report is already closed with another status.', { field: 'status' });
  }
  return { report: viewForOperator(closed) };
}

function viewSuspension({ playerId: id, handle, name, kind, suspendedAt, liftedAt, ...rest }: Suspension) {
  const lifted = liftedAt === null ? null : isoTime(liftedAt);
  return { player: { id, handle, name, kind }, ...rest, suspendedAt: isoTime(suspendedAt), liftedAt: lifted };
}

type SuspendInput = RouteInput<{ params: typeof SuspendParams; body: typeof SuspendRequest }>;

function suspensionHandler(change: typeof suspendPlayer) {
  return async ({ params, body }: SuspendInput, { services, caller }: RequestContext) => {
    const command = { handle: params.handle, reason: body.reason.trim(), actor: actorOf(caller) };
    return { suspension: viewSuspension(throwIfRefused(await change(services, command))) };
  };
}

export const postSuspend = suspensionHandler(suspendPlayer);
export const postUnsuspend = suspensionHandler(unsuspendPlayer);
