import { closed, named, Timestamp, Type } from '../../http/schema.js';

export const TradingState = named(
  'TradingState',
  closed(
    {
      tradingPaused: Type.Boolean({ description: 'Whether orders are rejected with TRADING_PAUSED.' }),
      changedAt: Timestamp({ description: 'When the pause or the resumption took effect.' }),
    },
    { description: 'Trading state of the whole arena.' },
  ),
);

export const TradingRequest = closed({
  note: Type.Optional(
    Type.String({
      maxLength: 2000,
      description: 'Recorded in the audit trail. The reason of a pause is public while it lasts.',
      examples: ['Upgrade of the database.'],
    }),
  ),
});

export const AuditReply = named(
  'Audit',
  closed(
    {
      balanced: Type.Boolean({ description: 'Whether nothing differs and no settlement is overdue.' }),
      checkedAt: Timestamp({ description: 'When the audit ran.' }),
      milliseconds: Type.Integer({ minimum: 0, description: 'Duration of the audit.' }),
      counts: Type.Record(Type.String(), Type.Integer(), { description: 'Number of rows checked.' }),
      totals: Type.Record(Type.String(), Type.String(), {
        description:
          'Sums of all credits by holder, in millionths. owed: what players owe, advanced by the treasury; counts.owing is the number of those players.',
      }),
      practiceTotals: Type.Record(Type.String(), Type.String(), { description: 'The same for practice credits.' }),
      differenceCount: Type.Integer({
        minimum: 0,
        description: 'Number of differences, including those that are not listed.',
      }),
      differences: Type.Array(
        closed({
          check: Type.String({
            description:
              'Compared figure. settlement-overdue: a market was resolved more than ten minutes ago, and this many of its holdings are unpaid; settlement-unfinished: all are paid, but the remainder is not back in the treasury.',
            examples: ['solvency'],
          }),
          subject: Type.String({
            description: 'Account, order, holding or event.',
            examples: ['ord_01kx3v7p9ye1f8m2q4s6t8v0wz'],
          }),
          expected: Type.String({
            description: 'Value computed from transfers, trades and orders; amounts in millionths.',
            examples: ['25000000'],
          }),
          actual: Type.String({ description: 'Stored value; amounts in millionths.', examples: ['24000000'] }),
        }),
        { description: 'The first 50 of each group of checks.' },
      ),
    },
    { description: 'All books, recomputed from transfers, trades and orders as of one point in time.' },
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
