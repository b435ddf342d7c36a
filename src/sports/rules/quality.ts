// The reliability of a fixture and its lines.

import { hourMs, minuteMs } from '../../kernel/time.js';
import type { FixtureStatus } from './fixture.js';

const staleAfterMs = 6 * hourMs;
const liveStaleAfterMs = 10 * minuteMs;
/** The part of the stale limit during which freshness is 1. */
const freshPart = 1 / 6;
const booksForFullConfidence = 5;
const minConfidence = 0.5;

export interface QualityFacts {
  readonly status: FixtureStatus;
  /** When a source last confirmed or changed the fixture. */
  readonly asOf: number;
  /** When a source last confirmed or changed its lines; null without lines. */
  readonly linesAsOf: number | null;
  readonly books: number;
  readonly lineCount: number;
  readonly outlierCount: number;
  /** Whether sources report different final scores. */
  readonly scoresDisagree: boolean;
}

interface Quality {
  readonly confidence: number;
  readonly stale: boolean;
  readonly reviewRequired: boolean;
}

export function qualityOf(facts: QualityFacts, now: number): Quality {
  const { status, asOf, linesAsOf, books, lineCount, outlierCount, scoresDisagree } = facts;
  const outlierShare = lineCount === 0 ? 0 : outlierCount / lineCount;
  const confidence =
    Math.min(1, books / booksForFullConfidence) * (1 - outlierShare) * freshnessOf(status, linesAsOf, now);
  return {
    confidence,
    stale: now - asOf > staleAfter(status),
    reviewRequired: confidence < minConfidence || scoresDisagree || status === 'postponed' || status === 'cancelled',
  };
}

/**
 * 1 while lines are at most a sixth of the stale limit old, then falling linearly to 0 at the limit. A finished game
 * expects no newer lines: 1.
 */
export function freshnessOf(status: FixtureStatus, linesAsOf: number | null, now: number): number {
  if (linesAsOf === null) return 0;
  if (status === 'final' || status === 'cancelled') return 1;
  const limit = staleAfter(status);
  const age = now - linesAsOf;
  return Math.min(1, Math.max(0, (limit - age) / (limit * (1 - freshPart))));
}

function staleAfter(status: FixtureStatus): number {
  return status === 'live' ? liveStaleAfterMs : staleAfterMs;
}

/** The oldest confirmation times that are not stale at `now`. */
export function staleBounds(now: number): { readonly live: number; readonly other: number } {
  return { live: now - liveStaleAfterMs, other: now - staleAfterMs };
}

export interface QualityMetrics {
  readonly fixtures: number;
  readonly stale: number;
  /** Null without fixtures, like the mean. */
  readonly staleShare: number | null;
  /** Mean over fixtures. */
  readonly confidence: number | null;
  readonly reviewRequired: number;
  /** Current lines that are outliers. */
  readonly outliers: number;
}

export function metricsOf(fixtures: readonly QualityFacts[], now: number): QualityMetrics {
  let stale = 0;
  let confidence = 0;
  let reviewRequired = 0;
  let outliers = 0;
  for (const facts of fixtures) {
    const quality = qualityOf(facts, now);
    if (quality.stale) stale += 1;
    if (quality.reviewRequired) reviewRequired += 1;
    confidence += quality.confidence;
    outliers += facts.outlierCount;
  }
  const count = fixtures.length;
  return {
    fixtures: count,
    stale,
    staleShare: count === 0 ? null : stale / count,
    confidence: count === 0 ? null : confidence / count,
    reviewRequired,
    outliers,
  };
}
