import { percentFromMicros } from '../../domain/forecasts/percent.js';
import { type BoardName, boardNames } from '../../domain/scoring/boards.js';
import { calibrationOf } from '../../domain/scoring/calibration.js';
import { finalPoints } from '../../domain/scoring/final-points.js';
import { defaultMinResolved } from '../../domain/scoring/parameters.js';
import { ApiError } from '../../http/errors.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import type { Services } from '../../http/services.js';
import type { CachedLeaderboards } from '../../operations/scoring/leaderboard-cache.js';
import type { PlayerProfile } from '../../store/people/interface.js';
import { viewCertification } from '../certification/run-view.js';
import { isCertifiedPlayer, viewEstimate, viewPlayer, viewScore } from './player-view.js';
import { maxAgentsShown, type PlayerForecastsQuery, type PlayerParams } from './schemas.js';

const iso = (ms: number) => new Date(ms).toISOString();

async function playerBy(services: Services, handle: string): Promise<PlayerProfile> {
  const profile = await services.store.read(reads => reads.boards.profile(handle.toLowerCase()));
  if (!profile) throw new ApiError('NOT_FOUND', `there is no player ${handle}`, { field: 'handle' });
  return profile;
}

function standing(shelved: CachedLeaderboards, board: BoardName, playerId: string) {
  const row = shelved.row(board, playerId);
  if (!row) return null;
  const ranked = shelved.ranking(board, 'all', defaultMinResolved).find(entry => entry.row.player === playerId);
  return { rank: ranked?.rank ?? null, ...viewEstimate(row) };
}

async function categoriesOf(services: Services, version: number, playerId: string) {
  const scopes = await services.store.read(reads => reads.boards.scopes(version));
  const lines = [];
  for (const { window, category } of scopes) {
    if (window !== 'all' || category === null) continue;
    const shelved = await services.scoring.leaderboards.scope(version, { window, category });
    const [brier, edge] = [standing(shelved, 'brier', playerId), standing(shelved, 'edge', playerId)];
    if (brier) lines.push({ category, brier, edge });
  }
  return lines;
}

export async function getPlayer({ params }: RouteInput<{ params: typeof PlayerParams }>, { services }: RequestContext) {
  const profile = await playerBy(services, params.handle);
  const { playerId, description, homepage, createdAt, handle } = profile;
  const now = services.clock();
  const version = await services.scoring.leaderboards.current();
  const shelved =
    version && (await services.scoring.leaderboards.scope(version.version, { window: 'all', category: null }));
  const { count, agents } = await services.store.read(async reads => ({
    count: await reads.boards.countForecasts(playerId),
    agents: profile.kind === 'human' ? await reads.boards.agentsOf(playerId, maxAgentsShown) : [],
  }));
  const scores = Object.fromEntries(
    boardNames.map(board => [board, shelved ? standing(shelved, board, playerId) : null]),
  );
  return {
    player: {
      ...viewPlayer(profile, now),
      certification: viewCertification(profile.certification),
      description,
      homepage,
      createdAt: iso(createdAt),
      url: `${services.settings.publicUrl}/players/${handle}`,
      agents: agents.map(agent => ({
        handle: agent.handle,
        name: agent.name,
        model: agent.model,
        certified: isCertifiedPlayer(agent.certification, now),
        retired: agent.retired,
      })),
    },
    scores,
    categories: version ? await categoriesOf(services, version.version, playerId) : [],
    forecasts: count.all,
    sealedForecasts: count.sealed,
    asOf: version ? iso(version.asOf) : null,
  };
}

/** Forecasts on resolved events only: all others are sealed, and rationales are never shown. */
export async function listPlayerForecasts(
  { params, query }: RouteInput<{ params: typeof PlayerParams; query: typeof PlayerForecastsQuery }>,
  { services }: RequestContext,
) {
  const { playerId } = await playerBy(services, params.handle);
  const { limit = 50, cursor } = query;
  const before =
    cursor === undefined
      ? null
      : services.cursors.read<{ at: number; id: string }>('player forecasts', [playerId], cursor);
  const { rows, scores } = await services.store.read(async reads => {
    const found = await reads.scores.unsealed(playerId, before, limit + 1);
    const events = [...new Set(found.map(row => row.eventId))];
    return { rows: found, scores: await reads.scores.ofPlayer(playerId, events) };
  });
  const scoreOf = new Map(scores.map(row => [row.eventId, row]));
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    forecasts: page.map(row => ({
      id: row.id,
      eventSlug: row.eventSlug,
      title: row.title,
      outcomeIndex: row.outcome,
      outcomeLabel: row.outcomeLabel,
      probability: percentFromMicros(row.probabilityMicros),
      marketPriceBps: row.marketPriceBps,
      marketSequence: row.marketSequence,
      recordedAt: iso(row.at),
      endedAt: row.ended && iso(row.ended.at),
      endedBy: row.ended?.by ?? null,
      payoutBps: row.payoutBps,
      resolvedAt: iso(row.resolvedAt),
      score: viewScore(scoreOf.get(row.eventId)?.score ?? null),
    })),
    nextCursor:
      rows.length > limit && last
        ? services.cursors.write('player forecasts', [playerId], { at: last.at, id: last.id })
        : null,
  };
}

export async function getCalibration(
  { params }: RouteInput<{ params: typeof PlayerParams }>,
  { services }: RequestContext,
) {
  const { playerId } = await playerBy(services, params.handle);
  const rows = await services.store.read(reads => reads.scores.allOfPlayer(playerId));
  const points = rows.flatMap(({ score, payoutBps }) => (score ? finalPoints(score.finalPercents, payoutBps) : []));
  return calibrationOf(points);
}
