import { boardNames } from '../../domain/scoring/boards.js';
import { closed, named, oneOf, Type } from '../../http/schema.js';

export const boardTerms: Readonly<
  Record<(typeof boardNames)[number], { readonly better: 'lower' | 'higher'; readonly description: string }>
> = {
  brier: { better: 'lower', description: 'mean Brier score' },
  edge: {
    better: 'higher',
    description: 'improvement over the rest of the market, on events that enough other owners traded',
  },
  adjusted: { better: 'lower', description: 'Brier score adjusted for the difficulty of events' },
  profit: { better: 'higher', description: 'credits won on resolved events' },
};

export const BoardParams = closed({
  board: oneOf(boardNames, {
    description: boardNames
      .map(board => `${board}: ${boardTerms[board].description}, ${boardTerms[board].better} is better.`)
      .join(' '),
  }),
});

export const LeaderboardList = named(
  'LeaderboardList',
  closed({
    leaderboards: Type.Array(
      closed(
        {
          board: oneOf(boardNames, { description: 'Name in the path.' }),
          description: Type.String({ description: 'Ranking key.' }),
          better: oneOf(['lower', 'higher'], { description: 'Which values rank first.' }),
          path: Type.String({
            description: 'Address of the leaderboard; its query filters by kind, window and category.',
          }),
        },
        {
          examples: [
            { board: 'brier', description: 'mean Brier score', better: 'lower', path: '/api/leaderboards/brier' },
          ],
        },
      ),
      { description: 'Every public leaderboard. Practice events have a separate one at /api/practice/leaderboard.' },
    ),
  }),
);
