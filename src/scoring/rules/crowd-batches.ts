// The crowd mean of an open event summarizes sealed forecasts. It is published per question in batches: a forecast enters
// one batch only, and an owner enters again only with a different opinion, so a coalition that knows all other forecasts
// gets one rounded sum for each forecast of its victim and can't bisect it with further ones.

import { dayMs } from '../../kernel/time.js';

/** With fewer owners, the rounded mean would reveal too much about each. */
export const minBatchOwners = 8;
/** Batch means are multiples of this. A batch of 8 then leaves 8 · 5 = 40 points for each forecast in it. */
export const batchStepPercent = 5;
export const rejoinAfterMs = 7 * dayMs;
export const rejoinMovePercent = 10;
/** The number of batches of a question that the shown mean covers. */
export const maxShownBatches = 5;

const microsPerPercent = 10_000;

/** A forecast in force that has not been in a batch. */
export interface BatchCandidate {
  readonly forecastId: string;
  /** Players of one owner count as one. */
  readonly owner: string;
  /** The probability of the question's outcome, in millionths. */
  readonly micros: number;
  readonly at: number;
  /** The owner's last batched forecast on this question. */
  readonly joined: { readonly at: number; readonly micros: number } | null;
}

export interface CrowdBatch {
  readonly percent: number;
  /** One for each owner. */
  readonly members: readonly BatchCandidate[];
}

function mayJoin({ micros, joined }: BatchCandidate, now: number): boolean {
  if (joined === null) return true;
  const hasMoved = Math.abs(micros - joined.micros) >= rejoinMovePercent * microsPerPercent;
  return hasMoved && now - joined.at >= rejoinAfterMs;
}

function isEarlier(a: BatchCandidate, b: BatchCandidate): boolean {
  return a.at < b.at || (a.at === b.at && a.forecastId < b.forecastId);
}

/** Returns the batch to publish for one question now, or null if too few owners have a new forecast. */
export function nextBatch(candidates: Iterable<BatchCandidate>, now: number): CrowdBatch | null {
  const byOwner = new Map<string, BatchCandidate>();
  for (const candidate of candidates) {
    if (!mayJoin(candidate, now)) continue;
    const other = byOwner.get(candidate.owner);
    if (other === undefined || isEarlier(candidate, other)) byOwner.set(candidate.owner, candidate);
  }
  if (byOwner.size < minBatchOwners) return null;
  const members = [...byOwner.values()];
  const sum = members.reduce((total, { micros }) => total + micros, 0);
  const steps = Math.round(sum / (members.length * batchStepPercent * microsPerPercent));
  return { percent: steps * batchStepPercent, members };
}

/** A published batch. */
export interface BatchMean {
  readonly question: number;
  readonly percent: number;
  readonly size: number;
  readonly at: number;
}

export interface ShownCrowd {
  /** Percent for each outcome; null if no batch was published. */
  readonly percents: readonly (number | null)[];
  /** The maximum number of forecasts behind an outcome. */
  readonly forecasters: number;
  readonly asOf: number;
}

/** Returns the public view of the last batches of each question, or null if there are none. */
export function shownCrowd(outcomes: number, batches: readonly BatchMean[]): ShownCrowd | null {
  if (batches.length === 0) return null;
  const sizes = Array<number>(outcomes).fill(0);
  const sums = Array<number>(outcomes).fill(0);
  for (const { question, percent, size } of batches) {
    sizes[question] += size;
    sums[question] += percent * size;
  }
  const percents = sizes.map((size, question) => (size === 0 ? null : Math.round(sums[question] / size)));
  if (outcomes === 2 && percents[0] !== null) percents[1] = 100 - percents[0];
  return { percents, forecasters: Math.max(...sizes), asOf: Math.max(...batches.map(({ at }) => at)) };
}
