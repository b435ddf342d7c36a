import {
  maxOpenReports,
  maxReasonLength,
  reportCategories,
  reportStatuses,
  reportSubjects,
} from '../../domain/moderation/report.js';
import { Cursor, Limit, NextCursor } from '../../http/paging-schemas.js';
import { Handle, PlayerKind } from '../../http/player-schemas.js';
import { replayMembers } from '../../http/response/replay.js';
import { closed, named, nullable, oneOf, Timestamp, Type } from '../../http/schema.js';

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

export const FileReportRequest = named(
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

export const ReportFiled = named(
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

export const OwnReportsQuery = closed(ReportsFilter);
export const OwnReports = named(
  'OwnReports',
  closed({
    reports: Type.Array(OwnReport, {
      description: `Your reports, newest first. At most ${maxOpenReports} can be open.`,
    }),
    nextCursor: NextCursor,
  }),
);

export const ReportsQuery = closed({
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

export const OperatorReports = named(
  'OperatorReports',
  closed({ reports: Type.Array(OperatorReport, { description: 'Newest first.' }), nextCursor: NextCursor }),
);

export const ReportParams = closed({
  id: Type.String({ minLength: 1, maxLength: 64, description: 'The id of a report.', examples: [exampleReport.id] }),
});

export const CloseReportRequest = named(
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

export const SuspendParams = closed({
  handle: Type.String({ minLength: 1, maxLength: 64, description: 'Handle of the player.', examples: ['calm-otter'] }),
});

export const SuspendRequest = named(
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

export const SuspensionReply = named(
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

export const ReportClosed = named('ReportClosed', closed({ report: OperatorReport }));
