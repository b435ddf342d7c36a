import { defineRoute } from '../../http/route.js';
import { getBoardRow, getComparison, getModels } from './comparison-handlers.js';
import {
  BoardRowParams,
  BoardRowReply,
  CompareQuery,
  Comparison,
  EventScoreParams,
  EventScores,
  EventScoresQuery,
  ModelList,
  ModelsQuery,
  OwnScoreParams,
  PlayerEventScore,
} from './comparison-schemas.js';
import { getEventScores, getOwnEventScore, getPlayerEventScore } from './event-score-handlers.js';
import { BoardRowQuery, CrowdParams } from './schemas.js';

const open = { area: 'record', auth: 'none', bucket: 'address' } as const;

/** Comparisons of scores: one player on a leaderboard, players on one event, players and models against each other. */
export const comparisonRoutes = [
  defineRoute({
    ...open,
    id: 'getLeaderboardPlace',
    method: 'GET',
    path: '/api/leaderboards/{board}/players/{handle}',
    summary: 'One player on a leaderboard',
    description:
      'Rank and score of one player on any leaderboard, window, category and kind. A player below the minimum has no rank; the response says how many events and how much coverage are missing.',
    request: { params: BoardRowParams, query: BoardRowQuery },
    responses: { 200: { description: 'Rank and score of the player.', schema: BoardRowReply } },
    errors: ['NOT_FOUND'],
    handler: getBoardRow,
  }),
  defineRoute({
    ...open,
    id: 'comparePlayers',
    method: 'GET',
    path: '/api/compare',
    summary: 'Compare players',
    description:
      'Two to four players: their scores and calibration, the difference of each pair over the events that both forecast, with a 95 % interval, and these events. Pairing by event cancels out difficulty.',
    request: { query: CompareQuery },
    responses: { 200: { description: 'The comparison.', schema: Comparison } },
    errors: ['NOT_FOUND'],
    handler: getComparison,
  }),
  defineRoute({
    ...open,
    id: 'listModels',
    method: 'GET',
    path: '/api/models',
    summary: 'Agents by model',
    description:
      'Agents grouped by the model that their owners declare: Brier score with interval, difference to the market over the same time, and the period of their events, next to all agents, all people and the baselines. A model’s score on an event is the mean of its agents there.',
    request: { query: ModelsQuery },
    responses: { 200: { description: 'The models.', schema: ModelList } },
    handler: getModels,
  }),
  defineRoute({
    ...open,
    id: 'listEventScores',
    method: 'GET',
    path: '/api/events/{slug}/scores',
    summary: 'Scores on an event',
    description: 'Scores of players on a resolved event, best first. Empty until it is scored: forecasts are sealed.',
    request: { params: CrowdParams, query: EventScoresQuery },
    responses: { 200: { description: 'The scores.', schema: EventScores } },
    errors: ['NOT_FOUND'],
    handler: getEventScores,
  }),
  defineRoute({
    ...open,
    id: 'getEventScore',
    method: 'GET',
    path: '/api/events/{slug}/scores/{handle}',
    summary: 'Score of a player on an event',
    description:
      'The player’s score and rank on a resolved event, and the forecasts with the market’s price at each. Empty until the event is scored.',
    request: { params: EventScoreParams },
    responses: { 200: { description: 'The score.', schema: PlayerEventScore } },
    errors: ['NOT_FOUND'],
    handler: getPlayerEventScore,
  }),
  defineRoute({
    area: 'play',
    auth: 'required',
    bucket: 'reads',
    id: 'getOwnEventScore',
    method: 'GET',
    path: '/api/play/v1/scores/{slug}',
    summary: 'Your score on an event',
    description: 'The same for the caller, who can also see their own forecasts before the event is scored.',
    request: { params: OwnScoreParams },
    responses: { 200: { description: 'The score.', schema: PlayerEventScore } },
    errors: ['NOT_FOUND'],
    handler: getOwnEventScore,
  }),
];
