import { describe, expect, it } from 'vitest';
import { newMean, percentsOf, type QuestionForecasts } from './crowd-mean.js';

const enough: QuestionForecasts = { question: 2, forecasters: 6, people: 5, sumPercent: 200, changedPeople: 5 };

describe('the crowd mean', () => {
  it('is told in whole percent', () => {
    expect(newMean(enough)).toEqual({ question: 2, forecasters: 6, percent: 33 });
  });

  it('is not told where few people are behind it, however many agents they have', () => {
    expect(newMean({ ...enough, forecasters: 12, people: 4 })).toBeNull();
  });

  it('stays until enough people have changed', () => {
    expect(newMean({ ...enough, people: 100, changedPeople: 4 })).toBeNull();
  });

  it('is silent about outcomes that few speak of, and completes a pair', () => {
    expect(percentsOf(3, [{ question: 1, percent: 40, forecasters: 5 }])).toEqual([null, 40, null]);
    expect(percentsOf(2, [{ question: 0, percent: 40, forecasters: 5 }])).toEqual([40, 60]);
    expect(percentsOf(2, [])).toEqual([null, null]);
  });
});
