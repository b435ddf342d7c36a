import type { OperationContext } from '../database/transactions.js';
import * as eventStore from '../events/store/events.js';
import type { ShownEvent } from '../events/store/rows.js';
import type { PlayerProfile } from '../players/rules/players.js';
import * as profileStore from '../players/store/profiles.js';
import type { CachedLeaderboards, ScoringServices } from './leaderboard-cache.js';
import { type BoardName, type BoardRow, boardNames, type EventSet } from './rules/boards.js';
import {
  type Calibration,
  calibrationOf,
  meanEstimate,
  type PairedDifference,
  pairedDifference,
} from './rules/calibration.js';
import type { BatchMean } from './rules/crowd-batches.js';
import type { Estimate } from './rules/intervals.js';
import { defaultMinResolved, finalPoints } from './rules/score-forecasts.js';
import { runYielding } from './score-due.js';
import * as comparisonStore from './store/comparisons.js';
import * as crowdStore from './store/crowd-batches.js';
import * as boardStore from './store/leaderboards.js';
import type { GroupScores, ScoreRow, SharedScore, UnsealedFilter, UnsealedForecast } from './store/rows.js';
import * as scoreStore from './store/scores.js';

type ReadContext = Pick<OperationContext, 'store'>;

export function findProfile({ store }: ReadContext, handle: string): Promise<PlayerProfile | null> {
  return store.read(reader => profileStore.byHandle(reader, handle.toLowerCase()));
}

/** Returns the profiles of these players, by player id. */
export async function readProfiles(
  { store }: ReadContext,
  playerIds: readonly string[],
): Promise<ReadonlyMap<string, PlayerProfile>> {
  const profiles = await store.read(reader => profileStore.byIds(reader, playerIds));
  return new Map(profiles.map(profile => [profile.playerId, profile]));
}

interface ScoredForecast extends UnsealedForecast {
  /** The player's score on the event by the current resolution. */
  readonly score: ScoreRow['score'];
}

/** Returns a player's forecasts on scored events, newest first. */
export function listScoredForecasts(
  { store }: ReadContext,
  filter: UnsealedFilter,
): Promise<readonly ScoredForecast[]> {
  const { playerId } = filter;
  return store.read(async reader => {
    const rows = await scoreStore.unsealed(reader, filter);
    const eventIds = [...new Set(rows.map(row => row.eventId))];
    const scores = await scoreStore.ofPlayer(reader, playerId, eventIds);
    const byEvent = new Map(scores.map(({ eventId, score }) => [eventId, score]));
    return rows.map(row => ({ ...row, score: byEvent.get(row.eventId) ?? null }));
  });
}

/** Returns the calibration of a player's final forecasts on the events of a set that count. */
export async function readCalibration(
  { store }: ReadContext,
  playerId: string,
  events: EventSet,
): Promise<Calibration> {
  const rows = await store.read(reader => scoreStore.scoresOf(reader, playerId, events));
  return calibrationOf(
    rows.flatMap(({ score, payoutBps }) => (score ? finalPoints(score.finalPercents, payoutBps) : [])),
  );
}

/** Returns an event with the last batches of forecasts on it. */
export function readCrowd(
  { store }: ReadContext,
  eventId: string,
): Promise<{ readonly found: ShownEvent | null; readonly batches: readonly BatchMean[] }> {
  return store.read(async reader => ({
    found: await eventStore.findById(reader, eventId),
    batches: await crowdStore.batches(reader, eventId),
  }));
}

type RecordContext = Pick<OperationContext, 'store'> & ScoringServices;

/** A player's row on one leaderboard. */
export interface Standing {
  /** Null for a player who is not ranked yet. */
  readonly rank: number | null;
  readonly row: BoardRow;
}

interface CategoryStanding {
  readonly category: string;
  readonly brier: Standing;
  readonly edge: Standing | null;
}

export interface PlayerRecord {
  /** The set of events for standings and categories. */
  readonly events: EventSet;
  /** Null before any event has been scored. */
  readonly asOf: number | null;
  /** By leaderboard; null if the player has no row. */
  readonly standings: Readonly<Record<BoardName, Standing | null>>;
  readonly categories: readonly CategoryStanding[];
  readonly forecasts: { readonly all: number; readonly sealed: number };
  /** The agents of a person. */
  readonly agents: readonly PlayerProfile[];
}

function standingOn(leaderboards: CachedLeaderboards, board: BoardName, playerId: string): Standing | null {
  const row = leaderboards.row(board, playerId);
  if (!row) return null;
  const ranked = leaderboards.ranking(board, 'all', defaultMinResolved).find(entry => entry.row.player === playerId);
  return { rank: ranked?.rank ?? null, row };
}

async function readCategories(
  { scoring: { leaderboards } }: RecordContext,
  version: number,
  events: EventSet,
  playerId: string,
): Promise<CategoryStanding[]> {
  const categories: CategoryStanding[] = [];
  for (const scope of await leaderboards.scopes(version, events)) {
    const { window, category } = scope;
    if (window !== 'all' || category === null) continue;
    const cached = await leaderboards.scope(version, scope);
    const brier = standingOn(cached, 'brier', playerId);
    if (brier) categories.push({ category, brier, edge: standingOn(cached, 'edge', playerId) });
  }
  return categories;
}

/**
 * Returns a player's standings and categories for a set of events, forecast counts and agents. Null selects the default
 * set.
 */
export async function readPlayerRecord(
  context: RecordContext,
  { playerId, kind }: PlayerProfile,
  requestedSet: EventSet | null,
  maxAgents: number,
): Promise<PlayerRecord> {
  const { leaderboards } = context.scoring;
  const current = await leaderboards.current();
  const events = requestedSet ?? (await leaderboards.defaultEvents(current));
  const cached = current && (await leaderboards.scope(current.version, { events, window: 'all', category: null }));
  const { forecasts, agents } = await context.store.read(async reader => ({
    forecasts: await boardStore.countForecasts(reader, playerId),
    agents: kind === 'human' ? await profileStore.agentsOf(reader, playerId, maxAgents) : [],
  }));
  const standings = boardNames.map(board => [board, cached && standingOn(cached, board, playerId)] as const);
  return {
    events,
    asOf: current?.asOf ?? null,
    standings: Object.fromEntries(standings) as PlayerRecord['standings'],
    categories: current ? await readCategories(context, current.version, events, playerId) : [],
    forecasts,
    agents,
  };
}

type CompareContext = Pick<OperationContext, 'store'>;

/** An event on which at least two of the players have a score. */
export interface HeadToHead extends Pick<SharedScore, 'eventId' | 'eventSlug' | 'title' | 'demo' | 'resolvedAt'> {
  /** In the order of the players; null without a score. */
  readonly briers: readonly (number | null)[];
}

interface Pair {
  /** Indexes of the two players. */
  readonly first: number;
  readonly second: number;
  /** Null if they share no event. */
  readonly difference: PairedDifference | null;
}

interface Comparison {
  readonly pairs: readonly Pair[];
  /** Newest event first. */
  readonly headToHead: readonly HeadToHead[];
  readonly calibrations: readonly Calibration[];
}

function headToHeadOf(scores: readonly SharedScore[], playerIds: readonly string[]): HeadToHead[] {
  const byEvent = new Map<string, SharedScore[]>();
  for (const score of scores) byEvent.set(score.eventId, [...(byEvent.get(score.eventId) ?? []), score]);
  return [...byEvent.values()].map(rows => {
    const [{ eventId, eventSlug, title, demo, resolvedAt }] = rows;
    const briers = playerIds.map(playerId => rows.find(row => row.playerId === playerId)?.brier ?? null);
    return { eventId, eventSlug, title, demo, resolvedAt, briers };
  });
}

/** Both scores of a pair in the order of event ids, which the bootstrap's draws follow. */
function commonScores(events: readonly HeadToHead[], first: number, second: number): [number[], number[]] {
  const common = events
    .filter(({ briers }) => briers[first] !== null && briers[second] !== null)
    .sort((a, b) => (a.eventId < b.eventId ? -1 : 1));
  return [common.map(({ briers }) => briers[first] as number), common.map(({ briers }) => briers[second] as number)];
}

/** Compares players by the events that they share, and by the calibration of each over all events. */
export async function comparePlayers(
  { store }: CompareContext,
  playerIds: readonly string[],
  events: EventSet,
  yieldToEventLoop: () => Promise<void>,
): Promise<Comparison> {
  const { shared, all } = await store.read(async reader => ({
    shared: await comparisonStore.sharedScores(reader, playerIds, events),
    all: await Promise.all(playerIds.map(playerId => scoreStore.scoresOf(reader, playerId, events))),
  }));
  const headToHead = headToHeadOf(shared, playerIds);
  const pairs: Pair[] = [];
  for (let first = 0; first < playerIds.length; first += 1) {
    for (let second = first + 1; second < playerIds.length; second += 1) {
      const [left, right] = commonScores(headToHead, first, second);
      const seed = `pair\n${playerIds[first]}\n${playerIds[second]}`;
      const difference = await runYielding(pairedDifference(left, right, seed), yieldToEventLoop);
      pairs.push({ first, second, difference });
    }
  }
  const calibrations = all.map(rows =>
    calibrationOf(rows.flatMap(({ score, payoutBps }) => (score ? finalPoints(score.finalPercents, payoutBps) : []))),
  );
  return { pairs, headToHead, calibrations };
}

export interface GroupFigures extends Pick<GroupScores, 'name' | 'players' | 'firstResolvedAt' | 'lastResolvedAt'> {
  readonly resolvedEvents: number;
  readonly brier: Estimate;
  /** The group minus the market over the same events and intervals: below 0 is better than the market. */
  readonly againstMarket: PairedDifference;
}

async function figuresOf(
  { briers, marketBriers, ...group }: GroupScores,
  yieldToEventLoop: () => Promise<void>,
): Promise<GroupFigures> {
  const { name, players, firstResolvedAt, lastResolvedAt } = group;
  const seed = `group\n${name}`;
  const brier = await runYielding(meanEstimate(briers, seed), yieldToEventLoop);
  const againstMarket = await runYielding(pairedDifference(briers, marketBriers, seed), yieldToEventLoop);
  if (!brier || !againstMarket) throw new Error(`the group ${name} has no event`);
  const resolvedEvents = briers.length;
  return { name, players, firstResolvedAt, lastResolvedAt, resolvedEvents, brier, againstMarket };
}

/**
 * Scores of agents grouped by the model that they declare, and of all agents and all people. The score of a group on an
 * event is the mean of its players there, so that a model with many agents counts once per event.
 */
export async function readModels(
  { store }: Pick<OperationContext, 'store'>,
  events: EventSet,
  maxModels: number,
  yieldToEventLoop: () => Promise<void>,
): Promise<{ readonly models: readonly GroupFigures[]; readonly kinds: readonly GroupFigures[] }> {
  const { models, kinds } = await store.read(async reader => ({
    models: await comparisonStore.models(reader, events, maxModels),
    kinds: await comparisonStore.kinds(reader, events),
  }));
  const all: GroupFigures[] = [];
  for (const group of [...models, ...kinds]) all.push(await figuresOf(group, yieldToEventLoop));
  return { models: all.slice(0, models.length), kinds: all.slice(models.length) };
}
