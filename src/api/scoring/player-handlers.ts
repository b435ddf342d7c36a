import { percentFromMicros } from '../../domain/forecasts/percent.js';
import { boardNames } from '../../domain/scoring/boards.js';
import { ApiError } from '../../http/errors.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import type { Services } from '../../http/services.js';
import { findProfile, listScoredForecasts, readCalibration } from '../../operations/scoring/queries.js';
import { readPlayerRecord, type Standing } from '../../operations/scoring/read-player-record.js';
import type { PlayerProfile } from '../../store/people/interface.js';
import { viewCertification } from '../certification/run-view.js';
import { isCertifiedPlayer, viewEstimate, viewPlayer, viewScore } from './player-view.js';
import { maxAgentsShown, type PlayerForecastsQuery, type PlayerParams } from './schemas.js';

const iso = (ms: number) => new Date(ms).toISOString();

async function requirePlayerNamed(services: Services, handle: string): Promise<PlayerProfile> {
  const profile = await findProfile(services, handle);
  if (!profile) throw new ApiError('NOT_FOUND', `there is no player ${handle}`, { field: 'handle' });
  return profile;
}

const viewStanding = (standing: Standing | null) => standing && { rank: standing.rank, ...viewEstimate(standing.row) };

export async function getPlayer({ params }: RouteInput<{ params: typeof PlayerParams }>, { services }: RequestContext) {
  const profile = await requirePlayerNamed(services, params.handle);
  const now = services.clock();
  const { asOf, standings, categories, forecasts, agents } = await readPlayerRecord(services, profile, maxAgentsShown);
  return {
    player: {
      ...viewPlayer(profile, now),
      certification: viewCertification(profile.certification),
      description: profile.description,
      homepage: profile.homepage,
      createdAt: iso(profile.createdAt),
      url: `${services.settings.publicUrl}/players/${profile.handle}`,
      agents: agents.map(agent => ({
        handle: agent.handle,
        name: agent.name,
        model: agent.model,
        certified: isCertifiedPlayer(agent.certification, now),
        retired: agent.retired,
      })),
    },
    scores: Object.fromEntries(boardNames.map(board => [board, viewStanding(standings[board])])),
    categories: categories.map(({ category, brier, edge }) => ({
      category,
      brier: viewStanding(brier),
      edge: viewStanding(edge),
    })),
    forecasts: forecasts.all,
    sealedForecasts: forecasts.sealed,
    asOf: asOf === null ? null : iso(asOf),
  };
}

/** Lists forecasts on resolved events only: all others are sealed, and rationales are never shown. */
export async function listPlayerForecasts(
  { params, query }: RouteInput<{ params: typeof PlayerParams; query: typeof PlayerForecastsQuery }>,
  { services }: RequestContext,
) {
  const { playerId } = await requirePlayerNamed(services, params.handle);
  const { limit = 50, cursor } = query;
  const before =
    cursor === undefined
      ? null
      : services.cursors.read<{ at: number; id: string }>('player forecasts', [playerId], cursor);
  const rows = await listScoredForecasts(services, playerId, before, limit + 1);
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
      score: viewScore(row.score),
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
  const { playerId } = await requirePlayerNamed(services, params.handle);
  return readCalibration(services, playerId);
}
