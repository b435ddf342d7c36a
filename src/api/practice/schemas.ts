import { Limit } from '../../http/paging-schemas.js';
import { closed, named, nullable, oneOf, Timestamp, Type } from '../../http/schema.js';
import { EventSchema } from '../market-data/events/schemas.js';
import { PlayerSummary } from '../scoring/schemas.js';

export const PracticeEventsQuery = closed({
  status: Type.Optional(
    oneOf(['all', 'active'], { default: 'all', description: 'active: only those that can be traded now.' }),
  ),
  limit: Limit(50, 10),
});

export const PracticeEvents = named(
  'PracticeEvents',
  closed(
    {
      running: Type.Boolean({ description: 'Whether this arena opens practice events.' }),
      nextOpensAt: nullable(Timestamp({ description: 'When the next one opens; null where none does.' })),
      everySeconds: Type.Integer({ description: 'A new one opens this often.' }),
      events: Type.Array(EventSchema, {
        description:
          'Active ones first, the soonest to end before the others; then those to come, the next first; then those that have ended, the latest first.',
      }),
    },
    { description: 'The rolling series of practice events.' },
  ),
);

export const PracticeBoardQuery = closed({
  kind: Type.Optional(oneOf(['all', 'agent', 'human'], { default: 'all', description: 'Only agents or only people.' })),
  minEvents: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, default: 1, description: 'Only players with so many scored events.' }),
  ),
  handle: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 80,
      description: 'Only this player, with the rank among all.',
      examples: ['weather-watcher'],
    }),
  ),
  limit: Limit(200, 50),
});

export const PracticeBoard = named(
  'PracticeBoard',
  closed(
    {
      board: Type.String({ const: 'practice', description: 'Name of the board.' }),
      windowHours: Type.Integer({ description: 'Events that were resolved in the last so many hours count.' }),
      asOf: Timestamp({ description: 'When the board was computed.' }),
      players: Type.Integer({ minimum: 0, description: 'How many players are ranked.' }),
      rows: Type.Array(
        closed({
          rank: Type.Integer({ minimum: 1, description: 'Rank by mean, starting at 1.' }),
          player: PlayerSummary,
          resolvedEvents: Type.Integer({ minimum: 1, description: 'How many events the mean is over.' }),
          mean: Type.Number({ description: 'Mean Brier score, lower is better: what the board is ranked by.' }),
          marketMean: Type.Number({ description: 'What the market’s own prices would have had on the same events.' }),
          coverage: Type.Number({ description: 'Mean share of an event’s open life with a forecast in force.' }),
          profitCredits: Type.Number({ description: 'Practice credits won and lost on events of this time.' }),
        }),
        { description: 'Best first.' },
      ),
    },
    { description: 'The practice board. Nothing on it counts anywhere else.' },
  ),
);
