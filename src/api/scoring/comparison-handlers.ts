import { setImmediate as nextTurn } from 'node:timers/promises';
import { isoTime } from '../../domain/iso-time.js';
import type { BoardName } from '../../domain/scoring/boards.js';
import type { EventSet } from '../../domain/scoring/event-sets.js';
import { defaultMinResolved } from '../../domain/scoring/parameters.js';
import { invalid } from '../../http/errors.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import type { Services } from '../../http/services.js';
import { comparePlayers } from '../../operations/scoring/compare-players.js';
import type { CachedLeaderboards } from '../../operations/scoring/leaderboard-cache.js';
import { placeOnBoard } from '../../operations/scoring/read-board-row.js';
import { type GroupFigures, readModels } from '../../operations/scoring/read-models.js';
import type { PlayerProfile } from '../../store/people/interface.js';
import {
  type BoardRowParams,
  type CompareQuery,
  type ModelsQuery,
  maxCompared,
  maxModels,
  minCompared,
} from './comparison-schemas.js';
import { cursorOfOtherEvents } from './event-set-schemas.js';
import { requirePlayerNamed } from './player-handlers.js';
import { viewEstimate, viewPlayer } from './player-view.js';
import type { BoardRowQuery } from './schemas.js';

/** Lets other requests run between the steps of a long computation. */
const yieldToEventLoop = () => nextTurn();

export async function getBoardRow(
  { params, query }: RouteInput<{ params: typeof BoardRowParams; query: typeof BoardRowQuery }>,
  { services }: RequestContext,
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

export async function getComparison(
  { query }: RouteInput<{ query: typeof CompareQuery }>,
  { services }: RequestContext,
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

async function makeModels(services: Services, events: EventSet, version: number, asOf: number | null) {
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

export async function getModels({ query }: RouteInput<{ query: typeof ModelsQuery }>, { services }: RequestContext) {
  const { leaderboards } = services.scoring;
  const current = await leaderboards.current();
  const events = query.events ?? (await leaderboards.defaultEvents(current));
  const version = current?.version ?? 0;
  return leaderboards.page(JSON.stringify(['models', events, version]), () =>
    makeModels(services, events, version, current?.asOf ?? null),
  );
}
