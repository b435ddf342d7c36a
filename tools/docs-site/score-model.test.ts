import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildBoards } from '../../src/scoring/rules/boards.js';
import { ResultCollector } from '../../src/scoring/rules/result-table.js';
import { runToEnd } from '../../src/scoring/rules/score-forecasts.js';
import { adjustedScores, scorePlayer } from '../../web/docs/score-model.js';

type Scores = readonly (readonly (number | null)[])[];

/** The adjusted scores as the leaderboards compute them. */
function boardScores(players: Scores): number[] {
  const collector = new ResultCollector();
  for (const [player, scores] of players.entries()) {
    for (const [event, brier] of scores.entries()) {
      if (brier === null) continue;
      const names = { player: `p${player}`, event: `e${event}` };
      collector.add({ ...names, brier, coverage: 1, edge: null, profitMicrocredits: null });
    }
  }
  const results = runToEnd(collector.finish());
  const baselines = { always50: 0.25, market: null, benchmark: null, crowd: null };
  const events = new Map(results.events.map(event => [event, baselines]));
  const { rows } = runToEnd(buildBoards({ scope: 'all/*', results, events }));
  return players.map((_, index) => rows.adjusted.find(({ player }) => player === `p${index}`)?.mean ?? Number.NaN);
}

describe('the interactive scoring example', () => {
  it('adjusts scores as the leaderboards do', () => {
    const score = fc.double({ min: 0, max: 1, noNaN: true });
    const own = fc
      .tuple(fc.option(score), fc.option(score), fc.option(score))
      .filter(list => list.some(s => s !== null));
    const others = fc.tuple(fc.tuple(score, score, score), fc.tuple(score, score, score));
    const property = fc.property(own, others, (first, rest) => {
      const players = [first, ...rest];
      const expected = boardScores(players);
      for (const [index, value] of adjustedScores(players).entries()) expect(value).toBeCloseTo(expected[index], 9);
    });
    fc.assert(property, { numRuns: 50 });
  });

  it('has the numbers of a forecast that can be checked by hand', () => {
    const events = [
      { title: 'a', market: 0.5, happened: true },
      { title: 'b', market: 0.7, happened: false },
    ];
    const result = scorePlayer(events, [0.6, 0.2], [[0.5, 0.5]]);
    expect(result?.brier).toBeCloseTo((0.16 + 0.04) / 2, 12);
    expect(result?.edge).toBeCloseTo((0.25 - 0.16 + 0.49 - 0.04) / 2, 12);
    expect(scorePlayer(events, [null, null], [[0.5, 0.5]])).toBeNull();
  });
});
