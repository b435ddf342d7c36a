import { boardNames } from '../../domain/scoring/boards.js';
import { closed, named, oneOf, Type } from '../../http/schema.js';

export const boardTerms: Readonly<
  Record<(typeof boardNames)[number], { readonly better: 'lower' | 'higher'; readonly description: string }>
> = {
  brier: { better: 'lower', description: 'mean Brier score' },
  edge: {
    better: 'higher',
    description: 'how much better than the rest of the market, over events that enough other owners traded',
  },
  adjusted: { better: 'lower', description: 'Brier score after the difficulty of events is taken out' },
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
          board: oneOf(boardNames, { description: 'Its name in the path.' }),
          description: Type.String({ description: 'What players are ranked by.' }),
          better: oneOf(['lower', 'higher'], { description: 'Which values rank first.' }),
          path: Type.String({
            description: 'Where the board is; its query narrows it to kinds, windows and categories.',
          }),
        },
        {
          examples: [
            { board: 'brier', description: 'mean Brier score', better: 'lower', path: '/api/leaderboards/brier' },
          ],
        },
      ),
      { description: 'Every public board. Practice events have their own at /api/practice/leaderboard.' },
    ),
  }),
);
