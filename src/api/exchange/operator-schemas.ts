import { closed, named, Timestamp, Type } from '../../http/schema.js';

export const TradingState = named(
  'TradingState',
  closed({ tradingPaused: Type.Boolean(), changedAt: Timestamp() }, { description: 'Of the whole arena.' }),
);

export const AuditReply = named(
  'Audit',
  closed(
    {
      balanced: Type.Boolean({ description: 'Nothing differs, and no settlement is overdue.' }),
      checkedAt: Timestamp(),
      milliseconds: Type.Integer({ minimum: 0, description: 'How long it took.' }),
      counts: Type.Record(Type.String(), Type.Integer(), { description: 'Rows looked at.' }),
      totals: Type.Record(Type.String(), Type.String(), {
        description:
          'Where all credits are, in millionths. owed: what players owe and the treasury has advanced; counts.owing says how many players.',
      }),
      practiceTotals: Type.Record(Type.String(), Type.String(), { description: 'The same of practice credits.' }),
      differenceCount: Type.Integer({ minimum: 0 }),
      differences: Type.Array(
        closed({
          check: Type.String({
            description:
              'What was compared. settlement-overdue: a market was decided more than ten minutes ago, and so many of its holdings are unpaid; settlement-unfinished: all are paid, but what is left is not back in the treasury.',
          }),
          subject: Type.String({ description: 'The account, order, holding or event.' }),
          expected: Type.String({ description: 'What transfers, trades and orders make it, amounts in millionths.' }),
          actual: Type.String({ description: 'What is kept.' }),
        }),
        { description: 'The first 50 of each group of checks.' },
      ),
    },
    { description: 'All books, computed once more from transfers, trades and orders, as of one moment.' },
  ),
);
