import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildBoards, isInScope, rankRows, scopeKey } from './boards.js';
import { Bootstrap, blockItems, drawIndex, type Estimate, resampleSums, seededBy, select } from './intervals.js';
import { type Result, ResultCollector } from './result-table.js';
import type { EventBaselines } from './score-event.js';
import { runToEnd } from './score-forecasts.js';

const baselines: EventBaselines = {
  always50: 0.25,
  market: 0.2,
  benchmark: 0.2,
  crowd: { brier: 0.18, marketBrier: 0.21, benchmarkBrier: 0.21, coverage: 0.9 },
};

function boardsOf(results: readonly Result[], scope = 'all/*') {
  const collector = new ResultCollector();
  for (const result of results) collector.add(result);
  const table = runToEnd(collector.finish());
  const events = new Map(table.events.map(event => [event, baselines]));
  return runToEnd(buildBoards({ scope, results: table, events }));
}

function result(player: string, event: string, brier: number | null, more: Partial<Result> = {}): Result {
  const edge = brier === null ? null : 0.2 - brier;
  return { player, event, brier, edge, coverage: brier === null ? null : 1, profitMicrocredits: null, ...more };
}

const someResults = fc
  .uniqueArray(
    fc.record({
      player: fc.integer({ min: 0, max: 4 }),
      event: fc.integer({ min: 0, max: 7 }),
      brier: fc.double({ min: 0, max: 1, noNaN: true }),
      profit: fc.option(fc.integer({ min: -1e9, max: 1e9 })),
    }),
    { minLength: 1, maxLength: 24, selector: ({ player, event }) => `${player} ${event}` },
  )
  .map(rows =>
    rows.map(({ player, event, brier, profit }) =>
      result(`p${player}`, `e${event}`, brier, { profitMicrocredits: profit }),
    ),
  );

const ranks = (rows: ReturnType<typeof rankRows>) => rows.map(({ rank, row }) => [rank, row.player]);

describe('boards', () => {
  it('rank better scores first, then more events, then the lower id', () => {
    const { rows } = boardsOf([
      ...['a', 'b'].flatMap(player => [result(player, 'e1', 0.2), result(player, 'e2', 0.2)]),
      result('c', 'e1', 0.1),
      result('d', 'e1', 0.2),
    ]);
    expect(rows.brier.map(({ player }) => player)).toEqual(['c', 'a', 'b', 'd']);
    expect(rows.edge.map(({ player }) => player)).toEqual(['c', 'a', 'b', 'd']);
    expect(rows.brier[1]).toEqual({
      ...{ player: 'a', mean: 0.2, low: 0.2, high: 0.2, resolvedEvents: 2, coverage: 1, total: null },
    });
  });

  it('rank profit by its total without a forecast', () => {
    const { rows } = boardsOf([
      result('a', 'e1', null, { profitMicrocredits: 3_000_000 }),
      result('b', 'e1', 0.3, { profitMicrocredits: 2_000_000 }),
      result('b', 'e2', 0.3, { profitMicrocredits: 2_100_000 }),
    ]);
    expect(rows.profit.map(({ player, total, mean }) => [player, total, mean])).toEqual([
      ['b', 4.1, 2.05],
      ['a', 3, 3],
    ]);
    expect(rows.profit[0]).toMatchObject({ coverage: null, resolvedEvents: 2 });
    expect(rows.brier.map(({ player }) => player)).toEqual(['b']);
  });

  it('rank from the minimum of events and coverage, and list the others below', () => {
    const many = (player: string, count: number, brier: number, coverage: number) =>
      Array.from({ length: count }, (_, k) => result(player, `e${k}`, brier, { coverage, profitMicrocredits: -k }));
    const { rows } = boardsOf([
      ...many('few', 9, 0.1, 1),
      ...many('brief', 12, 0.1, 0.19),
      ...many('good', 10, 0.2, 0.2),
      ...many('fair', 11, 0.3, 1),
    ]);
    const listed: [null, string][] = [
      [null, 'brief'],
      [null, 'few'],
    ];
    expect(ranks(rankRows(rows.brier))).toEqual([[1, 'good'], [2, 'fair'], ...listed]);
    expect(ranks(rankRows(rows.brier, { minResolved: 11, includes: id => id !== 'brief' }))).toEqual([
      [1, 'fair'],
      [null, 'few'],
      [null, 'good'],
    ]);
    expect(ranks(rankRows(rows.profit))).toEqual([
      [1, 'good'],
      [2, 'fair'],
      [3, 'brief'],
      [null, 'few'],
    ]);
  });
});

describe('leaderboards with baselines', () => {
  it('have baselines', () => {
    const { baselines: rows } = boardsOf([result('a', 'e1', 0.1), result('b', 'e1', 0.3)]);
    expect(rows.brier.map(({ player, mean }) => [player, mean])).toEqual([
      ['always-50', 0.25],
      ['market', 0.2],
      ['crowd', 0.18],
    ]);
    expect(rows.edge.map(({ mean }) => mean)).toEqual([0.2 - 0.25, 0, 0.21 - 0.18]);
    expect(rows.adjusted[0].mean).toBe(0.25);
    expect(rows.profit).toEqual([]);
  });

  it('reject duplicate results of one player on one event, and unknown events', () => {
    expect(() => boardsOf([result('a', 'e1', 0.1), result('a', 'e1', 0.2)])).toThrow('a twice on one event');
    const collector = new ResultCollector();
    collector.add(result('a', 'e1', 0.1));
    const input = { scope: '', results: runToEnd(collector.finish()), events: new Map() };
    expect(() => runToEnd(buildBoards(input))).toThrow('results on e1');
  });
});

describe('all leaderboards', () => {
  it('are bit-identical for any order of results', () => {
    const property = fc.property(
      someResults.chain(rows => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }))),
      ([rows, mixed]) => {
        expect(boardsOf(mixed)).toEqual(boardsOf(rows));
      },
    );
    fc.assert(property, { numRuns: 20 });
  });

  it('have means that can be verified by hand', () => {
    const property = fc.property(someResults, rows => {
      for (const { player, mean, resolvedEvents, low, high } of boardsOf(rows).rows.brier) {
        const own = rows.filter(row => row.player === player).map(({ brier }) => brier!);
        expect(resolvedEvents).toBe(own.length);
        expect(mean).toBeCloseTo(own.reduce((a, b) => a + b, 0) / own.length, 12);
        expect(low).toBeLessThanOrEqual(high);
        expect(low).toBeGreaterThanOrEqual(Math.min(...own) - 1e-12);
        expect(high).toBeLessThanOrEqual(Math.max(...own) + 1e-12);
      }
    });
    fc.assert(property, { numRuns: 20 });
  });
});

function estimate(values: readonly number[], seed: string, beside: readonly number[][] = []): Estimate {
  const columns = [values, ...beside].map(column => Float64Array.from(column));
  return runToEnd(new Bootstrap(1_000).estimate(columns, seed))[0];
}

describe('an interval', () => {
  const values = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 60 });

  it('is reproducible, alone or with others, and differs for another seed', () => {
    const property = fc.property(values, list => {
      expect(estimate(list, 'seed', [list.map(value => value * 2)])).toEqual(estimate(list, 'seed'));
    });
    fc.assert(property, { numRuns: 30 });
    const list = Array.from({ length: 40 }, (_, k) => (k * k * 0.3717) % 1);
    expect(estimate(list, 'one').low).not.toBe(estimate(list, 'two').low);
  });

  it('equals the published one', () => {
    const list = Array.from({ length: 12 }, (_, k) => ((k * 7) % 12) / 12);
    expect(estimate(list, 'all/*\nplr_1')).toEqual({
      mean: 0.4583333333333333,
      low: 0.2916666666666667,
      high: 0.6180555555555557,
    });
  });

  it('contains the mean of at least ten values that are not skewed', () => {
    const even = fc.array(fc.double({ min: 0.4, max: 0.6, noNaN: true }), { minLength: 10, maxLength: 60 });
    const property = fc.property(even, fc.string(), (list, seed) => {
      const { mean, low, high } = estimate([...list, ...list.map(value => 1 - value)], seed);
      expect(low).toBeLessThanOrEqual(mean + 1e-12);
      expect(high).toBeGreaterThanOrEqual(mean - 1e-12);
    });
    fc.assert(property, { numRuns: 50 });
  });

  it('has the nominal coverage', () => {
    let hits = 0;
    const state = seededBy('coverage');
    for (let trial = 0; trial < 200; trial += 1) {
      const { low, high } = estimate(
        Array.from({ length: 50 }, () => drawIndex(state, 1_000)),
        `${trial}`,
      );
      if (low <= 499.5 && high >= 499.5) hits += 1;
    }
    expect(hits).toBeGreaterThan(180);
    expect(hits).toBeLessThan(199);
  });
});

describe('draws', () => {
  it('are uniform', () => {
    const state = seededBy('even');
    const counts = new Array<number>(7).fill(0);
    for (let draw = 0; draw < 70_000; draw += 1) counts[drawIndex(state, 7)] += 1;
    const chiSquare = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    expect(chiSquare).toBeLessThan(25);
  });

  it('are summed as drawn', () => {
    const [one, other] = [seededBy('sums'), seededBy('sums')];
    const items = Float64Array.from({ length: 9 }, (_, k) => k);
    const sums = new Float64Array(2);
    runToEnd(resampleSums(one, items, sums));
    const expected = new Float64Array(2);
    for (let draw = 0; draw < 18; draw += 1) expected[draw < 9 ? 0 : 1] += items[drawIndex(other, 9)];
    expect(sums).toEqual(expected);
    expect(one).toEqual(other);
  });

  it('from a long list have its length and the same distribution', () => {
    const count = 3 * blockItems + 100;
    const sumsOf = (item: (index: number) => number) => {
      const sums = new Float64Array(500);
      const items = Float64Array.from({ length: count }, (_, index) => item(index));
      runToEnd(resampleSums(seededBy('long'), items, sums));
      return Array.from(sums);
    };
    const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;
    const deviation = (values: number[]) => Math.sqrt(mean(values.map(value => (value - mean(values)) ** 2)));
    expect(new Set(sumsOf(() => 1))).toEqual(new Set([count]));
    const inLastBlock = sumsOf(index => (index >= 3 * blockItems ? 1 : 0));
    expect(Math.abs(mean(inLastBlock) - 100)).toBeLessThan(2);
    expect(Math.abs(deviation(inLastBlock) - 9.98)).toBeLessThan(1);
    const places = sumsOf(index => index).map(sum => sum / count);
    expect(Math.abs(mean(places) - (count - 1) / 2)).toBeLessThan(30);
    expect(Math.abs(deviation(places) / (count / Math.sqrt(12) / Math.sqrt(count)) - 1)).toBeLessThan(0.1);
  });

  it('are selected as sorting would', () => {
    const property = fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1 }), fc.nat(), (list, at) => {
      const sorted = [...list].sort((a, b) => a - b);
      expect(select(Float64Array.from(list), at % list.length)).toBe(sorted[at % list.length]);
    });
    fc.assert(property);
  });
});

describe('scopes', () => {
  it('are windows in days and categories', () => {
    const event = { resolvedAtMs: 0, category: 'weather' };
    const week = 7 * 86_400_000;
    expect(isInScope(event, { window: '7d', category: null }, week - 1)).toBe(true);
    expect(isInScope(event, { window: '7d', category: null }, week)).toBe(false);
    expect(isInScope(event, { window: '30d', category: 'weather' }, week)).toBe(true);
    expect(isInScope(event, { window: 'all', category: 'sports' }, week)).toBe(false);
    expect(isInScope(event, { window: 'all', category: null }, -1)).toBe(false);
    expect(scopeKey({ window: '30d', category: null })).toBe('30d/*');
    expect(scopeKey({ window: 'all', category: 'weather' })).toBe('all/weather');
  });
});
