import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoVenueList, demoVenueMarket } from './demo-venue.js';
import { candidateWords, linkScorer, minLinkScore, sideBySide, type WordStatistics } from './link-score.js';
import {
  confidenceOf,
  freshness,
  isStale,
  spreadOf,
  statusGroupOf,
  statusGroupsOf,
  type VenueMarket,
} from './venue-market.js';

const minute = 60_000;

describe('freshness and confidence', () => {
  it('is 1 up to one interval and falls to 0 at six', () => {
    expect([0, 1, 2, 3.5, 6, 9].map(age => freshness(0, minute, age * minute))).toEqual([1, 1, 0.8, 0.5, 0, 0]);
    expect([2.99, 3].map(age => isStale(0, minute, age * minute))).toEqual([false, true]);
  });

  it('multiplies freshness by 1 − spread, or by one half if the spread is unknown', () => {
    const quotes = [
      { bidBps: 4000, askBps: 4400 },
      { bidBps: 5600, askBps: 6000 },
      { bidBps: null, askBps: 100 },
    ];
    expect(spreadOf(quotes)).toBeCloseTo(0.04, 12);
    expect(confidenceOf(quotes, 0, minute, 2 * minute)).toBe(0.768);
    expect(confidenceOf([], 0, minute, 0)).toBe(0.5);
  });
});

describe('status groups', () => {
  const market = { status: 'active', tradable: true, closesAt: 100 } as const;

  it('closes an active market at its close', () => {
    expect(statusGroupOf(market, 99)).toBe(0);
    expect(statusGroupOf({ ...market, tradable: false }, 99)).toBe(1);
    expect(statusGroupOf(market, 100)).toBe(2);
  });

  it('selects by status, resolved markets and tradability', () => {
    const plain = { includeResolved: false, tradableOnly: false };
    expect(statusGroupsOf({ ...plain, status: 'active' })).toEqual([0, 1]);
    expect(statusGroupsOf({ ...plain, status: 'active', includeResolved: true })).toEqual([0, 1, 3]);
    expect(statusGroupsOf({ ...plain, status: 'all' })).toEqual([0, 1, 2, 3]);
    expect(statusGroupsOf({ ...plain, status: 'resolved', tradableOnly: true })).toEqual([]);
  });
});

describe('link score', () => {
  const statistics: WordStatistics = {
    sampled: 1000,
    titlesWith: new Map([
      ['bitcoin', 60],
      ['fed', 20],
      ['price', 90],
    ]),
  };
  const score = (left: string, right: string, dates: readonly [number | null, number | null] = [null, null]) =>
    linkScorer(statistics)({ title: left, closesAt: dates[0] }, { title: right, closesAt: dates[1] });

  it('is 1 for the same question and symmetric', () => {
    const title = 'Will the Fed cut rates in March 2027?';
    expect(score(title, title, [0, 0])).toBe(1);
    const text = fc.lorem({ maxCount: 6 });
    fc.assert(fc.property(text, text, (a, b) => score(a, b) === score(b, a)));
  });

  it('recognizes a rephrased question', () => {
    expect(score('Will the Fed cut rates in March 2027?', 'Fed rate cut by March 2027')).toBeGreaterThan(minLinkScore);
    expect(score('Bitcoin above 100,000 on 1 May?', 'Will Bitcoin be above 100k on May 1?')).toBeGreaterThan(
      minLinkScore,
    );
  });

  it('distinguishes other thresholds, years and dates', () => {
    expect(score('Bitcoin above 100k in 2027?', 'Bitcoin above 150k in 2027?')).toBeLessThan(minLinkScore);
    expect(score('Fed cuts rates in 2027', 'Fed cuts rates in 2029')).toBeLessThan(minLinkScore);
    const day = 86_400_000;
    expect(score('Fed cuts rates', 'Fed cuts rates', [0, 400 * day])).toBe(0.6);
  });

  it('finds candidates by rare words only', () => {
    const titlesWith = new Map([
      ['quokka', 2],
      ['bitcoin', 400],
      ['will', 900],
      ['alone', 1],
    ]);
    const words = candidateWords('Will the quokka alone buy Bitcoin?', { sampled: 10_000, titlesWith });
    expect(words).toEqual(['quokka']);
  });
});

describe('venues side by side', () => {
  it('aligns outcomes by label and excludes stale quotes from the best prices', () => {
    const outcome = (label: string, priceBps: number | null, bidBps: number | null, askBps: number | null) => ({
      label,
      priceBps,
      bidBps,
      askBps,
    });
    const rows = sideBySide([
      {
        id: 'a',
        source: 'presage',
        stale: false,
        outcomes: [outcome('Yes', 5000, 4900, 5100), outcome('No', null, null, null)],
      },
      {
        id: 'b',
        source: 'one',
        stale: false,
        outcomes: [outcome('NO', 4000, 3900, 4100), outcome('yes!', 6000, 5900, 6100)],
      },
      { id: 'c', source: 'two', stale: true, outcomes: [outcome('Yes', 7000, 6900, 1000)] },
    ]);
    expect(
      rows[0].quotes.map(({ marketId, outcomeIndex, differenceBps }) => [marketId, outcomeIndex, differenceBps]),
    ).toEqual([
      ['a', 0, 0],
      ['b', 1, 1000],
      ['c', 0, 2000],
    ]);
    expect([rows[0].bestBid?.marketId, rows[0].bestAsk?.marketId]).toEqual(['b', 'a']);
    expect(rows[1].quotes.map(({ differenceBps }) => differenceBps)).toEqual([null, null]);
  });
});

describe('simulated venues', () => {
  const market: VenueMarket = {
    title: 'Which colour?',
    category: 'demo',
    status: 'active',
    tradable: true,
    outcomes: [2000, 3000, 5000].map((priceBps, n) => ({ label: `c${n}`, priceBps, bidBps: null, askBps: null })),
    volume: 10,
    volume24h: 1,
    volumeUnit: 'credits',
    listedAt: 0,
    closesAt: 1,
    resolvedAt: null,
    resolution: null,
    url: 'https://example.org',
  };

  it('give the same row for the same event, with prices that sum to 10,000 and differ between venues', () => {
    const [a, b] = demoVenueList;
    const slugs = Array.from({ length: 50 }, (_value, n) => `event-${n}`);
    const rows = slugs.map(slug => demoVenueMarket(a, { slug, market }));
    expect(slugs.map(slug => demoVenueMarket(a, { slug, market }))).toEqual(rows);
    const listed = rows.filter(row => row !== null);
    expect(listed.length).toBeGreaterThan(30);
    for (const { outcomes } of listed) {
      expect(outcomes?.reduce((sum, { priceBps }) => sum + (priceBps ?? 0), 0)).toBe(10_000);
    }
    expect(slugs.map(slug => demoVenueMarket(b, { slug, market }))).not.toEqual(rows);
  });
});
