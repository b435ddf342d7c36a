import { percentFromMicros } from '../../domain/forecasts/percent.js';
import { boardNames } from '../../domain/scoring/boards.js';
import type { EventSet } from '../../domain/scoring/event-sets.js';
import { ApiError, invalid } from '../../http/errors.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import type { Services } from '../../http/services.js';
import { findProfile, listScoredForecasts, readCalibration } from '../../operations/scoring/queries.js';
import { readPlayerRecord, type Standing } from '../../operations/scoring/read-player-record.js';
import type { PlayerProfile } from '../../store/people/interface.js';
import { cursorOfOtherEvents, type EventsQuery } from './event-set-schemas.js';
import { isCertifiedPlayer, viewEstimate, viewPlayer, viewScore } from './player-view.js';
import { maxAgentsShown, type PlayerForecastsQuery, type PlayerParams } from './schemas.js';

const iso = (ms: number) => new Date(ms).toISOString();

export async function requirePlayerNamed(services: Services, handle: string, field = 'handle'): Promise<PlayerProfile> {
  const profile = await findProfile(services, handle);
  if (!profile) throw new ApiError('NOT_FOUND', `Player ${handle} not found.`, { field });
  return profile;
}

const viewStanding = (standing: Standing | null) => standing && { rank: standing.rank, ...viewEstimate(standing.row) };

type PlayerInput = RouteInput<{ params: typeof PlayerParams; query: typeof EventsQuery }>;

async function defaultEvents({ scoring: { leaderboards } }: Services): Promise<EventSet> {
  return leaderboards.defaultEvents(await leaderboards.current());
}

export async function getPlayer({ params, query }: PlayerInput, { services }: RequestContext) {
  const profile = await requirePlayerNamed(services, params.handle);
  const now = services.clock();
  const record = await readPlayerRecord(services, profile, query.events ?? null, maxAgentsShown);
  const { events, asOf, standings, categories, forecasts, agents } = record;
  return {
    player: {
      ...viewPlayer(profile, now),
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
    events,
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

interface ForecastsCursor {
  readonly events: EventSet;
  readonly at: number;
  readonly id: string;
}

/** Lists forecasts on resolved events only: all others are sealed, and rationales are never shown. */
export async function listPlayerForecasts(
  { params, query }: RouteInput<{ params: typeof PlayerParams; query: typeof PlayerForecastsQuery }>,
  { services }: RequestContext,
) {
  const { playerId } = await requirePlayerNamed(services, params.handle);
  const { limit = 50, cursor } = query;
  const before =
    cursor === undefined ? null : services.cursors.read<ForecastsCursor>('player forecasts', [playerId], cursor);
  const events = before?.events ?? query.events ?? (await defaultEvents(services));
  if (query.events && query.events !== events) throw invalid('cursor', cursorOfOtherEvents(events));
  const rows = await listScoredForecasts(services, { playerId, events, before, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    events,
    forecasts: page.map(row => ({
      id: row.id,
      eventSlug: row.eventSlug,
      title: row.title,
      demo: row.demo,
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
        ? services.cursors.write('player forecasts', [playerId], { events, at: last.at, id: last.id })
        : null,
  };
}

export async function getCalibration({ params, query }: PlayerInput, { services }: RequestContext) {
  const { playerId } = await requirePlayerNamed(services, params.handle);
  const events = query.events ?? (await defaultEvents(services));
  return { events, ...(await readCalibration(services, playerId, events)) };
}
