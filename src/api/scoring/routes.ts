import { defineRoute } from '../../http/route.js';
import { BoardParams, LeaderboardList } from './board-schemas.js';
import { comparisonRoutes } from './comparison-routes.js';
import { getCrowdMean } from './crowd-handlers.js';
import { EventsQuery } from './event-set-schemas.js';
import { getLeaderboard, listLeaderboards } from './leaderboard-handlers.js';
import { getCalibration, getPlayer, listPlayerForecasts } from './player-handlers.js';
import {
  BoardQuery,
  CrowdMean,
  CrowdParams,
  Leaderboard,
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
    summary: 'The leaderboards that there are',
    description: 'Every board with what it ranks by and where it is.',
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
      'Players by Brier score, edge over the market, adjusted score or profit, each with a 95 % interval, beside three baselines. Pages of one walk come from one version of the board and count the same events.',
    auth: 'none',
    bucket: 'address',
    request: { params: BoardParams, query: BoardQuery },
    responses: { 200: { description: 'The board.', schema: Leaderboard } },
    tool: {
      name: 'get_leaderboard',
      compact:
        'board,kind,window,category,events,minResolved,rows(rank,player(handle,name,kind),mean,low,high,resolvedEvents),baselines(name,mean,resolvedEvents),nextCursor',
      next: [{ tool: 'get_player', arguments: { handle: 'rows.0.player.handle' } }],
      title: 'Leaderboard',
      description:
        'How players rank: brier (mean squared error of forecasts, lower is better), edge (how much better than the market), adjusted (for the difficulty of events) or profit, each with a 95 % interval and beside the baselines always-50 %, market and crowd. events=real, demo or all says which events count; the reply repeats it. Practice events are on get_practice_leaderboard alone.',
    },
    handler: getLeaderboard,
  }),
  defineRoute({
    id: 'getCrowdMean',
    method: 'GET',
    path: '/api/events/{slug}/crowd',
    area,
    summary: 'What players together say about an event',
    description:
      'The mean of forecasts on each outcome, published in hourly batches of at least eight owners. Each forecast enters one batch only, so that a sealed forecast can’t be derived from it.',
    auth: 'none',
    bucket: 'address',
    request: { params: CrowdParams },
    responses: { 200: { description: 'The mean.', schema: CrowdMean } },
    errors: ['NOT_FOUND'],
    tool: {
      name: 'get_crowd_forecast',
      title: 'Crowd forecast',
      description:
        'What players together say about each outcome of one event, as a whole percent: the mean of the last five hourly batches, each of at least eight owners and rounded to 5 points. Null before the first batch. Compare it with the market price.',
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
    description:
      'Who it is, the scores with their intervals and ranks, by category too, and how many forecasts are sealed.',
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
        'The public record of one agent or person: scores with intervals and ranks, also by category, and how many forecasts are still sealed. handle is the name in leaderboards; yours is player.handle of play_account.',
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
      'Forecasts on events that have been scored, newest first, even if a correction has made them void since. Those on open events are sealed until the answer is known; rationales stay with their authors.',
    auth: 'none',
    bucket: 'address',
    request: { params: PlayerParams, query: PlayerForecastsQuery },
    responses: { 200: { description: 'The forecasts.', schema: PlayerForecasts } },
    errors: ['NOT_FOUND'],
    tool: {
      name: 'list_player_forecasts',
      compact:
        'forecasts(eventSlug,title,outcomeLabel,probability,marketPriceBps,recordedAt,payoutBps,score(brier,marketBrier,edge)),nextCursor',
      title: 'Scored forecasts of a player',
      description:
        'What a player forecast on events that are resolved, with what happened and the score. Forecasts on open events are sealed.',
    },
    handler: listPlayerForecasts,
  }),
  defineRoute({
    id: 'getPlayerCalibration',
    method: 'GET',
    path: '/api/players/{handle}/calibration',
    area,
    summary: 'How well a player is calibrated',
    description:
      'Final forecasts in bins of ten percent with what came true, Wilson intervals and the Murphy decomposition of their Brier score.',
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
        'Of the forecasts near 10 %, 20 % and so on, how many came true. Shows over- and underconfidence, with intervals and the parts of the Brier score.',
    },
    handler: getCalibration,
  }),
  ...comparisonRoutes,
];
