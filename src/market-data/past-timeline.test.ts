import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PastTimeline } from './past-timeline.js';

interface Trade {
  readonly sequence: number;
  readonly at: number;
  readonly outcome: number;
  readonly credits: number;
  readonly priceBps: readonly number[];
}

const outcomes = 3;
const minuteMs = 60_000;
const start = { priceBps: [4_000, 3_500, 2_500], outcomeVolumes: [10, 20, 30], sequence: 5, coveredUntil: 0 };

/** Trades in order of their sequence; an order may have several, and times may go back a little. */
const histories = fc
  .array(
    fc.record({
      isNewOrder: fc.boolean(),
      ms: fc.integer({ min: -5, max: 50 }),
      outcome: fc.integer({ min: 0, max: outcomes - 1 }),
      credits: fc.integer({ min: 1, max: 1_000_000 }),
      priceBps: fc.array(fc.integer({ min: 1, max: 9_999 }), { minLength: outcomes, maxLength: outcomes }),
    }),
    { maxLength: 60 },
  )
  .map(steps => {
    let [sequence, at] = [start.sequence + 1, 1_000];
    return steps.map(({ isNewOrder, ms, ...trade }): Trade => {
      if (isNewOrder) sequence += 1;
      at += ms;
      return { ...trade, sequence, at };
    });
  });

const stepsOf = (trades: readonly Trade[]) =>
  trades.flatMap(({ sequence, at, outcome, credits, priceBps }) => [sequence, at, outcome, credits, ...priceBps]);

/** Applies the trades one by one until the first after the time. */
function expectedAt(trades: readonly Trade[], at: number) {
  let { priceBps } = start as { priceBps: readonly number[] };
  const outcomeVolumes = [...start.outcomeVolumes];
  for (const trade of trades) {
    if (trade.at > at) break;
    ({ priceBps } = trade);
    outcomeVolumes[trade.outcome] += trade.credits;
  }
  return { priceBps, outcomeVolumes };
}

/** A page must have room for one order more. */
function mostOfOneOrder(trades: readonly Trade[]): number {
  const counts = new Map<number, number>();
  for (const { sequence } of trades) counts.set(sequence, (counts.get(sequence) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}

/** Reads the history as the database returns it, a limited number of trades after the last one at a time. */
function readAll(timeline: PastTimeline, trades: readonly Trade[], limit: number, now: number): void {
  for (let previous = -1; timeline.trades > previous; ) {
    previous = timeline.trades;
    const next = trades.filter(({ sequence }) => sequence > timeline.lastSequence).slice(0, limit);
    timeline.add(stepsOf(next), limit, now);
  }
}

describe('PastTimeline', () => {
  it('has the figures of every time, however its trades are read', () => {
    fc.assert(
      fc.property(
        histories,
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.integer({ max: 5_000 })),
        (trades, more, times) => {
          const timeline = new PastTimeline(start);
          readAll(timeline, trades, mostOfOneOrder(trades) + more, 10 * minuteMs);
          expect(timeline.trades).toBe(trades.length);
          for (const at of times) expect(timeline.figureAt(at)).toEqual(expectedAt(trades, at));
        },
      ),
    );
  });

  it('keeps later figures when its start moves', () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 900, max: 3_000 }), fc.array(fc.nat(3_000)), (trades, from, offsets) => {
        const timeline = new PastTimeline(start);
        timeline.add(stepsOf(trades), trades.length + 1, 10 * minuteMs);
        timeline.startAt(from);
        const first = trades.findIndex(({ at }) => at > from);
        expect(timeline.trades).toBe(first < 0 ? 0 : trades.length - first);
        for (const offset of offsets) {
          expect(timeline.figureAt(from + offset)).toEqual(expectedAt(trades, from + offset));
        }
      }),
    );
  });

  it('leaves the last order of a full page for the next read', () => {
    const trade = { outcome: 0, credits: 7, priceBps: [5_000, 3_000, 2_000] };
    const trades = [
      { ...trade, sequence: 7, at: 1_000 },
      { ...trade, sequence: 8, at: 2_000 },
      { ...trade, sequence: 9, at: 3_000 },
      { ...trade, sequence: 9, at: 3_000 },
    ];
    const timeline = new PastTimeline(start);
    timeline.add(stepsOf(trades.slice(0, 3)), 3, minuteMs);
    expect(timeline.lastSequence).toBe(8);
    expect(timeline.covers(12_000)).toBe(true);
    expect(timeline.covers(12_001)).toBe(false);
    timeline.add(stepsOf(trades.slice(2)), 3, 10 * minuteMs);
    expect(timeline.lastSequence).toBe(9);
    expect(timeline.figureAt(3_000).outcomeVolumes).toEqual([10 + 4 * 7, 20, 30]);
    expect(timeline.covers(9 * minuteMs + 10_000)).toBe(true);
    expect(timeline.covers(9 * minuteMs + 10_001)).toBe(false);
  });
});
