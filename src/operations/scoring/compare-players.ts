import { type Calibration, calibrationOf } from '../../domain/scoring/calibration.js';
import type { EventSet } from '../../domain/scoring/event-sets.js';
import { finalPoints } from '../../domain/scoring/final-points.js';
import { type PairedDifference, pairedDifference } from '../../domain/scoring/paired-difference.js';
import type { SharedScore } from '../../store/scoring/comparison-interface.js';
import type { OperationContext } from '../operation-context.js';
import { runYielding } from './run-yielding.js';

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
  const { shared, all } = await store.read(async reads => ({
    shared: await reads.comparisons.shared(playerIds, events),
    all: await Promise.all(playerIds.map(playerId => reads.scores.allOfPlayer(playerId, events))),
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
