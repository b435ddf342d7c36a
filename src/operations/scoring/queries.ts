import { type Calibration, calibrationOf } from '../../domain/scoring/calibration.js';
import type { BatchMean } from '../../domain/scoring/crowd-batches.js';
import type { EventSet } from '../../domain/scoring/event-sets.js';
import { finalPoints } from '../../domain/scoring/final-points.js';
import type { ShownEvent } from '../../store/markets/interface.js';
import type { PlayerProfile } from '../../store/people/interface.js';
import type { ScoreRow, UnsealedFilter, UnsealedForecast } from '../../store/scoring/interface.js';
import type { OperationContext } from '../operation-context.js';

type ReadContext = Pick<OperationContext, 'store'>;

export function findProfile({ store }: ReadContext, handle: string): Promise<PlayerProfile | null> {
  return store.read(reads => reads.boards.profile(handle.toLowerCase()));
}

/** Returns the profiles of these players, by player id. */
export async function readProfiles(
  { store }: ReadContext,
  playerIds: readonly string[],
): Promise<ReadonlyMap<string, PlayerProfile>> {
  const found = await store.read(reads => reads.boards.profiles(playerIds));
  return new Map(found.map(profile => [profile.playerId, profile]));
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
  return store.read(async reads => {
    const rows = await reads.scores.unsealed(filter);
    const eventIds = [...new Set(rows.map(row => row.eventId))];
    const scores = await reads.scores.ofPlayer(playerId, eventIds);
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
  const rows = await store.read(reads => reads.scores.allOfPlayer(playerId, events));
  return calibrationOf(
    rows.flatMap(({ score, payoutBps }) => (score ? finalPoints(score.finalPercents, payoutBps) : [])),
  );
}

/** Returns an event with the last batches of forecasts on it. */
export function readCrowd(
  { store }: ReadContext,
  eventId: string,
): Promise<{ readonly found: ShownEvent | null; readonly batches: readonly BatchMean[] }> {
  return store.read(async reads => ({
    found: await reads.events.findById(eventId),
    batches: await reads.crowds.batches(eventId),
  }));
}
