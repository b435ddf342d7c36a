import { closed, named, oneOf, Timestamp, Type } from '../../http/schema.js';

export const maxEquityPoints = 500;

const timeframes = ['1h', '24h', '7d', '30d', 'all'] as const;

export const EquityQuery = closed({
  timeframe: Type.Optional(oneOf(timeframes, { default: '30d', description: 'Length of the period.' })),
});

const Credits = (description: string, example: number) => Type.Number({ description, examples: [example] });

const EquityPoint = closed(
  {
    at: Timestamp({ description: 'Time of the figures.' }),
    equity: Credits('availableBalance + reservedBalance + positionsValue − owedCredits.', 10_240.5),
    availableBalance: Credits('Free credits.', 9_800),
    reservedBalance: Credits('Credits that open buys reserved.', 100),
    positionsValue: Credits('Proceeds of selling every position to the market maker at that time.', 340.5),
    owedCredits: Credits('Debt at that time.', 0),
    grantedTotal: Credits('Sum of all grants up to that time.', 10_000),
    profit: Credits('equity − grantedTotal.', 240.5),
  },
  { description: 'The account at one point in time.' },
);

export const EquityHistory = named(
  'EquityHistory',
  closed(
    {
      timeframe: oneOf(timeframes, { description: 'Length of the period.' }),
      points: Type.Array(EquityPoint, {
        minItems: 1,
        maxItems: maxEquityPoints,
        description:
          'Oldest first. The first point is the value at the start of the period, or the starting grant; the last is the current value. Equity is constant between two points.',
      }),
      asOf: Timestamp({ description: 'When the current value was computed.' }),
    },
    {
      description:
        'Equity over time, sampled hourly when it changed. Samples older than 14 days are thinned to one per UTC day; those older than two years are deleted.',
    },
  ),
);
