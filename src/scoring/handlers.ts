import type { EventServices } from '../events/event-references.js';
import { percentFromMicros, viewScore } from '../forecasts/rules.js';
import type { OwnForecast } from '../forecasts/store.js';
import { requirePlayer } from '../http/caller.js';
import { ApiError, invalid, noSuchEvent } from '../http/errors.js';
import type { HttpServices, RequestContext, RouteInput } from '../http/route.js';
import { isoTime } from '../kernel/time.js';
import { microsToWire } from '../kernel/units.js';
import { isCertifiedPlayer, viewPlayer } from '../players/player-view.js';
import type { PlayerProfile } from '../players/rules/players.js';
import {
  type EventScoreParams,
  type EventScoresQuery,
  maxScoredForecasts,
  type OwnScoreParams,
} from './comparison-schemas.js';
import { listEventScores, readPlayerEventScore } from './event-scores.js';
import type { LeaderboardCache, ScoringServices } from './leaderboard-cache.js';
import {
  findProfile,
  listScoredForecasts,
  readCalibration,
  readCrowd,
  readPlayerRecord,
  readProfiles,
  type Standing,
} from './player-record.js';
import { type BoardName, type BoardRow, boardNames, type EventSet, type StoredScope } from './rules/boards.js';
import { type BatchMean, shownCrowd } from './rules/crowd-batches.js';
import { defaultMinResolved } from './rules/score-forecasts.js';
import {
  type BoardParams,
  type BoardQuery,
  boardTerms,
  type CrowdParams,
  cursorOfOtherEvents,
  type EventsQuery,
  maxAgentsShown,
  type PlayerForecastsQuery,
  type PlayerParams,
} from './schemas.js';
import type { ScorePlace } from './store/rows.js';

type Needs = HttpServices & EventServices & ScoringServices;

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
export async function getLeaderboard({ params: { board }, query }: BoardInput, { services }: RequestContext<Needs>) {
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

interface ScoresCursor extends ScorePlace {
  readonly version: number;
}

const listName = 'event scores';
const creditsOf = (micros: number | null) => (micros === null ? null : microsToWire(micros));

async function requireEvent({ markets }: EventServices, reference: string) {
  const names = await markets.references.find(reference);
  if (!names) throw noSuchEvent(reference, 'slug');
  return names;
}

export async function getEventScores(
  { params, query }: RouteInput<{ params: typeof CrowdParams; query: typeof EventScoresQuery }>,
  { services }: RequestContext<Needs>,
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

async function viewEventScore(
  services: HttpServices & EventServices,
  reference: string,
  profile: PlayerProfile,
  isOwn: boolean,
) {
  const { id, slug } = await requireEvent(services, reference);
  const viewer = isOwn ? 'player' : 'anyone';
  const playerScore = await readPlayerEventScore(services, id, profile.playerId, viewer, maxScoredForecasts);
  if (!playerScore.event) throw noSuchEvent(reference, 'slug');
  const { scoring, score, forecasts, event } = playerScore;
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
    adjusted: playerScore.adjusted,
    profitCredits: creditsOf(score?.profit ?? null),
    forecasts: forecasts.map(forecast => viewForecast(forecast, event.outcomes)).reverse(),
  };
}

export async function getPlayerEventScore(
  { params }: RouteInput<{ params: typeof EventScoreParams }>,
  { services }: RequestContext<Needs>,
) {
  await requireEvent(services, params.slug);
  const profile = await requirePlayerNamed(services, params.handle);
  return viewEventScore(services, params.slug, profile, false);
}

export async function getOwnEventScore(
  { params }: RouteInput<{ params: typeof OwnScoreParams }>,
  { services, caller }: RequestContext<Needs>,
) {
  const { handle } = requirePlayer(caller);
  const profile = await findProfile(services, handle);
  if (!profile) throw new Error(`the caller ${handle} has no profile`);
  return viewEventScore(services, params.slug, profile, true);
}

function viewCrowd(outcomes: number, batches: readonly BatchMean[]) {
  const crowd = shownCrowd(outcomes, batches);
  return crowd && { ...crowd, asOf: isoTime(crowd.asOf) };
}

export async function getCrowdMean(
  { params }: RouteInput<{ params: typeof CrowdParams }>,
  { services }: RequestContext<Needs>,
) {
  const names = await services.markets.references.find(params.slug);
  if (!names) throw noSuchEvent(params.slug, 'slug');
  const { found, batches } = await readCrowd(services, names.id);
  const open = found?.market.resolution === null;
  return {
    eventSlug: names.slug,
    forecasters: found?.forecasters ?? 0,
    crowd: open ? viewCrowd(found.event.outcomes.length, batches) : null,
  };
}

export async function requirePlayerNamed(
  services: HttpServices,
  handle: string,
  field = 'handle',
): Promise<PlayerProfile> {
  const profile = await findProfile(services, handle);
  if (!profile) throw new ApiError('NOT_FOUND', `Player ${handle} not found.`, { field });
  return profile;
}

const viewStanding = (standing: Standing | null) => standing && { rank: standing.rank, ...viewEstimate(standing.row) };

type PlayerInput = RouteInput<{ params: typeof PlayerParams; query: typeof EventsQuery }>;

async function defaultEvents({ scoring: { leaderboards } }: ScoringServices): Promise<EventSet> {
  return leaderboards.defaultEvents(await leaderboards.current());
}

export async function getPlayer({ params, query }: PlayerInput, { services }: RequestContext<Needs>) {
  const profile = await requirePlayerNamed(services, params.handle);
  const now = services.clock();
  const record = await readPlayerRecord(services, profile, query.events ?? null, maxAgentsShown);
  const { events, asOf, standings, categories, forecasts, agents } = record;
  return {
    player: {
      ...viewPlayer(profile, now),
      description: profile.description,
      homepage: profile.homepage,
      createdAt: isoTime(profile.createdAt),
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
    asOf: asOf === null ? null : isoTime(asOf),
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
  { services }: RequestContext<Needs>,
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
      recordedAt: isoTime(row.at),
      endedAt: row.ended && isoTime(row.ended.at),
      endedBy: row.ended?.by ?? null,
      payoutBps: row.payoutBps,
      resolvedAt: isoTime(row.resolvedAt),
      score: viewScore(row.score),
    })),
    nextCursor:
      rows.length > limit && last
        ? services.cursors.write('player forecasts', [playerId], { events, at: last.at, id: last.id })
        : null,
  };
}

export async function getCalibration({ params, query }: PlayerInput, { services }: RequestContext<Needs>) {
  const { playerId } = await requirePlayerNamed(services, params.handle);
  const events = query.events ?? (await defaultEvents(services));
  return { events, ...(await readCalibration(services, playerId, events)) };
}

export function viewEstimate({ mean, low, high, resolvedEvents, coverage, total }: BoardRow) {
  return { mean, low, high, resolvedEvents, coverage, totalCredits: total };
}
