import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marketBenchmarks } from './benchmarks.js';
import type { ForecastChange } from './forecast-history.js';
import { sortedOrder } from './result-table.js';
import { scoreEvent } from './score-event.js';
import { type ResolvedEvent, runToEnd } from './score-forecasts.js';
import { anEvent, anEventWithHistories } from './testing/event-arbitrary.js';
import { cutsOf, inForceAt } from './testing/naive-score.js';

const triple: ResolvedEvent = {
  opensAtMs: 0,
  effectiveCloseAtMs: 10,
  payoutBps: [10_000, 0, 0],
  prices: [{ atMs: 0, pricesBps: [5_000, 3_000, 2_000] }],
};

function scored(event: ResolvedEvent, histories: readonly (readonly ForecastChange[])[]) {
  const forecasters = histories.map((changes, index) => ({ player: `player ${index}`, owner: `${index}`, changes }));
  return runToEnd(scoreEvent(event, forecasters, marketBenchmarks));
}

/** The mean forecast of each outcome, looked up in every interval. */
function naiveCrowd(event: ResolvedEvent, histories: readonly (readonly ForecastChange[])[]) {
  const changed = histories.flat().map(({ atMs }) => atMs);
  const cuts = cutsOf(event, changed);
  let [sum, covered] = [0, 0];
  for (let index = 0; index + 1 < cuts.length; index += 1) {
    const ms = cuts[index + 1] - cuts[index];
    const inside = histories.filter(changes => inForceAt(event, changes, cuts[index]) !== null);
    if (inside.length === 0) continue;
    covered += ms;
    const market = event.prices.filter(({ atMs }) => atMs <= cuts[index]).at(-1)!.pricesBps;
    const errors = event.payoutBps.map((payout, outcome) => {
      // Another price would matter only where the market price substitutes for a forecast.
      const other = { ...event, prices: event.prices.map(step => ({ ...step, pricesBps: market.map(() => -1) })) };
      const said = inside.map(changes => inForceAt(other, changes, cuts[index])![outcome]).filter(value => value >= 0);
      const mean = said.length > 0 ? said.reduce((a, b) => a + b, 0) / said.length : market[outcome] / 10_000;
      return (mean - payout / 10_000) ** 2;
    });
    sum += (errors.reduce((a, b) => a + b, 0) / errors.length) * ms;
  }
  return covered === 0 ? null : { brier: sum / covered, covered };
}

describe('baselines of an event', () => {
  it('are 50 %, the market and the mean of the players', () => {
    const say = (atMs: number, outcome: number, probability: number | null) => {
      return { id: `${atMs}`, atMs, outcome, probability };
    };
    const { baselines } = scored(triple, [[say(2, 0, 80)], [say(6, 0, 60), say(8, 0, null)]]);
    expect(baselines.always50).toBe(0.25);
    expect(baselines.market).toBeCloseTo((0.25 + 0.09 + 0.04) / 3, 15);
    const rest = 0.09 + 0.04;
    expect(baselines.crowd?.brier).toBeCloseTo((6 * (0.04 + rest) + 2 * (0.09 + rest)) / 8 / 3, 15);
    expect(baselines.crowd?.marketBrier).toBe(baselines.market);
    expect(baselines.crowd?.coverage).toBe(0.8);
  });

  it('have no crowd without forecasts, and no market without time', () => {
    expect(scored(triple, []).baselines.crowd).toBeNull();
    const { baselines, scores } = scored({ ...triple, effectiveCloseAtMs: 0 }, [[]]);
    expect(baselines).toEqual({ always50: 0.25, market: null, benchmark: null, crowd: null });
    expect(scores).toEqual([]);
  });

  it('are exactly 0.25 for always 50 %, unless split', () => {
    const property = fc.property(anEvent({ split: false, maxOutcomes: 7 }), event => {
      expect(scored(event, []).baselines.always50).toBe(0.25);
    });
    fc.assert(property);
  });
});

describe('the crowd of every event', () => {
  it('equals naive integration', () => {
    const property = fc.property(anEventWithHistories(4), ({ event, histories }) => {
      const { crowd } = scored(event, histories).baselines;
      const naive = naiveCrowd(event, histories);
      expect(crowd === null).toBe(naive === null);
      if (crowd === null || naive === null) return;
      expect(Math.abs(crowd.brier - naive.brier)).toBeLessThan(1e-12);
      expect(crowd.coverage).toBe(naive.covered / (event.effectiveCloseAtMs - event.opensAtMs));
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('of one player is that player', () => {
    const property = fc.property(anEventWithHistories(1), ({ event, histories }) => {
      const { scores, baselines } = scored(event, histories);
      if (scores.length === 0) return;
      const { brier, marketBrier, coverage } = scores[0].score;
      expect(baselines.crowd).toMatchObject({ marketBrier, coverage });
      expect(baselines.crowd?.brier).toBeCloseTo(brier, 13);
    });
    fc.assert(property, { numRuns: 200 });
  });

  it('does not depend on the order of the players, to the last bit', () => {
    const property = fc.property(anEventWithHistories(5), ({ event, histories }) => {
      expect(scored(event, [...histories].reverse()).baselines).toEqual(scored(event, histories).baselines);
    });
    fc.assert(property, { numRuns: 200 });
  });
});

describe('sorted order', () => {
  it('is the stable order of the numbers', () => {
    const property = fc.property(fc.array(fc.integer({ min: -5, max: 5 })), keys => {
      const order = runToEnd(sortedOrder(Float64Array.from(keys)));
      const expected = keys.map((_, index) => index).sort((a, b) => keys[a] - keys[b] || a - b);
      expect([...order]).toEqual(expected);
    });
    fc.assert(property);
  });
});
