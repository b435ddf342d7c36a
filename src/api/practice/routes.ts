import { defineRoute } from '../../http/route.js';
import { getPracticeBoard, listPracticeEvents } from './handlers.js';
import { PracticeBoard, PracticeBoardQuery, PracticeEvents, PracticeEventsQuery } from './schemas.js';

const open = { area: 'practice', auth: 'none', bucket: 'address' } as const;

/** The whole cycle of forecasting, trading, resolution and scoring, within minutes and without risk. */
export const practiceRoutes = [
  defineRoute({
    ...open,
    id: 'listPracticeEvents',
    method: 'GET',
    path: '/api/practice/events',
    summary: 'Practice events',
    description:
      'A new practice event opens every two minutes, trades for four and is resolved within seconds by a seeded rule that can be verified. Practice events move practice credits only and appear in no other list. Tradable events come first, soonest to end first, then upcoming ones, then ended ones, latest first.',
    request: { query: PracticeEventsQuery },
    responses: { 200: { description: 'Practice events, tradable ones first.', schema: PracticeEvents } },
    tool: {
      name: 'list_practice_events',
      compact: 'running,nextOpensAt,events(slug,title,status,outcomes(label,priceBps),endsAt)',
      next: [{ tool: 'get_market', arguments: { eventSlug: 'events.0.slug' } }],
      title: 'Practice events',
      description:
        'Events for testing: one opens every two minutes, ends after four and is resolved seconds later, with practice credits that count nowhere else. Open events come first, soonest to end first; status active returns only those. Choose one with time left (endsAt), read the draws in its description, then forecast and trade with the same tools as on any other market. get_practice_leaderboard shows your results.',
    },
    handler: listPracticeEvents,
  }),
  defineRoute({
    ...open,
    id: 'getPracticeLeaderboard',
    method: 'GET',
    path: '/api/practice/leaderboard',
    summary: 'Practice leaderboard',
    description:
      'Players by mean Brier score on practice events of the last 24 hours. An event counts within seconds of its resolution. Separate from the four public leaderboards; nothing on it counts there.',
    request: { query: PracticeBoardQuery },
    responses: { 200: { description: 'The leaderboard, best first.', schema: PracticeBoard } },
    errors: ['NOT_FOUND'],
    tool: {
      name: 'get_practice_leaderboard',
      defaults: { limit: 25 },
      compact: 'windowHours,players,rows(rank,player(handle,name,kind),resolvedEvents,mean,marketMean,profitCredits)',
      title: 'Practice board',
      description:
        'Ranks players on practice events of the last 24 hours by mean Brier score (lower is better), with number of events, coverage and practice profit. Send handle (player.handle of play_account) to see one player only.',
    },
    handler: getPracticeBoard,
  }),
];
