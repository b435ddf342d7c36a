import { requirePlayer } from '../http/caller.js';
import type { RequestContext, RouteInput } from '../http/route.js';
import { closed, named, oneOf, Timestamp, Type } from '../http/schema.js';
import { dayMs, hourMs, isoTime } from '../kernel/time.js';
import { microsToWire } from '../kernel/units.js';
import { readEquityHistory } from './equity.js';
import type { EquitySample } from './store/rows.js';

const maxEquityPoints = 500;

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

const spans = { '1h': hourMs, '24h': dayMs, '7d': 7 * dayMs, '30d': 30 * dayMs, all: Number.POSITIVE_INFINITY };

function viewSample({ at, available, reserved, positions, owed, granted }: EquitySample) {
  const equity = available + reserved + positions - owed;
  return {
    at: isoTime(at),
    equity: microsToWire(equity),
    availableBalance: microsToWire(available),
    reservedBalance: microsToWire(reserved),
    positionsValue: microsToWire(positions),
    owedCredits: microsToWire(owed),
    grantedTotal: microsToWire(granted),
    profit: microsToWire(equity - granted),
  };
}

export async function getEquityHistory(
  { query: { timeframe = '30d' } }: RouteInput<{ query: typeof EquityQuery }>,
  { services, caller }: RequestContext,
) {
  const { playerId } = requirePlayer(caller);
  const now = services.clock();
  const from = Math.max(0, now - spans[timeframe]);
  const points = await readEquityHistory(services, playerId, from, maxEquityPoints);
  return { timeframe, points: points.map(viewSample), asOf: isoTime(now) };
}
