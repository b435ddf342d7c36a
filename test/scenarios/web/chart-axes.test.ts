import { describe, expect, it } from 'vitest';
import { coverageText } from '../../../web/format/numbers.js';
import { fullTime } from '../../../web/format/time.js';
import { percentTicks, seriesData, slotTimes, toWallClock } from '../../../web/pages/market/chart-axes.js';
import { mainRange } from '../../../web/pages/models/main-range.js';
import { rankModels } from '../../../web/pages/models/rank-models.js';

const noon = Date.parse('2026-11-17T12:00:00Z');
const second = (text: string) => Date.parse(`2026-11-17T${text}Z`) / 1000;
const at = (text: string, percent = 50) => ({ at: Date.parse(`2026-11-17T${text}Z`), percent });

describe('the time axis of a price chart', () => {
  it('has at least two whole minutes when all prices are within one', () => {
    const slots = slotTimes([at('12:00:10'), at('12:00:40')]) ?? [];
    expect(slots.filter(time => time % 60 === 0)).toEqual([second('11:59:00'), second('12:00:00')]);
    expect(slots.at(-1)).toBe(second('12:00:40'));
  });

  it('spaces a few prices by time, at round times', () => {
    const points = [at('12:00:00', 40), at('12:03:30', 60), at('14:00:00', 70)];
    const slots = slotTimes(points);
    expect(slots?.slice(0, 3)).toEqual(['12:00:00', '12:00:30', '12:01:00'].map(second));
    expect(slots?.length).toBe(241);
    const values = seriesData(points, slots).map(({ value }) => value);
    expect(
      ['12:03:00', '12:03:30', '13:59:30', '14:00:00'].map(time => values[slots?.indexOf(second(time)) ?? -1]),
    ).toEqual([40, 60, 60, 70]);
  });

  it('shows no price before the first', () => {
    const points = [at('12:00:10', 40)];
    const [first, ...rest] = seriesData(points, slotTimes(points));
    expect(first).toEqual({ time: second('11:58:10') });
    expect(rest.at(-1)).toEqual({ time: second('12:00:10'), value: 40 });
  });

  it('leaves many prices as they are, in unique ascending seconds', () => {
    const many = Array.from({ length: 40 }, (_, index) => ({ at: noon + (39 - index) * 60_000, percent: index }));
    expect(slotTimes(many)).toBeNull();
    const times = seriesData([...many, { at: noon + 500, percent: 99 }], null);
    expect(times).toHaveLength(40);
    expect(times[0]).toEqual({ time: noon / 1000, value: 99 });
  });
});

describe('times', () => {
  it('name their zone', () => {
    expect(fullTime('2027-03-16T12:00:00Z')).toMatch(/^1[67] Mar 2027, \d\d:\d\d [A-Z]{3,}/);
  });

  it('are on the local clock in a chart', () => {
    expect(toWallClock(noon, 60)).toBe(Date.parse('2026-11-17T13:00:00Z'));
    expect(toWallClock(noon, -300)).toBe(Date.parse('2026-11-17T07:00:00Z'));
  });
});

describe('the price axis', () => {
  it('has no label below a price tag', () => {
    const tags = { prices: [61.5], height: 150 };
    expect(percentTicks([40, 50, 60, 70, 80], tags)).toEqual(['40%', '50%', '', '70%', '80%']);
    expect(percentTicks([40, 50, 60, 70, 80], { ...tags, prices: [65] })).toEqual(['40%', '50%', '', '', '80%']);
    expect(percentTicks([60], tags)).toEqual(['60%']);
  });

  it('has labels with the decimals that they need to differ', () => {
    expect(percentTicks([62, 64, 66])).toEqual(['62%', '64%', '66%']);
    expect(percentTicks([62.5, 65, 67.5])).toEqual(['62.5%', '65.0%', '67.5%']);
    expect(percentTicks([63.96, 63.98, 64, 64.02])).toEqual(['63.96%', '63.98%', '64.00%', '64.02%']);
  });

  it('has no label outside 0 and 100 %', () => {
    expect(percentTicks([-2, 0, 2, 102])).toEqual(['', '0%', '2%', '']);
  });
});

describe('few markets', () => {
  it('put a row after those with enough', () => {
    const rows = [
      { mean: 0.01, events: 1 },
      { mean: 0.2, events: 10 },
      { mean: 0.1, events: 40 },
    ];
    expect(rankModels(rows).map(({ mean }) => mean)).toEqual([0.1, 0.2, 0.01]);
  });

  it('have a coverage that is not 0', () => {
    expect([0, 0.0001, 0.006, 1].map(coverageText)).toEqual(['0%', '<1%', '1%', '100%']);
  });
});

describe('the range of the models chart', () => {
  it('excludes a score that would squeeze the others', () => {
    expect(mainRange([0.31, 0.07, 0.08, 0.09, 0.1, 0.12, 0.11])).toEqual([0.07, 0.12]);
    expect(mainRange([0.01, 0.31, 0.3, 0.29, 0.3, 0.31])).toEqual([0.29, 0.31]);
  });

  it('includes all scores of an even spread, and of one model', () => {
    expect(mainRange([0.07, 0.15, 0.2, 0.25, 0.31])).toEqual([0.07, 0.31]);
    expect(mainRange([0.2])).toEqual([0.2, 0.2]);
  });
});
