import { describe, expect, it } from 'vitest';
import { judgeRun } from './judge.js';
import type { ScenarioId } from './scenarios.js';
import { PlayedRun } from './testing/played-run.js';
import type { TraceEntry } from './trace.js';

/** Judges with the orders that the agent actually has on the event. */
function verdictOf({ plan, trace, scenario }: PlayedRun, ...ids: string[]) {
  const placed = new Map([[scenario, ids]]);
  const { verdicts } = judgeRun({ plan, trace, closed: true, placed });
  const { verdict, evidence } = verdicts.find(each => each.scenario === scenario)!;
  return [verdict, evidence.join('\n')];
}

const past = (id: string) => ['failed', `orders on this event that bypassed the run: ${id}`];

describe('an order that bypassed the run', () => {
  it.each<[ScenarioId, (run: PlayedRun) => unknown]>([
    ['rate-limited', run => [run.order('a'), run.wait(3_000).order('a', {}, 200)]],
    [
      'trading-paused',
      run => [run.order('a'), run.send({ kind: 'read', scenario: null }), run.wait(3_000).order('a', {}, 200)],
    ],
    ['key-revoked', run => [run.order('a', {}, 200), run.order('b')]],
    ['invalid-order', run => run.order('a', { amountCredits: 5 })],
  ])('fails %s even if the run has recorded its id', (scenario, play) => {
    const run = new PlayedRun(scenario);
    play(run);
    expect(verdictOf(run)[0]).toBe('passed');
    expect(verdictOf(run, 'a')).toEqual(past('a'));
  });

  it('is not one that the run itself has placed, hidden or not', () => {
    const hidden = new PlayedRun('reply-lost');
    expect(hidden.order('a')).toMatchObject({ status: null, truth: 201 });
    hidden.order('a', {}, 200);
    expect(verdictOf(hidden, 'a')[0]).toBe('passed');
    expect(verdictOf(hidden, 'a', 'b')).toEqual(past('b'));
  });

  it.each<[string, Partial<TraceEntry>]>([
    ['a node stopped before it was recorded', { endedAt: null, status: null, truth: null }],
    ['the service itself did not know', { status: 504, truth: 504 }],
  ])('is not one of unknown origin: %s', (_, left) => {
    const run = new PlayedRun('rate-limited');
    run.order('a');
    Object.assign(run.wait(3_000).order('a'), left);
    run.order('a', {}, 200);
    expect(verdictOf(run, 'a')[0]).toBe('passed');
  });
});
