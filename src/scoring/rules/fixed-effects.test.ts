import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BoardRow, buildBoards } from './boards.js';
import { ResultCollector } from './result-table.js';
import type { EventBaselines } from './score-event.js';
import { runToEnd } from './score-forecasts.js';
import { type DenseRow, denseEffects } from './testing/dense-effects.js';

const name = (kind: string, index: number) => `${kind}${String(index).padStart(4, '0')}`;

function adjustedRows(rows: readonly DenseRow[], always50: (event: number) => number = () => 0.25): BoardRow[] {
  const collector = new ResultCollector();
  for (const { player, event, score } of rows) {
    const result = { player: name('p', player), event: name('e', event), brier: score, coverage: 1 };
    collector.add({ ...result, edge: null, profitMicrocredits: null });
  }
  const results = runToEnd(collector.finish());
  const baselinesOf = (event: string): EventBaselines => {
    return { always50: always50(Number(event.slice(1))), market: null, benchmark: null, crowd: null };
  };
  const events = new Map(results.events.map(event => [event, baselinesOf(event)]));
  return [...runToEnd(buildBoards({ scope: 'all/*', results, events })).rows.adjusted];
}

/** A connected set: all players are in event 0. */
const connected = fc
  .record({
    players: fc.integer({ min: 2, max: 8 }),
    events: fc.integer({ min: 1, max: 8 }),
    scores: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 64, maxLength: 64 }),
    isIn: fc.array(fc.boolean(), { minLength: 64, maxLength: 64 }),
  })
  .map(({ players, events, scores, isIn }) => {
    const rows: DenseRow[] = [];
    for (let player = 0; player < players; player += 1) {
      for (let event = 0; event < events; event += 1) {
        // Players 0 and 1 have scores on every event, so every event has two players.
        const here = player * 8 + event;
        if (event === 0 || player < 2 || isIn[here]) rows.push({ player, event, score: scores[here] });
      }
    }
    return { players, events, rows };
  });

describe('the adjusted score', () => {
  it('equals a dense least-squares solution', () => {
    const property = fc.property(connected, ({ players, events, rows }) => {
      const dense = denseEffects(rows, players, events);
      const hardness = (event: number) => 0.25 + event / 100;
      const always50 = dense.events.reduce((sum, effect, event) => sum + hardness(event) - effect, 0) / events;
      for (const { player, mean } of adjustedRows(rows, hardness)) {
        expect(Math.abs(mean - (dense.players[Number(player.slice(1))] - always50 + 0.25))).toBeLessThan(1e-11);
      }
    });
    fc.assert(property, { numRuns: 25 });
  });

  it('does not drift if only rounding errors are left', () => {
    const scores = [0, 0, 0, 0, 0, 0.9944436028599597, 0, 0, 0, 0.988841474056187, 2.5714951669224798e-9];
    const where = [0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 5];
    const rows = scores.map((score, k) => ({ player: where[k], event: k < 9 ? k % 2 : (k + 1) % 2, score }));
    const dense = denseEffects(rows, 6, 2);
    const always50 = 0.25 - (dense.events[0] + dense.events[1]) / 2;
    for (const { player, mean } of adjustedRows(rows)) {
      expect(Math.abs(mean - (dense.players[Number(player.slice(1))] - always50 + 0.25))).toBeLessThan(1e-11);
    }
  });

  it('is accurate on a long chain with weak links', () => {
    const length = 60;
    const rows = Array.from({ length }, (_, player): DenseRow[] => [
      { player, event: player, score: (player * 37) % 11 },
      { player, event: (player + 1) % (length + 1), score: (player * 53) % 7 },
    ]).flat();
    const whole = [...rows, { player: length, event: 0, score: 3 }, { player: length, event: length, score: 1 }];
    const dense = denseEffects(whole, length + 1, length + 1);
    const always50 = dense.events.reduce((sum, effect) => sum + 0.25 - effect, 0) / dense.events.length;
    const adjusted = adjustedRows(whole);
    expect(adjusted).toHaveLength(length + 1);
    for (const { player, mean } of adjusted) {
      expect(Math.abs(mean - (dense.players[Number(player.slice(1))] - always50 + 0.25))).toBeLessThan(1e-10);
    }
  });
});

describe('the adjusted score of a player', () => {
  it('does not penalize hard events', () => {
    const rows: DenseRow[] = [0, 1, 2, 3].flatMap(event => {
      const hard = event >= 2 ? 0.3 : 0;
      return [
        { player: 0, event, score: 0.1 + hard },
        { player: event >= 2 ? 1 : 2, event, score: 0.2 + hard },
      ];
    });
    const adjusted = new Map(adjustedRows(rows).map(({ player, mean }) => [player, mean]));
    expect(adjusted.get('p0001')).toBeCloseTo(adjusted.get('p0002')!, 12);
    expect(adjusted.get('p0002')! - adjusted.get('p0000')!).toBeCloseTo(0.1, 12);
  });

  it('is 0.25 for a constant 50 %', () => {
    const always50 = (event: number) => 0.1 + event / 20;
    const property = fc.property(connected, ({ events, rows }) => {
      const others = rows.filter(({ player }) => player > 0);
      const fifty = Array.from({ length: events }, (_, event) => ({ player: 0, event, score: always50(event) }));
      const row = adjustedRows([...others, ...fifty], always50).find(({ player }) => player === 'p0000');
      expect(row?.mean).toBeCloseTo(0.25, 12);
    });
    fc.assert(property, { numRuns: 25 });
  });

  it('excludes events with one player and players outside the largest component', () => {
    const pair = (players: [number, number], event: number) =>
      players.map(player => ({ player, event, score: 0.1 * player }));
    const lone = { player: 9, event: 9, score: 0.5 };
    const larger = [...pair([3, 4], 3), ...pair([4, 5], 4)];
    const named = (rows: DenseRow[]) => adjustedRows(rows).map(({ player }) => Number(player.slice(1)));
    expect(named([lone])).toEqual([]);
    expect(named([...pair([0, 1], 0), ...larger, lone]).sort()).toEqual([3, 4, 5]);
    // Of two components of equal size, the one with the lowest player id.
    expect(named([...pair([6, 7], 6), ...pair([1, 8], 1)]).sort()).toEqual([1, 8]);
  });
});
