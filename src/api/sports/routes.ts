import { operatorOnly } from '../../http/operator-only.js';
import { defineRoute } from '../../http/route.js';
import { getLineHistory, getSportsCatalog, getSportsFeed, getSportsMetrics } from './handlers.js';
import { openFixtureMarket } from './operator-handlers.js';
import { FixtureParams, OpenedMarket, OpenMarketRequest } from './operator-schemas.js';
import {
  FeedQuery,
  LineHistory,
  LinesQuery,
  MetricsQuery,
  SportsCatalog,
  SportsFeed,
  SportsMetrics,
} from './schemas.js';

const area = 'sports';
const open = { area, auth: 'none', bucket: 'address' } as const;

export const sportsRoutes = [
  defineRoute({
    ...open,
    id: 'getSportsCatalog',
    method: 'GET',
    path: '/api/sports/catalog',
    summary: 'Sports and leagues',
    description:
      'Every supported league, with the official source of results, what counts as final and what happens when a game is postponed.',
    maxAgeSeconds: 300,
    responses: { 200: { description: 'The catalogue.', schema: SportsCatalog } },
    handler: getSportsCatalog,
  }),
  defineRoute({
    area,
    id: 'getSportsFeed',
    method: 'GET',
    path: '/api/sports/feed',
    summary: 'Fixtures with consensus lines',
    description:
      'Games from yesterday (UTC) to the given number of days ahead, by start time, each with status, score, the median of the books’ fair probabilities and a confidence. Stale fixtures are omitted unless includeStale is true.',
    auth: 'optional',
    bucket: 'reads',
    request: { query: FeedQuery },
    responses: { 200: { description: 'The fixtures.', schema: SportsFeed } },
    tool: {
      name: 'list_fixtures',
      defaults: { status: 'scheduled', limit: 10 },
      compact:
        'fixtures(league,startsAt,status,home(name,score),away(name,score),lines[3](market,selection,point,consensusBps),confidence,eventSlug),nextCursor',
      next: [{ tool: 'get_market', arguments: { eventSlug: 'fixtures.*.eventSlug' } }],
      title: 'Sports fixtures',
      description:
        'Games of sports leagues, upcoming ones by default, and the bookmakers’ consensus: consensusBps is the median probability of a selection in basis points after removing each book’s margin. confidence (0 to 1) says how reliable it is; eventSlug names the market on the winner, if there is one. Filter by league (such as epl, nba, nfl) or sport.',
    },
    handler: getSportsFeed,
  }),
  defineRoute({
    ...open,
    id: 'listSportsLines',
    method: 'GET',
    path: '/api/sports/lines/history',
    summary: 'Line history of bookmakers',
    description:
      'Newest first. A quote is stored with all its selections whenever one of its prices changes, because the fair probability of each depends on all. Lines are stored for 90 days.',
    request: { query: LinesQuery },
    responses: { 200: { description: 'The lines.', schema: LineHistory } },
    errors: ['NOT_FOUND'],
    handler: getLineHistory,
  }),
  defineRoute({
    ...open,
    id: 'getSportsMetrics',
    method: 'GET',
    path: '/api/sports/metrics',
    summary: 'Quality of fixtures and lines',
    description:
      'Number of stale fixtures and of fixtures that need review in the feed’s window, their mean confidence and the outliers among their lines, in total and by league.',
    request: { query: MetricsQuery },
    responses: { 200: { description: 'The metrics.', schema: SportsMetrics } },
    handler: getSportsMetrics,
  }),
  defineRoute({
    ...operatorOnly,
    id: 'openFixtureMarket',
    method: 'POST',
    path: '/api/operator/sports/fixtures/{id}/market',
    summary: 'Open a market on a fixture',
    description:
      'Creates the event on the winner: outcomes home, away and, in leagues with draws, draw; end of trading at the start of the game; the official source of the league; opening prices from the moneyline consensus, or equal ones without it. A fixture has one event: a repeated request returns it with 200.',
    request: { params: FixtureParams, body: OpenMarketRequest, bodyOptional: true },
    responses: {
      201: { description: 'The event.', schema: OpenedMarket },
      200: { description: 'The existing event of the fixture.', schema: OpenedMarket },
    },
    errors: ['FORBIDDEN', 'NOT_FOUND', 'INVALID_TRANSITION', 'POLICY_EXCLUDED', 'POLICY_REVIEW'],
    handler: openFixtureMarket,
  }),
];
