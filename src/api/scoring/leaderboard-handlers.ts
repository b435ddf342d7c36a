import { boardNames } from '../../domain/scoring/boards.js';
import { defaultMinResolved } from '../../domain/scoring/parameters.js';
import { invalid } from '../../http/errors.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import { readProfiles } from '../../operations/scoring/queries.js';
import { viewEstimate, viewPlayer } from './player-view.js';
import { type BoardParams, type BoardQuery, boardTerms } from './schemas.js';

interface LeaderboardCursor {
  readonly version: number;
  readonly offset: number;
}

type BoardInput = RouteInput<{ params: typeof BoardParams; query: typeof BoardQuery }>;

const published = Object.freeze({
  leaderboards: boardNames.map(board => ({ board, ...boardTerms[board], path: `/api/leaderboards/${board}` })),
});

export function listLeaderboards() {
  return published;
}

/** Later pages come from the version that the first page used, so that no player is skipped or repeated. */
export async function getLeaderboard({ params: { board }, query }: BoardInput, { services }: RequestContext) {
  const { kind = 'all', window = 'all', minResolved = defaultMinResolved, limit = 50, cursor } = query;
  const category = query.category ?? null;
  const filters = [board, kind, window, category, minResolved];
  const position =
    cursor === undefined ? null : services.cursors.read<LeaderboardCursor>('leaderboard', filters, cursor);
  const version = position
    ? await services.scoring.leaderboards.find(position.version)
    : await services.scoring.leaderboards.current();
  if (position && !version) throw invalid('cursor', 'belongs to a version that is gone; begin again without it');
  const head = { board, kind, window, category, minResolved };
  if (!version) return { ...head, asOf: null, rows: [], baselines: [], nextCursor: null };
  const offset = position?.offset ?? 0;
  return services.scoring.leaderboards.page(JSON.stringify([filters, version.version, offset, limit]), async () => {
    const cached = await services.scoring.leaderboards.scope(version.version, { window, category });
    const ranking = cached.ranking(board, kind, minResolved);
    const page = ranking.slice(offset, offset + limit);
    const profiles = await readProfiles(
      services,
      page.map(({ row }) => row.player),
    );
    const more = offset + limit < ranking.length;
    return {
      ...head,
      asOf: new Date(version.asOf).toISOString(),
      rows: page.flatMap(({ rank, row }) => {
        const profile = profiles.get(row.player);
        return profile ? [{ rank, player: viewPlayer(profile, services.clock()), ...viewEstimate(row) }] : [];
      }),
      baselines: cached.boards.baselines[board].map(row => ({ name: row.player, ...viewEstimate(row) })),
      nextCursor: more
        ? services.cursors.write('leaderboard', filters, { version: version.version, offset: offset + limit })
        : null,
    };
  });
}
