import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesOf, type ForecastChange, type RecordedForecast } from './forecast-history.js';
import { prepareEvent, type ResolvedEvent, scoreForecasts, scoreLoneQuestion } from './score-forecasts.js';
import { anEvent, anEventWithHistories } from './testing/event-arbitrary.js';
import { naiveScore } from './testing/naive-score.js';

const day = 86_400_000;
const flat = (...pricesBps: number[]) => [{ atMs: 0, pricesBps }];
const binary: ResolvedEvent = {
  opensAtMs: 0,
  effectiveCloseAtMs: 10 * day,
  payoutBps: [10_000, 0],
  prices: flat(6_000, 4_000),
};
const triple: ResolvedEvent = { ...binary, payoutBps: [0, 10_000, 0], prices: flat(5_000, 3_000, 2_000) };

let counter = 0;
function say(atMs: number, outcome: number, probability: number | null, id?: string): ForecastChange {
  counter += 1;
  return { id: id ?? `fct_${String(counter).padStart(9, '0')}`, atMs, outcome, probability };
}

function score(event: ResolvedEvent, ...changes: ForecastChange[]) {
  const prepared = prepareEvent(event);
  return scoreForecasts(prepared, changes, prepared.path);
}

describe('an event score', () => {
  it('weights by time', () => {
    const scored = score(binary, say(0, 0, 50), say(4 * day, 0, 80));
    expect(scored?.brier).toBeCloseTo(0.4 * 0.25 + 0.6 * 0.04, 15);
    expect(scored).toMatchObject({ marketBrier: 0.16, last: 0.04, coverage: 1 });
    expect(scored?.edge).toBeCloseTo(0.16 - 0.124, 15);
  });

  it('of a late joiner covers only their time', () => {
    const scored = score(binary, say(9 * day, 0, 90));
    expect(scored).toMatchObject({ last: 0.01, coverage: 0.1 });
    expect(scored?.brier).toBeCloseTo(0.01, 15);
  });

  it('does not count time after a withdrawal', () => {
    const scored = score(binary, say(0, 0, 90), say(2 * day, 0, null), say(5 * day, 0, 70), say(6 * day, 1, null));
    expect(scored?.brier).toBeCloseTo((2 * 0.01 + 1 * 0.09) / 3, 15);
    expect(scored?.coverage).toBe(0.3);
    expect(scored?.last).toBeCloseTo(0.09, 15);
  });

  it('uses the complement on the other of two outcomes', () => {
    expect(score(binary, say(0, 1, 30), say(day, 0, 90))).toEqual(score(binary, say(0, 0, 70), say(day, 1, 10)));
  });

  it('uses the market price for an omitted outcome', () => {
    const scored = score(triple, say(0, 1, 60));
    expect(scored?.brier).toBeCloseTo((0.25 + 0.16 + 0.04) / 3, 15);
    expect(scored?.marketBrier).toBeCloseTo((0.25 + 0.49 + 0.04) / 3, 15);
    expect(scored?.questions.map(({ lastProbability }) => lastProbability)).toEqual([null, 60, null]);
    expect(scored?.questions[0]).toMatchObject({ brier: 0.25, marketBrier: 0.25, last: 0.25 });
  });

  it('follows the market step by step', () => {
    const prices = [...flat(5_000, 3_000, 2_000), { atMs: 5 * day, pricesBps: [1_000, 8_000, 1_000] }];
    const scored = score({ ...triple, prices }, say(0, 2, 0));
    expect(scored?.brier).toBeCloseTo((0.5 * (0.25 + 0.49) + 0.5 * (0.01 + 0.04)) / 3, 15);
    expect(scored?.last).toBeCloseTo((0.01 + 0.04) / 3, 15);
    // A step at the very end is too late for the last instant.
    const late = [...prices, { atMs: 10 * day, pricesBps: [10_000, 0, 0] }];
    expect(score({ ...triple, prices: late }, say(0, 2, 0))).toEqual(scored);
  });

  it('does not exist without open time', () => {
    expect(score(binary)).toBeNull();
    expect(score(binary, say(10 * day, 0, 50))).toBeNull();
    expect(score(binary, say(day, 0, 50), say(day, 0, null))).toBeNull();
    expect(score({ ...binary, effectiveCloseAtMs: 0 }, say(0, 0, 50))).toBeNull();
  });
});

describe('the score rejects', () => {
  it.each([
    ['an outcome that is not there', binary, [say(0, 2, 50)], /outcome 2/],
    ['a probability beyond 100 %', binary, [say(0, 0, 101)], /101 %/],
    [
      'prices out of order',
      { ...binary, prices: [...flat(1, 2), { atMs: -1, pricesBps: [1, 2] }] },
      [],
      /after one at 0/,
    ],
    ['a path that begins too late', { ...binary, prices: [{ atMs: 1, pricesBps: [1, 2] }] }, [], /begins after/],
    ['broken prices', { ...binary, prices: flat(0.5, 1) }, [], /0.5/],
    ['too few prices', { ...binary, prices: flat(5_000) }, [], /5000/],
    ['half milliseconds', { ...binary, effectiveCloseAtMs: 0.5 }, [], /0.5 ms/],
    ['a life of a century', { ...binary, effectiveCloseAtMs: 100 * 365 * day }, [], /event-life/],
  ])('%s', (_, event, changes, message) => {
    expect(() => score(event as ResolvedEvent, ...(changes as ForecastChange[]))).toThrow(message as RegExp);
  });
});

describe('changes of stored forecasts', () => {
  const forecast = (atMs: number, outcome: number, withdrawnAtMs: number | null = null): RecordedForecast => {
    return { ...say(atMs, outcome, 60), probability: 60, withdrawnAtMs };
  };
  const withdrawals = (forecasts: RecordedForecast[], outcomes: number) =>
    changesOf(forecasts, outcomes).flatMap(({ atMs, probability }) => (probability === null ? [atMs] : []));

  it('end with a withdrawal while in force', () => {
    expect(withdrawals([forecast(1, 0, 5), forecast(7, 0)], 3)).toEqual([5]);
    expect(withdrawals([forecast(1, 0, 9), forecast(7, 1)], 3)).toEqual([9]);
    expect(withdrawals([forecast(1, 0), forecast(7, 0, 7)], 2)).toEqual([7]);
  });

  it('do not end with a withdrawal of a replaced forecast', () => {
    expect(withdrawals([forecast(1, 0, 9), forecast(7, 0)], 3)).toEqual([]);
    expect(withdrawals([forecast(1, 0, 9), forecast(7, 1)], 2)).toEqual([]);
    expect(withdrawals([forecast(1, 0, 7), forecast(7, 0)].reverse(), 3)).toEqual([]);
  });
});

const runs = { numRuns: 300 };

describe('every event score', () => {
  it('equals naive integration', () => {
    const property = fc.property(anEventWithHistories(1), ({ event, histories: [changes] }) => {
      const [exact, naive] = [score(event, ...changes), naiveScore(event, changes)];
      expect(exact === null).toBe(naive === null);
      for (const field of ['brier', 'marketBrier', 'last', 'coverage'] as const) {
        expect(Math.abs((exact?.[field] ?? 0) - (naive?.[field] ?? 0))).toBeLessThan(1e-12);
      }
    });
    fc.assert(property, { numRuns: 1_000 });
  });

  it('is exactly 0.25 for always 50 %', () => {
    const property = fc.property(anEvent({ split: false, maxOutcomes: 7 }), fc.nat(), (event, late) => {
      const atMs = event.opensAtMs + (late % (event.effectiveCloseAtMs - event.opensAtMs));
      const changes = event.payoutBps.map((_, outcome) => say(atMs, outcome, 50));
      expect(score(event, ...changes)).toMatchObject({ brier: 0.25, last: 0.25 });
    });
    fc.assert(property, runs);
  });

  it('is exactly 0 for a forecast that is right from the start', () => {
    const property = fc.property(anEvent({ split: false }), event => {
      const changes = event.payoutBps.map((bps, outcome) => say(event.opensAtMs, outcome, bps / 100));
      const scored = score(event, ...changes);
      expect(scored).toMatchObject({ brier: 0, last: 0, coverage: 1 });
      expect(scored?.edge).toBe(scored?.marketBrier);
    });
    fc.assert(property, runs);
  });

  it('has no edge for the market’s own prices', () => {
    const property = fc.property(anEvent(), event => {
      const changes = event.prices.flatMap(({ atMs, pricesBps }) =>
        pricesBps.map((bps, outcome) => say(atMs, outcome, bps / 100)),
      );
      // With two outcomes a forecast can express only prices that sum to one.
      fc.pre(event.payoutBps.length > 2);
      expect(score(event, ...changes)?.edge).toBe(0);
    });
    fc.assert(property, runs);
  });
});

describe('every event score, for any history', () => {
  it('does not change, to the last bit, when a forecast is repeated', () => {
    const property = fc.property(anEventWithHistories(1), fc.nat(), ({ event, histories: [changes] }, seed) => {
      const span = event.effectiveCloseAtMs - event.opensAtMs;
      const repeated = changes.flatMap((change, index) => {
        const next = changes.map(({ atMs }) => atMs).filter(atMs => atMs > change.atMs);
        const later = Math.min(...next, event.effectiveCloseAtMs) - 1;
        const atMs = Math.min(
          Math.max(change.atMs, change.atMs + ((seed + index) % span)),
          Math.max(change.atMs, later),
        );
        return [change, { ...change, id: `${change.id}_again`, atMs }];
      });
      // Two changes of one outcome within a millisecond are decided by id; a repetition must not come between them.
      fc.pre(new Set(changes.map(({ atMs }) => atMs)).size === changes.length);
      expect(score(event, ...repeated)).toEqual(score(event, ...changes));
    });
    fc.assert(property, runs);
  });

  it('does not depend on the order in which forecasts arrive', () => {
    const property = fc.property(
      anEventWithHistories(1).chain(({ event, histories: [changes] }) =>
        fc.record({
          event: fc.constant(event),
          changes: fc.constant(changes),
          mixed: fc.shuffledSubarray(changes, { minLength: changes.length }),
          twice: fc.subarray(changes),
        }),
      ),
      ({ event, changes, mixed, twice }) => {
        expect(score(event, ...mixed)).toEqual(score(event, ...changes));
        expect(score(event, ...twice, ...mixed)).toEqual(score(event, ...changes));
      },
    );
    fc.assert(property, runs);
  });

  it('is the time-weighted mean of the parts before and after a withdrawal', () => {
    const property = fc.property(
      fc.integer({ min: 1, max: 999 }),
      fc.integer({ min: 1, max: 999 }),
      fc.integer({ min: 0, max: 100 }),
      (a, b, probability) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b) + 1];
        const event = { ...binary, effectiveCloseAtMs: 1_001 };
        const whole = score(event, say(0, 0, probability));
        const holed = score(event, say(0, 0, probability), say(from, 0, null), say(to, 0, probability));
        expect(holed?.coverage).toBe((1_001 - (to - from)) / 1_001);
        expect(holed?.brier).toBeCloseTo(whole!.brier, 14);
      },
    );
    fc.assert(property, runs);
  });
});

describe('a single question', () => {
  it('is scored like an event', () => {
    const property = fc.property(anEventWithHistories(1, { maxOutcomes: 2 }), ({ event, histories: [changes] }) => {
      const asFirst = changes.map(change =>
        change.outcome === 0 || change.probability === null
          ? { ...change, outcome: 0 }
          : { ...change, outcome: 0, probability: (1_000_000 - Math.round(change.probability * 10_000)) / 10_000 },
      );
      const whole = score(event, ...changes);
      const lone = scoreLoneQuestion({ ...event, outcome: event.payoutBps[0] / 10_000 }, asFirst);
      expect(lone === null).toBe(whole === null);
      if (lone === null || whole === null) return;
      expect(lone).toMatchObject({ coverage: whole.coverage, lastProbability: whole.questions[0].lastProbability });
      expect(lone.brier).toBe(whole.questions[0].brier);
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('may resolve partially and have many decimals', () => {
    const question = { opensAtMs: 0, effectiveCloseAtMs: 10, outcome: 1 / 3 };
    const scored = scoreLoneQuestion(question, [say(0, 0, 200 / 3)]);
    expect(scored?.brier).toBeCloseTo(1 / 9, 15);
    expect(scored?.coverage).toBe(1);
  });
});
