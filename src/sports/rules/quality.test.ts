import { describe, expect, it } from 'vitest';
import { hourMs, minuteMs } from '../../kernel/time.js';
import { freshnessOf, metricsOf, type QualityFacts, qualityOf } from './quality.js';

const now = Date.parse('2026-03-17T12:00:00Z');
const facts = (changes: Partial<QualityFacts> = {}): QualityFacts => ({
  status: 'scheduled',
  asOf: now,
  linesAsOf: now,
  books: 5,
  lineCount: 10,
  outlierCount: 0,
  scoresDisagree: false,
  ...changes,
});

describe('freshness', () => {
  it('is 1 for an hour and falls to 0 at six, for live games in 100 seconds and ten minutes', () => {
    const ages = [0, 1, 3.5, 6, 9].map(hours => freshnessOf('scheduled', now - hours * hourMs, now));
    expect(ages).toEqual([1, 1, 0.5, 0, 0]);
    const live = [100_000, 350_000, 600_000].map(age => freshnessOf('live', now - age, now));
    expect(live.map(value => Number(value.toFixed(12)))).toEqual([1, 0.5, 0]);
  });

  it('is 1 for a game that has ended and 0 without lines', () => {
    expect(freshnessOf('final', now - 30 * hourMs, now)).toBe(1);
    expect(freshnessOf('final', null, now)).toBe(0);
  });
});

describe('the quality of a fixture', () => {
  it('multiplies bookmakers, outlier share and freshness', () => {
    const some = facts({ books: 4, lineCount: 8, outlierCount: 2, linesAsOf: now - 3.5 * hourMs });
    expect(qualityOf(some, now).confidence).toBeCloseTo(0.8 * 0.75 * 0.5, 12);
    expect(qualityOf(facts({ books: 9 }), now).confidence).toBe(1);
    expect(qualityOf(facts({ books: 0, lineCount: 0, linesAsOf: null }), now)).toMatchObject({
      ...{ confidence: 0, reviewRequired: true },
    });
  });

  it('is stale after six hours without an update, live after ten minutes', () => {
    const stale = (changes: Partial<QualityFacts>) => qualityOf(facts(changes), now).stale;
    expect([stale({ asOf: now - 6 * hourMs }), stale({ asOf: now - 6 * hourMs - 1 })]).toEqual([false, true]);
    const live = { status: 'live' } as const;
    expect([stale({ ...live, asOf: now - 10 * minuteMs }), stale({ ...live, asOf: now - 10 * minuteMs - 1 })]).toEqual([
      false,
      true,
    ]);
  });

  it('requires a review below half confidence, on disputed scores and on cancelled games', () => {
    const review = (changes: Partial<QualityFacts>) => qualityOf(facts(changes), now).reviewRequired;
    expect(review({})).toBe(false);
    expect(review({ books: 2 })).toBe(true);
    expect(review({ status: 'final', scoresDisagree: true })).toBe(true);
    expect([review({ status: 'postponed' }), review({ status: 'cancelled' })]).toEqual([true, true]);
  });
});

describe('metrics', () => {
  it('are null, not zero, without data for a mean', () => {
    expect(metricsOf([], now)).toEqual({
      ...{ fixtures: 0, stale: 0, staleShare: null, confidence: null, reviewRequired: 0, outliers: 0 },
    });
  });
});
