import type { ExchangeServices } from '../exchange/desk/write-desk.js';
import { actorOf } from '../http/caller.js';
import { ApiError, invalid, throwIfRefused } from '../http/errors.js';
import { requirePerson, sessionOver } from '../http/require-person.js';
import { defineRoute, type HttpServices, operatorOnly, type RequestContext, type RouteInput } from '../http/route.js';
import { Cursor, closed, Limit, NextCursor, named, nullable, oneOf, Timestamp, Type } from '../http/schema.js';
import { replayMembers, replyOrReplay } from '../http/write-result.js';
import { isoTime } from '../kernel/time.js';
import { Handle, PlayerKind } from '../players/player-view.js';
import type { Suspension } from '../players/suspensions.js';
import {
  closeReport,
  fileReport,
  listReports,
  maxOpenReports,
  maxReasonLength,
  reportCategories,
  reportStatuses,
  reportSubjects,
} from './reports.js';
import type { Report, ReportFilter } from './store.js';
import { suspendPlayer, unsuspendPlayer } from './suspend-player.js';

type Needs = HttpServices & ExchangeServices;

const exampleReport = {
  id: 'rpt_01kx3v7p9ye1f8m2q4s6t8v0wz',
  subject: { kind: 'event', name: 'rain-in-london-on-1-may' },
  category: 'misleading',
  reason: 'The title says London, the rule names a station in Reading.',
  status: 'open',
  createdAt: '2026-03-17T12:00:00.000Z',
  closedAt: null,
  note: null,
};

const SubjectKind = () =>
  oneOf(reportSubjects, {
    description: 'Kind of subject: an event, the name or description of a player, a market request or a dispute.',
  });
const SubjectName = () =>
  Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Slug of the event, handle of the player, or id of the market request or dispute.',
    examples: ['rain-in-london-on-1-may'],
  });
const Category = () =>
  oneOf(reportCategories, {
    description:
      'spam; abuse: insulting or harassing; misleading: title and rule disagree, or a false name; personal-data: data of a private person; rules: against the market policy; other.',
  });

const FileReportRequest = named(
  'FileReportRequest',
  closed(
    {
      subject: closed({ kind: SubjectKind(), name: SubjectName() }, { description: 'Subject of the report.' }),
      category: Category(),
      reason: Type.String({
        minLength: 1,
        maxLength: maxReasonLength,
        description: 'Description of the problem. Only operators and you can see it.',
        examples: [exampleReport.reason],
      }),
    },
    {
      examples: [{ subject: exampleReport.subject, category: exampleReport.category, reason: exampleReport.reason }],
    },
  ),
);

const ownMembers = {
  id: Type.String({ description: 'Id of the report.', examples: [exampleReport.id] }),
  subject: closed({ kind: SubjectKind(), name: SubjectName() }, { description: 'Subject of the report.' }),
  category: Category(),
  reason: Type.String({ description: 'Description of the problem by the reporter.', examples: [exampleReport.reason] }),
  status: oneOf(reportStatuses, {
    description: 'open: waiting for an operator. upheld: an operator acted on it. dismissed: nothing was changed.',
  }),
  createdAt: Timestamp({ description: 'When it was filed.' }),
  closedAt: nullable(Timestamp({ description: 'When an operator closed it; null while it is open.' })),
  note: nullable(
    Type.String({
      description: 'Note of the operator; null while it is open.',
      examples: ['The rule now names Heathrow.'],
    }),
  ),
};

const OwnReport = named('Report', closed(ownMembers, { examples: [exampleReport] }));

const ReportFiled = named(
  'ReportFiled',
  closed({
    report: OwnReport,
    ...replayMembers('Whether you already had an open report about the same subject.'),
  }),
);

const ReportsFilter = {
  status: Type.Optional(oneOf([...reportStatuses, 'all'], { description: 'Only reports with this status.' })),
  cursor: Cursor,
  limit: Limit(200, 50),
};

const OwnReportsQuery = closed(ReportsFilter);
const OwnReports = named(
  'OwnReports',
  closed({
    reports: Type.Array(OwnReport, {
      description: `Your reports, newest first. At most ${maxOpenReports} can be open.`,
    }),
    nextCursor: NextCursor,
  }),
);

const ReportsQuery = closed({
  ...ReportsFilter,
  subject: Type.Optional(oneOf(reportSubjects, { description: 'Only reports about this kind of subject.' })),
});

const OperatorReport = named(
  'OperatorReport',
  closed(
    {
      ...ownMembers,
      reportedBy: closed({ handle: Handle }, { description: 'Reporter.' }),
      openReports: Type.Integer({
        minimum: 0,
        description: 'Number of open reports about the same subject, by all people.',
      }),
      closedBy: nullable(
        Type.String({
          description: 'Id of the operator who closed it, or operator for the operator token; null while open.',
          examples: ['plr_01kx3v7p9ye1f8m2q4s6t8v0wz'],
        }),
      ),
    },
    { description: 'A report as operators see it.' },
  ),
);

const OperatorReports = named(
  'OperatorReports',
  closed({ reports: Type.Array(OperatorReport, { description: 'Newest first.' }), nextCursor: NextCursor }),
);

const ReportParams = closed({
  id: Type.String({ minLength: 1, maxLength: 64, description: 'The id of a report.', examples: [exampleReport.id] }),
});

const CloseReportRequest = named(
  'CloseReportRequest',
  closed(
    {
      status: oneOf(['upheld', 'dismissed'], {
        description: 'upheld: action was taken. dismissed: no action was taken.',
      }),
      note: Type.Optional(
        Type.String({
          maxLength: maxReasonLength,
          description: 'Sent to the reporter with the notification.',
          examples: ['The rule now names Heathrow.'],
        }),
      ),
    },
    { examples: [{ status: 'upheld', note: 'The rule now names Heathrow.' }] },
  ),
);

const SuspendedPlayer = closed(
  {
    id: Type.String({ description: 'Id of the player.', examples: ['plr_01kx3v7p9ye1f8m2q4s6t8v0wz'] }),
    handle: Handle,
    name: Type.String({ description: 'Public name.', examples: ['Ada'] }),
    kind: PlayerKind,
  },
  { description: 'The player.' },
);

const SuspendParams = closed({
  handle: Type.String({ minLength: 1, maxLength: 64, description: 'Handle of the player.', examples: ['calm-otter'] }),
});

const SuspendRequest = named(
  'SuspendRequest',
  closed(
    {
      reason: Type.String({
        minLength: 1,
        maxLength: maxReasonLength,
        pattern: '\\S',
        description: 'Why. The player reads it with every refused write; the audit trail records it.',
        examples: ['The name insults another player.'],
      }),
    },
    { examples: [{ reason: 'The name insults another player.' }] },
  ),
);

const SuspensionReply = named(
  'SuspensionReply',
  closed({
    suspension: named(
      'Suspension',
      closed(
        {
          player: SuspendedPlayer,
          reason: Type.String({
            description: 'Why the player was suspended.',
            examples: ['The name insults another player.'],
          }),
          suspendedAt: Timestamp({ description: 'When the suspension began.' }),
          suspendedBy: Type.String({
            description: 'Id of the operator, or operator for the token.',
            examples: ['operator'],
          }),
          liftedAt: nullable(Timestamp({ description: 'When it was lifted; null while it is in force.' })),
          liftedBy: nullable(
            Type.String({
              description: 'Id of the operator who lifted it, or operator for the token.',
              examples: ['operator'],
            }),
          ),
          liftReason: nullable(Type.String({ description: 'Why it was lifted.', examples: ['The name was changed.'] })),
        },
        { description: 'A suspension, in force or lifted.' },
      ),
    ),
  }),
);

const ReportClosed = named('ReportClosed', closed({ report: OperatorReport }));

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

async function postReport(
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
  const reportRows = await listReports(services, { ...filter, before, limit: limit + 1 });
  const reports = reportRows.slice(0, limit);
  const last = reports.at(-1);
  const nextCursor = reportRows.length > limit && last ? services.cursors.write(list, filters, last.id) : null;
  return { reports, nextCursor };
}

async function getOwnReports({ query }: RouteInput<{ query: typeof OwnReportsQuery }>, context: RequestContext) {
  const { playerId: personId } = requirePerson(context.caller);
  const filter = { personId, status: query.status ?? 'all', subjectKind: null } as const;
  const { reports, nextCursor } = await pageOf(context, 'own reports', query, filter);
  return { reports: reports.map(viewOwn), nextCursor };
}

async function getReports({ query }: RouteInput<{ query: typeof ReportsQuery }>, context: RequestContext) {
  const filter = { personId: null, status: query.status ?? 'open', subjectKind: query.subject ?? null } as const;
  const { reports, nextCursor } = await pageOf(context, 'reports', query, filter);
  return { reports: reports.map(viewForOperator), nextCursor };
}

async function postCloseReport(
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
  return async ({ params, body }: SuspendInput, { services, caller }: RequestContext<Needs>) => {
    const command = { handle: params.handle, reason: body.reason.trim(), actor: actorOf(caller) };
    return { suspension: viewSuspension(throwIfRefused(await change(services, command))) };
  };
}

const postSuspend = suspensionHandler(suspendPlayer);
const postUnsuspend = suspensionHandler(unsuspendPlayer);

const forPeople = { area: 'people', auth: 'required', callers: ['person'] } as const;

export const moderationRoutes = [
  defineRoute({
    ...forPeople,
    id: 'fileReport',
    method: 'POST',
    path: '/api/people/reports',
    summary: 'Report something to the operators',
    description:
      'Reports an event, the name or description of a player, a market request or a dispute. A person can have one open report per subject: sending another returns the first.',
    bucket: 'changes',
    request: { body: FileReportRequest },
    responses: {
      201: { description: 'The report.', schema: ReportFiled },
      200: { description: 'Your existing open report about this subject.', schema: ReportFiled },
    },
    errors: ['NOT_FOUND', 'REPORT_LIMIT_REACHED'],
    handler: postReport,
  }),
  defineRoute({
    ...forPeople,
    id: 'listOwnReports',
    method: 'GET',
    path: '/api/people/reports',
    summary: 'Your reports',
    description: 'Newest first, with their results.',
    bucket: 'reads',
    request: { query: OwnReportsQuery },
    responses: { 200: { description: 'The reports.', schema: OwnReports } },
    handler: getOwnReports,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'listReports',
    method: 'GET',
    path: '/api/operator/reports',
    summary: 'Reports of people',
    description: 'Newest first; open reports unless status says otherwise.',
    request: { query: ReportsQuery },
    responses: { 200: { description: 'The reports.', schema: OperatorReports } },
    handler: getReports,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'closeReport',
    method: 'POST',
    path: '/api/operator/reports/{id}/close',
    summary: 'Close a report',
    description:
      'Records the decision and notifies the reporter. Closing it again with the same status changes nothing.',
    request: { params: ReportParams, body: CloseReportRequest },
    responses: { 200: { description: 'The closed report.', schema: ReportClosed } },
    errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
    handler: postCloseReport,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'suspendPlayer',
    method: 'POST',
    path: '/api/operator/players/{handle}/suspend',
    summary: 'Suspend a player',
    description:
      'Writes of the player are 403 PLAYER_SUSPENDED with the reason, open orders are cancelled, and leaderboards leave the row out. Positions and forecasts stay and are settled and scored. A person’s agents are suspended with the person. Suspending again with another reason replaces the reason and keeps suspendedAt and suspendedBy; with the same reason it changes nothing. A person with the role operator is refused.',
    request: { params: SuspendParams, body: SuspendRequest },
    responses: { 200: { description: 'The suspension.', schema: SuspensionReply } },
    errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
    handler: postSuspend,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'unsuspendPlayer',
    method: 'POST',
    path: '/api/operator/players/{handle}/unsuspend',
    summary: 'Lift the suspension of a player',
    description: 'The player can write again, and the next leaderboards have the row. Cancelled orders stay cancelled.',
    request: { params: SuspendParams, body: SuspendRequest },
    responses: { 200: { description: 'The suspension, lifted.', schema: SuspensionReply } },
    errors: ['NOT_FOUND', 'INVALID_TRANSITION'],
    handler: postUnsuspend,
  }),
];
