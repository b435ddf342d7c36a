import { operatorOnly } from '../../http/operator-only.js';
import { defineRoute } from '../../http/route.js';
import { getOwnReports, getReports, postCloseReport, postReport, postSuspend, postUnsuspend } from './handlers.js';
import {
  CloseReportRequest,
  FileReportRequest,
  OperatorReports,
  OwnReports,
  OwnReportsQuery,
  ReportClosed,
  ReportFiled,
  ReportParams,
  ReportsQuery,
  SuspendParams,
  SuspendRequest,
  SuspensionReply,
} from './schemas.js';

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
