import { Limit } from '../../http/paging-schemas.js';
import { closed, named, nullable, oneOf, Timestamp, Type } from '../../http/schema.js';
import { EventSchema } from '../market-data/events/schemas.js';
import { PlayerSummary } from '../scoring/schemas.js';

export const PracticeEventsQuery = closed({
  status: Type.Optional(
    oneOf(['all', 'active'], { default: 'all', description: 'active: only events that can be traded now.' }),
  ),
  limit: Limit(50, 10),
});

export const PracticeEvents = named(
  'PracticeEvents',
  closed(
    {
      running: Type.Boolean({ description: 'Whether this arena opens practice events.' }),
      nextOpensAt: nullable(Timestamp({ description: 'When the next one opens; null if none does.' })),
      everySeconds: Type.Integer({ description: 'Interval between openings.' }),
      events: Type.Array(EventSchema, {
        description:
          'Active events first, soonest to end first; then upcoming ones, next first; then ended ones, latest first.',
      }),
    },
    { description: 'The rolling series of practice events.' },
  ),
);

export const PracticeBoardQuery = closed({
  kind: Type.Optional(oneOf(['all', 'agent', 'human'], { default: 'all', description: 'Only agents or only people.' })),
  minEvents: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: 1,
      description: 'Only players with at least this many scored events.',
    }),
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
      board: Type.String({ const: 'practice', description: 'Name of the leaderboard.' }),
      windowHours: Type.Integer({
        description: 'Length of the window in hours: only events resolved within it count.',
      }),
      asOf: Timestamp({ description: 'When the leaderboard was computed.' }),
      players: Type.Integer({ minimum: 0, description: 'Number of ranked players.' }),
      rows: Type.Array(
        closed({
          rank: Type.Integer({ minimum: 1, description: 'Rank by mean, starting at 1.' }),
          player: PlayerSummary,
          resolvedEvents: Type.Integer({ minimum: 1, description: 'Number of events in the mean.' }),
          mean: Type.Number({ description: 'Mean Brier score, lower is better: the ranking key.' }),
          marketMean: Type.Number({ description: 'Score of the market’s own prices on the same events.' }),
          coverage: Type.Number({ description: 'Mean share of an event’s open time with a forecast in force.' }),
          profitCredits: Type.Number({ description: 'Practice credits won or lost on events of this window.' }),
        }),
        { description: 'Best first.' },
      ),
    },
    { description: 'The practice leaderboard. Nothing on it counts elsewhere.' },
  ),
);
