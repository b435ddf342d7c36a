import { setImmediate as nextTurn } from 'node:timers/promises';
import { invalid } from '../http/errors.js';
import { defineRoute, type HttpServices, type RequestContext, type RouteInput } from '../http/route.js';
import { isoTime } from '../kernel/time.js';
import { viewPlayer } from '../players/player-view.js';
import type { PlayerProfile } from '../players/rules/players.js';
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
  maxCompared,
  maxModels,
  minCompared,
  OwnScoreParams,
  PlayerEventScore,
} from './comparison-schemas.js';
import { getEventScores, getOwnEventScore, getPlayerEventScore, requirePlayerNamed, viewEstimate } from './handlers.js';
import { type CachedLeaderboards, placeOnBoard, type ScoringServices } from './leaderboard-cache.js';
import { comparePlayers, type GroupFigures, readModels } from './player-record.js';
import type { BoardName, EventSet } from './rules/boards.js';
import { defaultMinResolved } from './rules/score-forecasts.js';
import { BoardRowQuery, CrowdParams, cursorOfOtherEvents } from './schemas.js';

type Needs = HttpServices & ScoringServices;

/** Lets other requests run between the steps of a long computation. */
const yieldToEventLoop = () => nextTurn();

async function getBoardRow(
  { params, query }: RouteInput<{ params: typeof BoardRowParams; query: typeof BoardRowQuery }>,
  { services }: RequestContext<Needs>,
) {
  const { board } = params;
  const { kind = 'all', window = 'all', minResolved = defaultMinResolved } = query;
  const category = query.category ?? null;
  const profile = await requirePlayerNamed(services, params.handle);
  const { leaderboards } = services.scoring;
  const current = await leaderboards.current();
  const events = query.events ?? (await leaderboards.defaultEvents(current));
  const boards = await leaderboards.scope(current?.version ?? 0, { events, window, category });
  const { rank, ranked, row, missing } = placeOnBoard(boards, { board, kind, minResolved }, profile);
  return {
    board,
    kind,
    window,
    category,
    events,
    minResolved,
    asOf: current && isoTime(current.asOf),
    player: viewPlayer(profile, services.clock()),
    rank,
    ranked,
    row: row && viewEstimate(row),
    missing,
  };
}

function readHandles(text: string): string[] {
  const handles = text.split(',').map(handle => handle.trim().toLowerCase());
  if (handles.includes('')) throw invalid('handles', 'must be handles separated by commas, without an empty one');
  const { length } = handles;
  if (length < minCompared || length > maxCompared) {
    throw invalid('handles', `must name ${minCompared} to ${maxCompared} players (got ${length})`);
  }
  if (new Set(handles).size < length) throw invalid('handles', 'must name each player once');
  return handles;
}

interface CompareCursor {
  readonly events: EventSet;
  readonly offset: number;
}

function viewCompared(profile: PlayerProfile, boards: CachedLeaderboards | null, now: number) {
  const scoreOn = (board: BoardName) => {
    const row = boards?.row(board, profile.playerId) ?? null;
    return row && viewEstimate(row);
  };
  return { player: viewPlayer(profile, now), brier: scoreOn('brier'), edge: scoreOn('edge') };
}

async function getComparison(
  { query }: RouteInput<{ query: typeof CompareQuery }>,
  { services }: RequestContext<Needs>,
) {
  const { limit = 50, cursor } = query;
  const handles = readHandles(query.handles);
  const place = cursor === undefined ? null : services.cursors.read<CompareCursor>('comparison', handles, cursor);
  const profiles = await Promise.all(handles.map(handle => requirePlayerNamed(services, handle, 'handles')));
  const { leaderboards } = services.scoring;
  const current = await leaderboards.current();
  const events = place?.events ?? query.events ?? (await leaderboards.defaultEvents(current));
  if (query.events && query.events !== events) throw invalid('cursor', cursorOfOtherEvents(events));
  const offset = place?.offset ?? 0;
  const key = JSON.stringify(['compare', handles, events, current?.version ?? 0, offset, limit]);
  return leaderboards.page(key, async () => {
    const playerIds = profiles.map(({ playerId }) => playerId);
    const compared = await comparePlayers(services, playerIds, events, yieldToEventLoop);
    const boards = current && (await leaderboards.scope(current.version, { events, window: 'all', category: null }));
    const hasMore = offset + limit < compared.headToHead.length;
    return {
      events,
      asOf: current && isoTime(current.asOf),
      players: profiles.map((profile, index) => ({
        ...viewCompared(profile, boards, services.clock()),
        calibration: compared.calibrations[index],
      })),
      pairs: compared.pairs.map(({ first, second, difference }) => ({
        first: profiles[first].handle,
        second: profiles[second].handle,
        difference,
      })),
      headToHead: compared.headToHead.slice(offset, offset + limit).map(({ eventId: _, resolvedAt, ...event }) => {
        return { ...event, resolvedAt: isoTime(resolvedAt) };
      }),
      nextCursor: hasMore ? services.cursors.write('comparison', handles, { events, offset: offset + limit }) : null,
    };
  });
}

function viewGroup({ players, resolvedEvents, brier, againstMarket, ...times }: GroupFigures) {
  const { mean, low, high } = againstMarket;
  return {
    players,
    resolvedEvents,
    firstResolvedAt: isoTime(times.firstResolvedAt),
    lastResolvedAt: isoTime(times.lastResolvedAt),
    brier,
    againstMarket: { mean, low, high },
  };
}

async function makeModels(services: HttpServices & Needs, events: EventSet, version: number, asOf: number | null) {
  const { models, kinds } = await readModels(services, events, maxModels, yieldToEventLoop);
  const boards = await services.scoring.leaderboards.scope(version, { events, window: 'all', category: null });
  return {
    events,
    asOf: asOf === null ? null : isoTime(asOf),
    models: models.map(model => ({ model: model.name, ...viewGroup(model) })),
    groups: kinds.map(kind => ({ kind: kind.name, ...viewGroup(kind) })),
    baselines: boards.boards.baselines.brier.map(row => ({ name: row.player, ...viewEstimate(row) })),
    nextCursor: null,
  };
}

async function getModels({ query }: RouteInput<{ query: typeof ModelsQuery }>, { services }: RequestContext<Needs>) {
  const { leaderboards } = services.scoring;
  const current = await leaderboards.current();
  const events = query.events ?? (await leaderboards.defaultEvents(current));
  const version = current?.version ?? 0;
  return leaderboards.page(JSON.stringify(['models', events, version]), () =>
    makeModels(services, events, version, current?.asOf ?? null),
  );
}

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
