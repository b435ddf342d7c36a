import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backtestOf, detectSignals, type MarketFacts, type OutcomeFacts, signalTypes } from './rules.js';

const hour = 3_600_000;
const now = 1_000 * 24 * hour;

const flat: OutcomeFacts = {
  priceBps: 5000,
  spreadBps: 2,
  depthCredits: 40,
  day: Array(97).fill(5000),
  crowd: null,
  venueBps: [],
  depths: [],
};
const calm: MarketFacts = {
  opensAt: now - 300 * hour,
  endsAt: now + 300 * hour,
  lastTradeAt: now - hour,
  flows: [],
  traders: 0,
  largestTraderShare: null,
  tradedHours: [],
  baselineHours: 168,
  depthsFrom: now - 24 * hour,
  outcomes: [flat, flat],
};
const market = (change: Partial<MarketFacts>, first: Partial<OutcomeFacts> = {}) =>
  detectSignals({ ...calm, outcomes: [{ ...flat, ...first }, flat], ...change }, now);
const types = (change: Partial<MarketFacts>, first: Partial<OutcomeFacts> = {}) =>
  market(change, first).map(({ type }) => type);
/** A day at one price, and another price in the last hour. */
const step = (from: number, to: number) => [...Array(93).fill(from), ...Array(4).fill(to)];

describe('momentum', () => {
  it('has the strength of the worked example', () => {
    const [signal] = market({ traders: 3 }, { day: step(5000, 5600), priceBps: 5600 });
    // ln(0.56/0.44) = 0.24116; the day before was quiet, so 0.05 counts as its noise: z = 4.8232.
    expect(signal).toMatchObject({ type: 'momentum', direction: 'up', priceBps: 5600, spreadBps: 2 });
    expect(signal.evidence.z).toBeCloseTo(4.8232, 4);
    expect(signal.strength).toBeCloseTo(0.6165, 4);
  });

  it('needs two traders, a spread, more than the spread and three times its own noise', () => {
    const up = { day: step(5000, 5600), priceBps: 5600 };
    expect(types({ traders: 1 }, up)).toEqual([]);
    expect(types({ traders: 2 }, { ...up, spreadBps: null })).toEqual([]);
    expect(types({ traders: 2 }, { ...up, spreadBps: 700 })).toEqual([]);
    expect(types({ traders: 2 }, { day: step(5000, 5300), priceBps: 5300 })).toEqual([]);
    const noisy = step(5000, 5600).map((price, index) => (index < 93 ? price + (index % 2) * 300 : price));
    expect(types({ traders: 2 }, { day: noisy, priceBps: 5600 })).toEqual([]);
  });
});

describe('mispricing', () => {
  it('has the strength of the worked example', () => {
    const [signal] = market({}, { crowd: { bps: 6500, forecasters: 12 } });
    // |6500 − 5000| − 2 − 250 = 1248; 1248 / 2248 = 0.5552.
    expect(signal).toMatchObject({
      type: 'mispricing',
      direction: 'up',
      evidence: { excessBps: 1248, reference: 'crowd' },
    });
    expect(signal.strength).toBeCloseTo(0.5552, 4);
  });

  it('takes the median of venues, and the smaller excess if crowd and venues agree', () => {
    const [low] = market({}, { venueBps: [4000, 4200, 9000] });
    expect(low).toMatchObject({
      direction: 'down',
      evidence: { reference: 'venues', referenceBps: 4200, excessBps: 798 },
    });
    const [both] = market({}, { crowd: { bps: 6500, forecasters: 9 }, venueBps: [7000] });
    expect(both.evidence).toMatchObject({ reference: 'crowd', excessBps: 1248 });
    // The crowd's gap of 1500 is larger than the venues' 1400, but its excess is smaller: 1248 and 1398.
    const [excess] = market({}, { crowd: { bps: 6500, forecasters: 9 }, venueBps: [6400] });
    expect(excess.evidence).toMatchObject({ reference: 'crowd', excessBps: 1248 });
    expect(JSON.stringify(excess)).toContain('the smaller excess counts');
    expect(types({}, { crowd: { bps: 6500, forecasters: 9 }, venueBps: [3000] })).toEqual([]);
    expect(types({}, { crowd: { bps: 5700, forecasters: 9 } })).toEqual([]);
  });
});

describe('unusual flow', () => {
  const flows = [
    { outcome: 0, buyCredits: 200, sellCredits: 10 },
    { outcome: 1, buyCredits: 10, sellCredits: 20 },
  ];
  const busy = { flows, traders: 4, largestTraderShare: 0.5, tradedHours: Array(42).fill(20) };

  it('has the strength of the worked example', () => {
    const [signal] = market(busy);
    // 240 credits; a mean hour of 42 × 20 / 168 = 5 with a deviation of 8.66; z = 235 / 10 = 23.5; net 190 − (−10) = 200.
    expect(signal).toMatchObject({ type: 'unusual-flow', direction: 'up', outcome: 0 });
    expect(signal.evidence).toMatchObject({ z: 23.5, meanHourCredits: 5, credits: 240 });
    expect(signal.strength).toBeCloseTo((23.5 / 26.5) * (200 / 240), 10);
  });

  it('needs volume, a history, an unusual hour and one side', () => {
    expect(types({ ...busy, baselineHours: 5 })).toEqual([]);
    expect(types({ ...busy, tradedHours: Array(168).fill(100) })).toEqual([]);
    expect(types({ ...busy, flows: [{ outcome: 0, buyCredits: 120, sellCredits: 120 }] })).toEqual([]);
    expect(types({ ...busy, flows: [{ outcome: 0, buyCredits: 49, sellCredits: 0 }] })).toEqual([]);
  });
});

describe('liquidity', () => {
  const depths = [
    { at: now - 30 * hour, depthCredits: 100 },
    { at: now - 6 * hour, depthCredits: 80 },
    { at: now - hour, depthCredits: 10 },
  ];

  it('compares with the depth that was in force for half of the day', () => {
    const [signal] = market({}, { depths, depthCredits: 10 });
    // 18 hours at 100, 5 at 80, 1 at 10.
    expect(signal).toMatchObject({
      type: 'liquidity',
      direction: 'none',
      strength: 0.9,
      evidence: { usualDepthCredits: 100 },
    });
  });

  it('needs a history of an hour, a usual depth and a drop by half', () => {
    expect(types({}, { depths, depthCredits: 51 })).toEqual([]);
    expect(
      types({}, { depths: depths.slice(2).map(sample => ({ ...sample, at: now - hour / 2 })), depthCredits: 1 }),
    ).toEqual([]);
    expect(types({}, { depths: [{ at: now - 30 * hour, depthCredits: 19 }], depthCredits: 1 })).toEqual([]);
  });
});

describe('time', () => {
  it('reports a market as stale that has not traded for a day while its end is near', () => {
    const [signal] = market({ lastTradeAt: now - 48 * hour, endsAt: now + 48 * hour });
    expect(signal).toMatchObject({ type: 'stale', direction: 'none', strength: 0.5 });
    expect(types({ lastTradeAt: now - 23 * hour, endsAt: now + 48 * hour })).toEqual([]);
    expect(types({ lastTradeAt: now - 48 * hour, endsAt: now + 73 * hour })).toEqual([]);
    expect(types({ lastTradeAt: now - 48 * hour, endsAt: now })).toEqual([]);
  });

  it('reports a resolution that is near while the answer is open', () => {
    const [signal] = market({ endsAt: now + 6 * hour });
    expect(signal).toMatchObject({ type: 'resolution-near', strength: 0.75, expiresAt: now + 6 * hour });
    const decided = {
      ...calm,
      endsAt: now + hour,
      outcomes: [
        { ...flat, priceBps: 9990 },
        { ...flat, priceBps: 10 },
      ],
    };
    expect(detectSignals(decided, now)).toEqual([]);
  });
});

describe('signals', () => {
  it('are at most three of a type in a market, the strongest, and none in a calm one', () => {
    expect(types({})).toEqual([]);
    const outcomes = Array.from({ length: 10 }, (_, index) => ({
      ...flat,
      crowd: { bps: 6000 + 200 * index, forecasters: 9 },
    }));
    const found = detectSignals({ ...calm, outcomes }, now);
    expect(found.map(({ type, outcome }) => [type, outcome])).toEqual([
      ['mispricing', 9],
      ['mispricing', 8],
      ['mispricing', 7],
    ]);
  });

  it('stay within their bounds for any market', () => {
    const price = fc.integer({ min: 1, max: 9999 });
    const credits = fc.double({ min: 0, max: 1e7, noNaN: true });
    const outcome = fc.record({
      priceBps: price,
      spreadBps: fc.option(fc.integer({ min: 1, max: 9998 })),
      depthCredits: credits,
      day: fc.array(price, { minLength: 97, maxLength: 97 }),
      crowd: fc.option(fc.record({ bps: fc.integer({ min: 0, max: 10_000 }), forecasters: fc.nat(500) })),
      venueBps: fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 4 }),
      depths: fc.array(fc.record({ at: fc.integer({ min: now - 90 * hour, max: now }), depthCredits: credits }), {
        maxLength: 9,
      }),
    });
    const flow = fc.record({ outcome: fc.integer({ min: 0, max: 1 }), buyCredits: credits, sellCredits: credits });
    const facts = fc.record({
      opensAt: fc.integer({ min: now - 900 * hour, max: now }),
      endsAt: fc.integer({ min: now - hour, max: now + 900 * hour }),
      lastTradeAt: fc.option(fc.integer({ min: now - 900 * hour, max: now })),
      flows: fc.array(flow, { maxLength: 4 }),
      traders: fc.nat(50),
      largestTraderShare: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
      tradedHours: fc.array(credits, { maxLength: 168 }),
      baselineHours: fc.constant(168),
      depthsFrom: fc.constant(now - 24 * hour),
      outcomes: fc.array(outcome, { minLength: 2, maxLength: 5 }),
    });
    fc.assert(
      fc.property(facts, given => {
        for (const signal of detectSignals(given, now)) {
          expect(signalTypes).toContain(signal.type);
          expect(signal.strength >= 0 && signal.strength <= 1, JSON.stringify(signal)).toBe(true);
          expect(signal.expiresAt).toBeGreaterThan(now);
          expect(signal.direction === 'none' || signal.spreadBps !== null).toBe(true);
          for (const value of Object.values(signal.evidence))
            expect(value === null || typeof value === 'string' || Number.isFinite(value)).toBe(true);
        }
      }),
    );
  });
});

describe('a backtest', () => {
  it('is null below 30 and has the Wilson interval of the worked example', () => {
    expect(backtestOf(29, 29)).toBeNull();
    const made = backtestOf(100, 60);
    expect(made).toMatchObject({ n: 100, hits: 60, hitRate: 0.6 });
    expect(made?.low).toBeCloseTo(0.50203, 4);
    expect(made?.high).toBeCloseTo(0.6906, 4);
    expect(backtestOf(30, 0)).toMatchObject({ hitRate: 0, low: 0 });
    expect(backtestOf(30, 30)?.high).toBeCloseTo(1, 12);
  });
});
