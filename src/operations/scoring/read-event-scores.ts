import type { OwnForecast } from '../../store/forecasts/interface.js';
import type { EventRow } from '../../store/markets/interface.js';
import type { EventScoringHead, RankedScore, ScorePlace } from '../../store/scoring/comparison-interface.js';
import type { Reads } from '../../store/store.js';
import type { OperationContext } from '../operation-context.js';

type ReadContext = Pick<OperationContext, 'store'>;

interface EventScores {
  /** Null before the event has been scored. */
  readonly scoring: EventScoringHead | null;
  readonly scores: readonly RankedScore[];
}

/** Returns a page of the scores on an event, best first. Pages of an earlier version of the resolution are rejected. */
export function listEventScores(
  { store }: ReadContext,
  eventId: string,
  after: ScorePlace | null,
  limit: number,
): Promise<EventScores> {
  return store.read(async reads => {
    const scoring = await reads.comparisons.scoring(eventId);
    const scores = scoring ? await reads.comparisons.ranking(eventId, scoring.version, after, limit) : [];
    return { scoring, scores };
  });
}

interface PlayerEventScore {
  /** Null: it has just been removed. */
  readonly event: EventRow | null;
  readonly scoring: EventScoringHead | null;
  /** Null without a score. */
  readonly score: RankedScore | null;
  /** The score adjusted for the difficulty of the event, as on the adjusted leaderboard; null if that is unknown. */
  readonly adjusted: number | null;
  /** Newest first; none while they are sealed from the viewer. */
  readonly forecasts: readonly OwnForecast[];
}

async function readAdjusted(reads: Reads, eventId: string, isDemo: boolean, brier: number): Promise<number | null> {
  const newest = await reads.boards.newest();
  const offset = newest && (await reads.boards.offset(newest.version, isDemo ? 'demo' : 'real', eventId));
  return offset === null ? null : brier + offset;
}

/**
 * Returns a player's score on an event and the underlying forecasts. Until the event has been scored, forecasts are
 * returned to their own player only.
 */
export function readPlayerEventScore(
  { store }: ReadContext,
  eventId: string,
  playerId: string,
  viewer: 'anyone' | 'player',
  maxForecasts: number,
): Promise<PlayerEventScore> {
  return store.read(async reads => {
    const scoring = await reads.comparisons.scoring(eventId);
    const score = scoring && (await reads.comparisons.scoreOf(eventId, scoring.version, playerId));
    const isVisible = viewer === 'player' || scoring?.payoutBps != null;
    const filter = { playerId, eventId, status: 'all', clientForecastId: null, before: null } as const;
    const forecasts = isVisible ? await reads.forecasts.list({ ...filter, limit: maxForecasts }) : [];
    const found = await reads.events.findById(eventId);
    const adjusted = score?.score
      ? await readAdjusted(reads, eventId, found?.event.demo === true, score.score.brier)
      : null;
    return { event: found?.event ?? null, scoring, score, adjusted, forecasts };
  });
}
