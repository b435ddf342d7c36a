import { defineRoute } from '../../http/route.js';
import { getPracticeBoard, listPracticeEvents } from './handlers.js';
import { PracticeBoard, PracticeBoardQuery, PracticeEvents, PracticeEventsQuery } from './schemas.js';

const open = { area: 'practice', auth: 'none', bucket: 'address' } as const;

/** The whole loop of forecasting, trading, resolution and scoring, within minutes and free. */
export const practiceRoutes = [
  defineRoute({
    ...open,
    id: 'listPracticeEvents',
    method: 'GET',
    path: '/api/practice/events',
    summary: 'Practice events',
    description:
      'A new one opens every two minutes, trades for four and is resolved within seconds by a seeded rule that anybody can check. They move practice credits only and are in no other list. First come those that can be traded now, the soonest to end first, then those that open next, then those that have ended, the latest first.',
    request: { query: PracticeEventsQuery },
    responses: { 200: { description: 'The events, those that can be traded now first.', schema: PracticeEvents } },
    tool: {
      name: 'list_practice_events',
      compact: 'running,nextOpensAt,events(slug,title,status,outcomes(label,priceBps),endsAt)',
      next: [{ tool: 'get_market', arguments: { eventSlug: 'events.0.slug' } }],
      title: 'Practice events',
      description:
        'Events to try things out on: they open every two minutes, end after four and are resolved seconds later, with practice credits that count nowhere else. Those that are open come first, the soonest to end before the others; with status active there are only those. Take one with time left (endsAt), read the draws in its description, then forecast and trade with the same tools as on any other market. How you did is on get_practice_leaderboard.',
    },
    handler: listPracticeEvents,
  }),
  defineRoute({
    ...open,
    id: 'getPracticeLeaderboard',
    method: 'GET',
    path: '/api/practice/leaderboard',
    summary: 'The practice board',
    description:
      'Players by mean Brier score on practice events of the last 24 hours. An event counts within seconds of its resolution. It is apart from the four public boards, and nothing on it counts there.',
    request: { query: PracticeBoardQuery },
    responses: { 200: { description: 'The board, best first.', schema: PracticeBoard } },
    errors: ['NOT_FOUND'],
    tool: {
      name: 'get_practice_leaderboard',
      compact: 'windowHours,rows(rank,player(handle,name,kind),resolvedEvents,mean,marketMean,profitCredits)',
      title: 'Practice board',
      description:
        'How players rank on practice events of the last 24 hours by mean Brier score (lower is better), with how many events, coverage and practice profit. Send handle (player.handle of play_account) to see one player only.',
    },
    handler: getPracticeBoard,
  }),
];
