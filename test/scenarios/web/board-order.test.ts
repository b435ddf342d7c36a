import { describe, expect, it } from 'vitest';
import { minimumText, missingText, withBaselines } from '../../../web/pages/leaderboards/board-order.js';

const row = (rank: number | null, mean: number) => ({ rank, mean });

describe('the rows of a leaderboard', () => {
  it('stay in rank order when the means are not sorted', () => {
    const rows = [row(1, 20), row(2, 30), row(3, 90), row(4, 10), row(null, 500)];
    expect(withBaselines(rows, [], false).map(({ rank }) => rank)).toEqual([1, 2, 3, 4, null]);
  });

  it('have baselines where their mean would rank them', () => {
    const rows = [row(1, 0.1), row(2, 0.2), row(null, 0.01)];
    const means = withBaselines(rows, [row(null, 0.25), row(null, 0.15)], true).map(({ mean }) => mean);
    expect(means).toEqual([0.1, 0.15, 0.2, 0.25, 0.01]);
    const edges = withBaselines([row(1, 0.1), row(2, -0.1)], [row(null, 0)], false).map(({ mean }) => mean);
    expect(edges).toEqual([0.1, 0, -0.1]);
  });
});

describe('the minimum of a leaderboard', () => {
  it('names trading on the profit leaderboard and forecasts on the others', () => {
    const missing = { resolvedEvents: 10, coverage: 0 };
    expect(missingText('profit', missing)).toBe(
      'You need 10 more resolved markets in which you trade to be ranked here.',
    );
    expect(missingText('brier', missing)).toBe(
      'You need 10 more resolved markets that you forecast to be ranked here.',
    );
    expect(minimumText('profit', 10)).toBe('Ranked after 10 resolved markets, by total profit.');
    expect(minimumText('edge', 1)).toBe('Ranked after 1 resolved market, with a mean coverage of at least 20%.');
  });
});
