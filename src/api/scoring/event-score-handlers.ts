import { percentFromMicros } from '../../domain/forecasts/percent.js';
import { isoTime } from '../../domain/iso-time.js';
import { microsToWire } from '../../domain/units.js';
import { requirePlayer } from '../../http/caller.js';
import { invalid, noSuchEvent } from '../../http/errors.js';
import type { RequestContext } from '../../http/request-context.js';
import type { RouteInput } from '../../http/route.js';
import type { Services } from '../../http/services.js';
import { findProfile, readProfiles } from '../../operations/scoring/queries.js';
import { listEventScores, readPlayerEventScore } from '../../operations/scoring/read-event-scores.js';
import type { OwnForecast } from '../../store/forecasts/interface.js';
import type { PlayerProfile } from '../../store/people/interface.js';
import type { ScorePlace } from '../../store/scoring/comparison-interface.js';
import {
  type EventScoreParams,
  type EventScoresQuery,
  maxScoredForecasts,
  type OwnScoreParams,
} from './comparison-schemas.js';
import { requirePlayerNamed } from './player-handlers.js';
import { viewPlayer, viewScore } from './player-view.js';
import type { CrowdParams } from './schemas.js';

interface ScoresCursor extends ScorePlace {
  readonly version: number;
}

const listName = 'event scores';
const creditsOf = (micros: number | null) => (micros === null ? null : microsToWire(micros));

async function requireEvent({ markets }: Services, reference: string) {
  const found = await markets.references.find(reference);
  if (!found) throw noSuchEvent(reference, 'slug');
  return found;
}

export async function getEventScores(
  { params, query }: RouteInput<{ params: typeof CrowdParams; query: typeof EventScoresQuery }>,
  { services }: RequestContext,
) {
  const { limit = 50, cursor } = query;
  const event = await requireEvent(services, params.slug);
  const after = cursor === undefined ? null : services.cursors.read<ScoresCursor>(listName, [event.id], cursor);
  const { scoring, scores } = await listEventScores(services, event.id, after, limit + 1);
  const version = scoring?.version ?? 0;
  if (after && after.version !== version) {
    throw invalid('cursor', 'belongs to scores that a correction has replaced; start again without a cursor');
  }
  const page = scores.slice(0, limit);
  const profiles = await readProfiles(
    services,
    page.map(({ playerId }) => playerId),
  );
  const last = page.at(-1);
  const next = last?.score && { version, brier: last.score.brier, playerId: last.playerId };
  return {
    eventSlug: event.slug,
    version,
    resolvedAt: scoring && isoTime(scoring.resolvedAt),
    forecasters: scoring?.forecasters ?? 0,
    scores: page.flatMap(({ playerId, rank, score, profit }) => {
      const profile = profiles.get(playerId);
      if (!profile) return [];
      const player = viewPlayer(profile, services.clock());
      return [{ rank, player, score: viewScore(score), profitCredits: creditsOf(profit) }];
    }),
    nextCursor: scores.length > limit && next ? services.cursors.write(listName, [event.id], next) : null,
  };
}

function viewForecast(forecast: OwnForecast, outcomes: readonly string[]) {
  const { id, outcome, probabilityMicros, marketPriceBps, at, ended } = forecast;
  return {
    id,
    outcomeIndex: outcome,
    outcomeLabel: outcomes[outcome],
    probability: percentFromMicros(probabilityMicros),
    marketPriceBps,
    recordedAt: isoTime(at),
    endedAt: ended && isoTime(ended.at),
    endedBy: ended?.by ?? null,
  };
}

async function viewEventScore(services: Services, reference: string, profile: PlayerProfile, isOwn: boolean) {
  const { id, slug } = await requireEvent(services, reference);
  const viewer = isOwn ? 'player' : 'anyone';
  const found = await readPlayerEventScore(services, id, profile.playerId, viewer, maxScoredForecasts);
  if (!found.event) throw noSuchEvent(reference, 'slug');
  const { scoring, score, forecasts, event } = found;
  return {
    eventSlug: slug,
    title: event.title,
    player: viewPlayer(profile, services.clock()),
    scored: scoring !== null,
    version: scoring?.version ?? 0,
    resolvedAt: scoring && isoTime(scoring.resolvedAt),
    payoutBps: scoring?.payoutBps ?? null,
    rank: score?.rank ?? null,
    forecasters: scoring?.forecasters ?? 0,
    score: viewScore(score?.score ?? null),
    adjusted: found.adjusted,
    profitCredits: creditsOf(score?.profit ?? null),
    forecasts: forecasts.map(forecast => viewForecast(forecast, event.outcomes)).reverse(),
  };
}

export async function getPlayerEventScore(
  { params }: RouteInput<{ params: typeof EventScoreParams }>,
  { services }: RequestContext,
) {
  await requireEvent(services, params.slug);
  const profile = await requirePlayerNamed(services, params.handle);
  return viewEventScore(services, params.slug, profile, false);
}

export async function getOwnEventScore(
  { params }: RouteInput<{ params: typeof OwnScoreParams }>,
  { services, caller }: RequestContext,
) {
  const { handle } = requirePlayer(caller);
  const profile = await findProfile(services, handle);
  if (!profile) throw new Error(`the caller ${handle} has no profile`);
  return viewEventScore(services, params.slug, profile, true);
}
