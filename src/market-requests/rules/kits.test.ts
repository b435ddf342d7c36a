import { describe, expect, it } from 'vitest';
import { similarityOf } from '../../search/rules/similarity.js';
import { launchKitOf, makerKitOf } from './kits.js';
import { type RequestTexts, rankScoreOf } from './readiness.js';

const texts = (change: Partial<RequestTexts> = {}): RequestTexts => ({
  question: 'Will it rain at Heathrow on 1 May 2026?',
  category: null,
  outcomes: ['Yes', 'No'],
  endsAt: null,
  sourceName: null,
  sourceUrl: null,
  observationRule: null,
  demandEvidence: null,
  suggestedYes: null,
  firstLimitOrderIntent: false,
  ...change,
});

describe('the similarity of questions', () => {
  it.each([
    ['Will it rain at Heathrow on 1 May 2026?', 'Will it rain at Heathrow on 1 May 2026?', 1],
    ['Will it RAIN at Heathrow, on 1 May 2026', 'rain heathrow 1 may 2026', 1],
    // In common: rain, heathrow, may and, counted twice, 2026; each question has one more day, counted twice.
    ['Will it rain at Heathrow on 1 May 2026?', 'Will it rain at Heathrow on 2 May 2026?', 10 / 14],
    ['Will it rain at Heathrow on 1 May 2026?', 'Who wins the regatta?', 0],
  ])('of “%s” and “%s” is %d', (one, other, expected) => {
    expect(similarityOf(one, other)).toBeCloseTo(expected, 4);
    expect(similarityOf(other, one)).toBe(similarityOf(one, other));
  });
});

describe('the rank score', () => {
  it('is 0.6 × readiness + 40 × votes / (votes + 10)', () => {
    expect(rankScoreOf(0, 0)).toBe(0);
    expect(rankScoreOf(100, 10)).toBe(80);
    expect(rankScoreOf(90, 30)).toBe(84);
  });
});

describe('a maker kit', () => {
  it('opens at the suggested probability, whichever outcome is Yes', () => {
    expect(makerKitOf(texts({ suggestedYes: 450_000 }), 0, [])).toMatchObject({
      priorBps: [4500, 5500],
      priorFrom: 'suggestion',
    });
    expect(makerKitOf(texts({ suggestedYes: 450_000, outcomes: ['No', 'yes'] }), 0, []).priorBps).toEqual([5500, 4500]);
    expect(makerKitOf(texts({ suggestedYes: 0 }), 0, []).priorBps).toEqual([50, 9950]);
    expect(makerKitOf(texts({ suggestedYes: 1_000_000 }), 0, []).priorBps).toEqual([9950, 50]);
  });

  it('otherwise opens at the mean price of similar events with the same outcomes, weighted by similarity', () => {
    const similar = [
      { similarity: 0.5, outcomes: ['yes', 'no'], priceBps: [2000, 8000] },
      { similarity: 1, outcomes: ['Yes', 'No'], priceBps: [5000, 5000] },
      { similarity: 1, outcomes: ['No', 'Yes'], priceBps: [9000, 1000] },
    ];
    // (0.5 × 2000 + 5000) / 1.5 = 4000, moved slightly towards the middle by the minimum of 50 per outcome.
    expect(makerKitOf(texts(), 0, similar)).toMatchObject({ priorBps: [4010, 5990], priorFrom: 'similar-events' });
  });

  it('otherwise opens at equal prices', () => {
    expect(makerKitOf(texts({ outcomes: ['A', 'B', 'C'], suggestedYes: 200_000 }), 0, [])).toMatchObject({
      priorBps: [3334, 3333, 3333],
      priorFrom: 'uniform',
    });
    expect(makerKitOf(texts({ outcomes: [] }), 0, []).priorBps).toEqual([5000, 5000]);
  });

  it('grows in depth with votes, and is funded with the cost function at the prior', () => {
    const depths = [0, 5, 45, 1000].map(votes => makerKitOf(texts(), votes, []).liquidityCredits);
    expect(depths).toEqual([500, 1000, 5000, 5000]);
    expect(makerKitOf(texts(), 5, []).fundingCredits).toBeCloseTo(1000 * Math.LN2, 5);
    // q₀ = b · ln(prior / least prior), funded with b · ln Σ exp(q₀ / b) = b · ln(1 / least prior).
    expect(makerKitOf(texts({ suggestedYes: 200_000 }), 5, []).fundingCredits).toBeCloseTo(1000 * Math.log(5), 5);
  });

  it('has three buys below each price, sized as the maker’s price for one step: b · ln((1 − low) / (1 − high))', () => {
    const { ladder, worstCaseCredits } = makerKitOf(texts(), 5, []);
    expect(ladder.map(({ outcomeIndex, limitPriceBps }) => [outcomeIndex, limitPriceBps])).toEqual([
      ...[4800, 4600, 4400].map(limit => [0, limit]),
      ...[4800, 4600, 4400].map(limit => [1, limit]),
    ]);
    for (const { limitPriceBps, amountCredits } of ladder) {
      const [high, low] = [limitPriceBps / 10_000, (limitPriceBps - 200) / 10_000];
      const exact = 1000 * Math.log((1 - low) / (1 - high));
      expect(amountCredits).toBeGreaterThanOrEqual(exact - 1e-6);
      expect(amountCredits).toBeLessThan(exact + 0.01 + 1e-6);
    }
    expect(worstCaseCredits).toBeCloseTo(
      ladder.reduce((sum, { amountCredits }) => sum + amountCredits, 0),
      9,
    );
  });

  it('stays within the starting credits and the limits of orders at every prior and size', () => {
    for (const suggestedYes of [0, 10_000, 300_000, 990_000, 1_000_000]) {
      const { ladder, worstCaseCredits } = makerKitOf(texts({ suggestedYes }), 1000, []);
      expect(worstCaseCredits).toBeLessThan(10_000);
      for (const { amountCredits, limitPriceBps } of ladder) {
        expect(amountCredits).toBeGreaterThanOrEqual(0.01);
        expect(limitPriceBps).toBeGreaterThanOrEqual(1);
      }
    }
    const many = Array.from({ length: 100 }, (_, k) => `Outcome ${k}`);
    const { ladder, priorBps } = makerKitOf(texts({ outcomes: many }), 0, []);
    expect(ladder).toHaveLength(30);
    expect(priorBps.reduce((sum, bps) => sum + bps, 0)).toBe(10_000);
  });
});

describe('a launch kit', () => {
  const facts = {
    outcomes: ['Yes', 'No'],
    priorBps: [5000, 5000],
    endsAt: null,
    sourceName: null,
    requestId: null,
    eventSlug: null,
    publicUrl: 'http://presage.test',
  };

  it('has a short text of at most 280 characters, with the whole link', () => {
    const { short } = launchKitOf({ ...facts, question: `${'Long '.repeat(39)}one?`, requestId: 'mrq_1' }).outreach;
    expect([...short].length).toBeLessThanOrEqual(280);
    expect(short).toMatch(/http:\/\/presage\.test\/api\/markets\/requests\/mrq_1$/);
  });

  it('quotes the question in its scripts', () => {
    const question = `Will '; echo "pwned $(id)" \`id\`; ' exceed 5?`;
    const { curl, typescript } = launchKitOf({ ...facts, question }).botStarter;
    expect(curl).toContain(`title='"title":"Will '\\''; echo`);
    expect(typescript).toContain(`const title = ${JSON.stringify(question)};`);
  });
});
