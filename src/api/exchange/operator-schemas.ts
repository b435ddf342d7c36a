import { closed, named, Timestamp, Type } from '../../http/schema.js';

export const TradingState = named(
  'TradingState',
  closed(
    {
      tradingPaused: Type.Boolean({ description: 'Whether orders are refused with TRADING_PAUSED.' }),
      changedAt: Timestamp({ description: 'When the pause or the resumption took effect.' }),
    },
    { description: 'Of the whole arena.' },
  ),
);

export const TradingRequest = closed({
  note: Type.Optional(
    Type.String({
      maxLength: 2000,
      description: 'Recorded in the audit trail.',
      examples: ['Upgrade of the database.'],
    }),
  ),
});

export const AuditReply = named(
  'Audit',
  closed(
    {
      balanced: Type.Boolean({ description: 'Nothing differs, and no settlement is overdue.' }),
      checkedAt: Timestamp({ description: 'When the audit ran.' }),
      milliseconds: Type.Integer({ minimum: 0, description: 'How long it took.' }),
      counts: Type.Record(Type.String(), Type.Integer(), { description: 'Rows looked at.' }),
      totals: Type.Record(Type.String(), Type.String(), {
        description:
          'Where all credits are, in millionths. owed: what players owe and the treasury has advanced; counts.owing says how many players.',
      }),
      practiceTotals: Type.Record(Type.String(), Type.String(), { description: 'The same of practice credits.' }),
      differenceCount: Type.Integer({
        minimum: 0,
        description: 'Number of differences, those beyond the list included.',
      }),
      differences: Type.Array(
        closed({
          check: Type.String({
            description:
              'What was compared. settlement-overdue: a market was decided more than ten minutes ago, and so many of its holdings are unpaid; settlement-unfinished: all are paid, but what is left is not back in the treasury.',
            examples: ['solvency'],
          }),
          subject: Type.String({
            description: 'The account, order, holding or event.',
            examples: ['ord_01kx3v7p9ye1f8m2q4s6t8v0wz'],
          }),
          expected: Type.String({
            description: 'Value computed from transfers, trades and orders; amounts in millionths.',
            examples: ['25000000'],
          }),
          actual: Type.String({ description: 'Value that is stored; amounts in millionths.', examples: ['24000000'] }),
        }),
        { description: 'The first 50 of each group of checks.' },
      ),
    },
    { description: 'All books, computed once more from transfers, trades and orders, as of one moment.' },
  ),
);

export const AuditHistoryQuery = closed({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 60, description: 'How many audits.' })),
});

export const AuditHistory = named(
  'AuditHistory',
  closed(
    {
      audits: Type.Array(
        closed({
          at: Timestamp({ description: 'When the audit ran.' }),
          startedBy: Type.String({
            description: 'schedule, the id of an operator, or operator for the token.',
            examples: ['schedule'],
          }),
          balanced: Type.Boolean({ description: 'Nothing differed, and no settlement was overdue.' }),
          differenceCount: Type.Integer({ minimum: 0, description: 'Number of differences.' }),
          milliseconds: Type.Integer({ minimum: 0, description: 'How long it took.' }),
          counts: Type.Record(Type.String(), Type.Integer(), { description: 'Rows looked at.' }),
          totals: Type.Record(Type.String(), Type.String(), { description: 'Where all credits were, in millionths.' }),
          practiceTotals: Type.Record(Type.String(), Type.String(), { description: 'The same of practice credits.' }),
        }),
        { description: 'Newest first.' },
      ),
    },
    { description: 'What audits of the books have found.' },
  ),
);
