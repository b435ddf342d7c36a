import { type BoardName, boardNames } from '../../domain/scoring/boards.js';
import type { EventSet, StoredScope } from '../../domain/scoring/event-sets.js';
import { defaultMinResolved } from '../../domain/scoring/parameters.js';
import { invalid } from '../../http/errors.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import type { LeaderboardCache } from '../../operations/scoring/leaderboard-cache.js';
import { readProfiles } from '../../operations/scoring/queries.js';
import { type BoardParams, boardTerms } from './board-schemas.js';
import { cursorOfOtherEvents } from './event-set-schemas.js';
import { viewEstimate, viewPlayer } from './player-view.js';
import type { BoardQuery } from './schemas.js';

interface LeaderboardCursor {
  readonly version: number;
  readonly events: EventSet;
  readonly offset: number;
}

type BoardInput = RouteInput<{ params: typeof BoardParams; query: typeof BoardQuery }>;

/** Returns whether demo events count in a player's row. */
async function demoMark(
  leaderboards: LeaderboardCache,
  version: number,
  scope: StoredScope,
  board: BoardName,
): Promise<(playerId: string) => boolean> {
  if (scope.events !== 'all') return () => scope.events === 'demo';
  const demo = await leaderboards.scope(version, { ...scope, events: 'demo' });
  // The events that connect players differ between demo and all, so the adjusted leaderboard uses the underlying
  // scores.
  const compared = board === 'adjusted' ? 'brier' : board;
  return playerId => demo.row(compared, playerId) !== null;
}

const published = Object.freeze({
  leaderboards: boardNames.map(board => ({ board, ...boardTerms[board], path: `/api/leaderboards/${board}` })),
});

export function listLeaderboards() {
  return published;
}

/** Later pages come from the version that the first page used, so that no player is skipped or repeated. */
export async function getLeaderboard({ params: { board }, query }: BoardInput, { services }: RequestContext) {
  const { kind = 'all', window = 'all', minResolved = defaultMinResolved, limit = 50, cursor } = query;
  const { leaderboards } = services.scoring;
  const category = query.category ?? null;
  const filters = [board, kind, window, category, minResolved];
  const position =
    cursor === undefined ? null : services.cursors.read<LeaderboardCursor>('leaderboard', filters, cursor);
  const version = position ? await leaderboards.find(position.version) : await leaderboards.current();
  if (position && !version)
    throw invalid(
      'cursor',
      'belongs to a leaderboard version that is no longer available; start again without a cursor',
    );
  const events = position?.events ?? query.events ?? (await leaderboards.defaultEvents(version));
  if (query.events && query.events !== events) throw invalid('cursor', cursorOfOtherEvents(events));
  const head = { board, kind, window, category, events, minResolved };
  if (!version) return { ...head, asOf: null, rows: [], baselines: [], nextCursor: null };
  const offset = position?.offset ?? 0;
  return leaderboards.page(JSON.stringify([filters, events, version.version, offset, limit]), async () => {
    const scope = { events, window, category };
    const cached = await leaderboards.scope(version.version, scope);
    const isDemo = await demoMark(leaderboards, version.version, scope, board);
    const ranking = cached.ranking(board, kind, minResolved);
    const page = ranking.slice(offset, offset + limit);
    const profiles = await readProfiles(
      services,
      page.map(({ row }) => row.player),
    );
    const more = offset + limit < ranking.length;
    const next = { version: version.version, events, offset: offset + limit };
    return {
      ...head,
      asOf: new Date(version.asOf).toISOString(),
      rows: page.flatMap(({ rank, row }) => {
        const profile = profiles.get(row.player);
        if (!profile) return [];
        const player = viewPlayer(profile, services.clock());
        return [{ rank, player, demo: isDemo(row.player), ...viewEstimate(row) }];
      }),
      baselines: cached.boards.baselines[board].map(row => ({ name: row.player, ...viewEstimate(row) })),
      nextCursor: more ? services.cursors.write('leaderboard', filters, next) : null,
    };
  });
}
