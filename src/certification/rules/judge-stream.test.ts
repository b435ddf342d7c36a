import { describe, expect, it } from 'vitest';
import { decideMessage } from './decide-fault.js';
import { judgeRun } from './judge.js';
import { PlayedRun } from './testing/played-run.js';

function verdictOf({ plan, trace, scenario }: PlayedRun, closed = true) {
  const { verdicts } = judgeRun({ plan, trace, closed });
  const { verdict, evidence } = verdicts.find(each => each.scenario === scenario)!;
  return { verdict, text: evidence.join('\n') };
}

const untilGap = () => {
  const run = new PlayedRun('stream-sequence');
  run.send({ kind: 'stream' });
  run.order('a');
  run.tell(1, 'sent-twice');
  run.order('b');
  run.tell(2, 'withheld');
  return run;
};

describe('stream-sequence', () => {
  it('passes one order per trade and a replay at the gap', () => {
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
      'an unavailable replay',
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

  it('fails a client that acts on the duplicate', () => {
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

describe('stream-sequence as a whole', () => {
  it('fails for an order without a trade', () => {
    const late = untilGap();
    late.send({ kind: 'replay', sequence: 1 });
    late.order('c');
    late.order('d');
    for (const sequence of [3, 4]) late.tell(sequence);
    expect(verdictOf(late)).toMatchObject({
      verdict: 'failed',
      text: expect.stringContaining('d was order 4 after only 2 trade(s) on the stream'),
    });
    const early = new PlayedRun('stream-sequence');
    early.send({ kind: 'stream' });
    for (const id of ['a', 'b', 'c']) early.order(id);
    early.tell(1, 'sent-twice');
    early.tell(2, 'withheld');
    early.send({ kind: 'replay', sequence: 1 });
    early.order('d');
    expect(verdictOf(early).text).toContain('b was order 2 after only 0 trade(s) on the stream');
  });

  it('counts a repeated order once, and trades that a snapshot showed', () => {
    const run = untilGap();
    run.send({ kind: 'replay', sequence: 1 });
    for (const truth of [201, 200]) run.order('c', {}, truth);
    run.tell(3);
    run.order('d');
    // The stream was disconnected before trade 4 was sent.
    run.send({ kind: 'snapshot' });
    run.order('e');
    expect(verdictOf(run).verdict).toBe('passed');
  });
});

describe('messages', () => {
  /** Decides and records, as the service does. */
  const told = (run: PlayedRun, connection: number, sequence: number) => {
    const fate = decideMessage(run.trace, connection, sequence);
    run.tell(sequence, fate, connection);
    return fate;
  };

  it('sends one trade twice and omits the next one, once', () => {
    const run = new PlayedRun('stream-sequence');
    const { number } = run.send({ kind: 'stream' });
    expect([7, 8, 8, 9].map(sequence => told(run, number, sequence))).toEqual(['sent-twice', 'withheld', null, null]);
  });

  it('does the same on every open connection, in any order', () => {
    const run = new PlayedRun('stream-sequence');
    const [a, b] = [run.send({ kind: 'stream' }).number, run.send({ kind: 'stream' }).number];
    expect([told(run, a, 1), told(run, b, 1)]).toEqual(['sent-twice', 'sent-twice']);
    const joining = run.send({ kind: 'stream' }).number;
    expect([told(run, b, 2), told(run, joining, 2), told(run, a, 2)]).toEqual(Array(3).fill('withheld'));
    expect([told(run, a, 3), told(run, b, 3), told(run, joining, 3)]).toEqual([null, null, null]);
  });

  it('keeps two connections consistent if one lags', () => {
    const run = new PlayedRun('stream-sequence');
    const [a, b] = [run.send({ kind: 'stream' }).number, run.send({ kind: 'stream' }).number];
    expect([1, 2, 3].map(sequence => told(run, a, sequence))).toEqual(['sent-twice', 'withheld', null]);
    expect([1, 2, 3].map(sequence => told(run, b, sequence))).toEqual(['sent-twice', 'withheld', null]);
  });

  it('omits nothing on a stream that is opened after the gap', () => {
    const run = new PlayedRun('stream-sequence');
    const { number } = run.send({ kind: 'stream' });
    for (const sequence of [1, 2]) told(run, number, sequence);
    const resumed = run.send({ kind: 'stream', sequence: 0 }).number;
    expect([1, 2, 3].map(sequence => told(run, resumed, sequence))).toEqual([null, null, null]);
  });
});
