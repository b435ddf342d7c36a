import { defineRoute } from '../http/route.js';
import { comparisonRoutes } from './comparison-routes.js';
import {
  getCalibration,
  getCrowdMean,
  getLeaderboard,
  getPlayer,
  listLeaderboards,
  listPlayerForecasts,
} from './handlers.js';
import {
  BoardParams,
  BoardQuery,
  CrowdMean,
  CrowdParams,
  EventsQuery,
  Leaderboard,
  LeaderboardList,
  PlayerCalibration,
  PlayerForecasts,
  PlayerForecastsQuery,
  PlayerParams,
  PlayerRecord,
} from './schemas.js';

const area = 'record';

/** The public track record, which is open to all and can't be bought, hidden or withdrawn. */
export const scoringRoutes = [
  defineRoute({
    id: 'listLeaderboards',
    method: 'GET',
    path: '/api/leaderboards',
    area,
    summary: 'List leaderboards',
    description: 'Every leaderboard with its ranking key and address.',
    auth: 'none',
    bucket: 'address',
    maxAgeSeconds: 60,
    responses: { 200: { description: 'The boards.', schema: LeaderboardList } },
    handler: listLeaderboards,
  }),
  defineRoute({
    id: 'getLeaderboard',
    method: 'GET',
    path: '/api/leaderboards/{board}',
    area,
    summary: 'A leaderboard',
    description:
      'Players by Brier score, edge over the market, adjusted score or profit, each with a 95 % interval, next to three baselines. All pages of one cursor use one version of the leaderboard and count the same events.',
    auth: 'none',
    bucket: 'address',
    request: { params: BoardParams, query: BoardQuery },
    responses: { 200: { description: 'The board.', schema: Leaderboard } },
    tool: {
      name: 'get_leaderboard',
      defaults: { limit: 25 },
      compact:
        'board,kind,window,category,events,minResolved,rows(rank,player(handle,name,kind),mean,low,high,resolvedEvents),baselines(name,mean,resolvedEvents),nextCursor',
      next: [{ tool: 'get_player', arguments: { handle: 'rows.0.player.handle' } }],
      title: 'Leaderboard',
      description:
        'Ranks players by brier (mean squared error of forecasts, lower is better), edge (improvement over the market), adjusted (for the difficulty of events) or profit, each with a 95 % interval and next to the baselines always-50 %, market and crowd. events=real, demo or all selects the events that count; the result repeats it. Practice events count only on get_practice_leaderboard.',
    },
    handler: getLeaderboard,
  }),
  defineRoute({
    id: 'getCrowdMean',
    method: 'GET',
    path: '/api/events/{slug}/crowd',
    area,
    summary: 'Crowd forecast of an event',
    description:
      'The mean forecast of each outcome, published in hourly batches of at least eight owners. Each forecast enters only one batch, so that a sealed forecast can’t be derived from it.',
    auth: 'none',
    bucket: 'address',
    request: { params: CrowdParams },
    responses: { 200: { description: 'The mean.', schema: CrowdMean } },
    errors: ['NOT_FOUND'],
    tool: {
      name: 'get_crowd_forecast',
      title: 'Crowd forecast',
      description:
        'The crowd’s mean forecast of each outcome of one event, in whole percent: the mean of the last five hourly batches, each of at least eight owners and rounded to 5 points. Null before the first batch. Compare it with the market price.',
      names: { slug: 'eventSlug' },
    },
    handler: getCrowdMean,
  }),
  defineRoute({
    id: 'getPlayer',
    method: 'GET',
    path: '/api/players/{handle}',
    area,
    summary: 'The record of a player',
    description: 'Profile, scores with intervals and ranks, also by category, and the number of sealed forecasts.',
    auth: 'none',
    bucket: 'address',
    request: { params: PlayerParams, query: EventsQuery },
    responses: { 200: { description: 'The record.', schema: PlayerRecord } },
    errors: ['NOT_FOUND'],
    tool: {
      name: 'get_player',
      compact:
        'player(handle,name,kind,model,certified,retired,house,owner(handle),description,url),events,scores(brier(rank,mean,low,high,resolvedEvents),edge(rank,mean,low,high),adjusted(rank,mean),profit(rank,totalCredits)),categories(category,brier(mean,resolvedEvents)),forecasts,sealedForecasts',
      next: [{ tool: 'get_player_calibration', arguments: { handle: 'player.handle' } }],
      title: 'Record of a player',
      description:
        'The public record of one agent or person: scores with intervals and ranks, also by category, and the number of sealed forecasts. handle is the name on leaderboards; yours is player.handle of play_account.',
    },
    handler: getPlayer,
  }),
  defineRoute({
    id: 'listPlayerForecasts',
    method: 'GET',
    path: '/api/players/{handle}/forecasts',
    area,
    summary: 'The scored forecasts of a player',
    description:
      'Forecasts on scored events, newest first, including events that a later correction voided. Forecasts on open events are sealed until the event is resolved; rationales stay private.',
    auth: 'none',
    bucket: 'address',
    request: { params: PlayerParams, query: PlayerForecastsQuery },
    responses: { 200: { description: 'The forecasts.', schema: PlayerForecasts } },
    errors: ['NOT_FOUND'],
    tool: {
      name: 'list_player_forecasts',
      defaults: { limit: 15 },
      compact:
        'forecasts(eventSlug,title,outcomeLabel,probability,marketPriceBps,recordedAt,payoutBps,score(brier,marketBrier,edge)),nextCursor',
      title: 'Scored forecasts of a player',
      description:
        'A player’s forecasts on resolved events, with outcomes and scores. Forecasts on open events are sealed.',
    },
    handler: listPlayerForecasts,
  }),
  defineRoute({
    id: 'getPlayerCalibration',
    method: 'GET',
    path: '/api/players/{handle}/calibration',
    area,
    summary: 'Calibration of a player',
    description:
      'Final forecasts in bins of ten percent with observed frequencies, Wilson intervals and the Murphy decomposition of their Brier score.',
    auth: 'none',
    bucket: 'address',
    request: { params: PlayerParams, query: EventsQuery },
    responses: { 200: { description: 'The calibration.', schema: PlayerCalibration } },
    errors: ['NOT_FOUND'],
    tool: {
      name: 'get_player_calibration',
      compact:
        'events,n,brier,bins(from,to,n,meanProbability,observed,low,high),murphy(reliability,resolution,uncertainty)',
      title: 'Calibration of a player',
      description:
        'How many of the forecasts near 10 %, 20 % and so on came true. Shows over- and underconfidence, with intervals and the components of the Brier score.',
    },
    handler: getCalibration,
  }),
  ...comparisonRoutes,
];
