import { describe, expect, it } from 'vitest';
import { crowdMean } from './crowd-mean.js';

describe('the crowd mean', () => {
  it('takes forecasts on either of two outcomes as one question', () => {
    const said = [
      { outcome: 0, count: 2, sumPercent: 120 },
      { outcome: 1, count: 1, sumPercent: 70 },
    ];
    expect(crowdMean(said, [5000, 5000])).toEqual([50, 50]);
  });

  it('lets the price stand in for outcomes that nobody speaks of', () => {
    expect(crowdMean([{ outcome: 2, count: 4, sumPercent: 100 }], [2000, 3000, 5000])).toEqual([20, 30, 25]);
  });
});
