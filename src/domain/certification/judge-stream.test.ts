import { describe, expect, it } from 'vitest';
import { decideMessage } from './decide-fault.js';
import { judgeRun } from './judge.js';
import { PlayedRun } from './testing/played-run.js';

function verdictOf({ plan, trace, scenario }: PlayedRun, closed = true) {
  const { verdicts } = judgeRun({ plan, trace, closed });
  const { verdict, evidence } = verdicts.find(each => each.scenario === scenario)!;
  return { verdict, text: evidence.join('\n') };
}

describe('stream-sequence', () => {
  const untilGap = () => {
    const run = new PlayedRun('stream-sequence');
    run.send({ kind: 'stream' });
    run.order('a');
    run.tell(1, 'sent-twice');
    run.order('b');
    run.tell(2, 'withheld');
    return run;
  };

  it('is passed by one order a trade and a replay at the gap', () => {
    const run = untilGap();
    run.send({ kind: 'replay', sequence: 1 });
    run.order('c');
    expect(verdictOf(run).verdict).toBe('passed');
  });

  it.each([
    ['a stream that goes on from before', { kind: 'stream', sequence: 1 } as const, true],
    ['a stream that begins with a snapshot', { kind: 'stream', sequence: 0 } as const, true],
    ['a snapshot', { kind: 'snapshot' } as const, true],
    [
      'a snapshot of many markets',
      {
        kind: 'snapshot',
        scenario: null,
        told: [{ scenario: 'stream-sequence', status: 'active', sequence: 2 }],
      } as const,
      true,
    ],
    ['a snapshot of another market', { kind: 'snapshot', scenario: 'reply-lost' } as const, false],
    [
      'a replay that can not be had',
      { kind: 'replay', sequence: 1, told: [{ scenario: 'stream-sequence', status: null, sequence: null }] } as const,
      false,
    ],
    ['a read of the event', { kind: 'read' } as const, false],
    ['a preview', { kind: 'preview' } as const, false],
    ['a look at its own orders there', { kind: 'lookup', clientId: '*' } as const, false],
    ['a replay from behind the gap', { kind: 'replay', sequence: 2 } as const, false],
    ['a stream from now on', { kind: 'stream' } as const, false],
    ['a look at another market', { kind: 'read', scenario: 'reply-lost' } as const, false],
  ])('the gap and %s', (_, repair, closes) => {
    const run = untilGap();
    run.send(repair);
    run.order('c');
    expect(verdictOf(run).verdict).toBe(closes ? 'passed' : 'failed');
  });

  it('is failed by acting on the duplicate', () => {
    const run = new PlayedRun('stream-sequence');
    run.send({ kind: 'stream' });
    run.order('a');
    run.tell(1, 'sent-twice');
    run.order('b');
    run.order('c');
    run.tell(2, 'withheld');
    expect(verdictOf(run).text).toContain('2 orders followed 1 trade(s): the duplicate was acted on');
  });
});

describe('messages', () => {
  it('sends one trade twice and leaves the next one out, once', () => {
    const run = new PlayedRun('stream-sequence');
    const fates = [7, 8, 8, 9].map(sequence => {
      const fate = decideMessage(run.trace, sequence);
      run.tell(sequence, fate);
      return fate;
    });
    expect(fates).toEqual(['sent-twice', 'withheld', null, null]);
  });
});
