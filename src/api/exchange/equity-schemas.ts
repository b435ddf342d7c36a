import { closed, named, oneOf, Timestamp, Type } from '../../http/schema.js';

export const maxEquityPoints = 500;

const timeframes = ['1h', '24h', '7d', '30d', 'all'] as const;

export const EquityQuery = closed({
  timeframe: Type.Optional(oneOf(timeframes, { default: '30d', description: 'How far back the points go.' })),
});

const Credits = (description: string, example: number) => Type.Number({ description, examples: [example] });

const EquityPoint = closed(
  {
    at: Timestamp({ description: 'Moment of the figures.' }),
    equity: Credits('availableBalance + reservedBalance + positionsValue − owedCredits.', 10_240.5),
    availableBalance: Credits('Free credits.', 9_800),
    reservedBalance: Credits('Credits that open buys held.', 100),
    positionsValue: Credits('What selling every position to the market maker would have brought.', 340.5),
    owedCredits: Credits('What was owed.', 0),
    grantedTotal: Credits('All grants until then.', 10_000),
    profit: Credits('equity − grantedTotal.', 240.5),
  },
  { description: 'The account at one moment.' },
);

export const EquityHistory = named(
  'EquityHistory',
  closed(
    {
      timeframe: oneOf(timeframes, { description: 'How far back the points go.' }),
      points: Type.Array(EquityPoint, {
        minItems: 1,
        maxItems: maxEquityPoints,
        description:
          'Oldest first. The first is the value at the beginning of the timeframe, or the starting grant; the last is the present one. Between them equity is constant until the next point.',
      }),
      asOf: Timestamp({ description: 'When the present value was computed.' }),
    },
    {
      description:
        'Equity over time, sampled once an hour where it changed. Samples older than 14 days are one per UTC day; those older than two years are deleted.',
    },
  ),
);
