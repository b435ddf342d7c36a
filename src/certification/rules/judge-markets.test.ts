import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeRun } from './judge.js';
import { planOf, type ScenarioId, scenarioIds } from './scenarios.js';
import { PlayedRun } from './testing/played-run.js';
import { type TraceEntry, traceKinds } from './trace.js';

function verdictOf({ plan, trace, scenario }: PlayedRun, closed = true) {
  const { verdicts } = judgeRun({ plan, trace, closed });
  const { verdict, evidence } = verdicts.find(each => each.scenario === scenario)!;
  return { verdict, text: evidence.join('\n') };
}

function stale(): PlayedRun {
  const run = new PlayedRun('stale-book');
  run.send({ kind: 'preview' });
  expect(run.order('a', { sequence: 1 }, 409, 'STALE_ORDERBOOK').fault).toBe('market-moved');
  return run;
}

describe('stale-book', () => {
  it('passes a client that reads the new sequence', () => {
    const run = stale();
    run.send({ kind: 'preview' });
    run.order('b', { sequence: 3 });
    expect(verdictOf(run).verdict).toBe('passed');
  });

  it.each([
    ['no read', (run: PlayedRun) => run.order('a', { sequence: 3 }), 'before the client read a newer sequence'],
    [
      'a read of another market',
      (run: PlayedRun) => [run.send({ kind: 'read', scenario: 'reply-lost' }), run.order('a', { sequence: 3 })],
      'before the client read a newer sequence',
    ],
    [
      'a lookup of its orders',
      (run: PlayedRun) => [run.send({ kind: 'lookup', clientId: '*' }), run.order('a', { sequence: 3 })],
      'before the client read a newer sequence',
    ],
    [
      'a read of the old book',
      (run: PlayedRun) => [
        run.send({ kind: 'snapshot', told: [{ scenario: 'stale-book', status: 'active', sequence: 1 }] }),
        run.order('a', { sequence: 3 }),
      ],
      'before the client read a newer sequence',
    ],
    [
      'the old sequence again',
      (run: PlayedRun) => [run.send({ kind: 'preview' }), run.order('a', { sequence: 1 }, 409, 'STALE_ORDERBOOK')],
      'the old ifSequence',
    ],
    ['no further sequence', (run: PlayedRun) => [run.send({ kind: 'read' }), run.order('a')], 'no ifSequence'],
    [
      'no sequence on the last order',
      (run: PlayedRun) => [
        run.send({ kind: 'preview' }),
        run.order('a', { sequence: 2 }, 409, 'STALE_ORDERBOOK'),
        run.order('a'),
      ],
      'a had no ifSequence',
    ],
    [
      'a sequence that was never shown',
      (run: PlayedRun) => [run.send({ kind: 'preview' }), run.order('a', { sequence: 4 })],
      'a had ifSequence 4, which the client had not read after the rejection',
    ],
    ['nothing', () => {}, 'no order followed'],
    [
      'two orders',
      (run: PlayedRun) => [
        run.send({ kind: 'preview' }),
        run.order('a', { sequence: 3 }),
        run.order('b', { sequence: 4 }),
      ],
      '2 orders were placed instead of one',
    ],
  ])('fails a client with %s', (_, next, text) => {
    const run = stale();
    next(run);
    expect(verdictOf(run)).toMatchObject({ verdict: 'failed', text: expect.stringContaining(text) });
  });
});

describe('stale-book with a stream', () => {
  const listened = (sequence: number) => {
    const run = stale();
    run.send({ kind: 'stream' });
    run.tell(3, null, 3, [{ scenario: 'stale-book', status: 'active', sequence: 3 }]);
    run.order('b', { sequence });
    return verdictOf(run);
  };

  it('passes with the sequence that a stream has sent, and with no other', () => {
    expect(listened(3)).toMatchObject({
      verdict: 'passed',
      text: expect.stringContaining('received the new sequence from a stream'),
    });
    expect(listened(4).text).toContain('b had ifSequence 4, which the client had not read after the rejection');
  });
});

describe('stale-book with several orders', () => {
  it('fails if another order was placed before the rejection', () => {
    const run = new PlayedRun('stale-book');
    run.order('bare');
    run.send({ kind: 'preview' });
    run.order('a', { sequence: 1 }, 409, 'STALE_ORDERBOOK');
    run.send({ kind: 'preview' });
    run.order('b', { sequence: 3 });
    expect(verdictOf(run)).toMatchObject({
      verdict: 'failed',
      text: expect.stringContaining('2 orders were placed instead of one'),
    });
  });

  it('passes a client that is rejected again and reads again', () => {
    const run = new PlayedRun('stale-book');
    run.order('a', { sequence: 1 }, 409, 'STALE_ORDERBOOK');
    run.send({ kind: 'preview' });
    run.order('b', { sequence: 3 }, 409, 'STALE_ORDERBOOK');
    run.sequence = 5;
    run.send({ kind: 'preview' });
    run.order('c', { sequence: 5 });
    expect(verdictOf(run).text).toContain('ordered with ifSequence 5');
  });
});

describe('an order that is rejected for another reason', () => {
  it.each([
    [402, 'INSUFFICIENT_BALANCE'],
    [400, 'INVALID_PAYLOAD'],
    [429, 'RATE_LIMITED'],
  ])('moves the stale book to the next order: %i', (status, code) => {
    const run = new PlayedRun('stale-book');
    expect(run.order('a', { sequence: 1 }, status, code).fault).toBeNull();
    expect(verdictOf(run).text).toBe(`a received ${status} ${code}\nthe stale book never occurred`);
    expect(run.order('b', { sequence: 3 }, 409, 'STALE_ORDERBOOK').fault).toBe('market-moved');
    run.send({ kind: 'preview' });
    run.order('c', { sequence: 5 });
    expect(verdictOf(run).verdict).toBe('passed');
  });

  it('moves the pause to the next order', () => {
    const run = new PlayedRun('market-paused');
    expect(run.order('a', {}, 402, 'INSUFFICIENT_BALANCE').fault).toBeNull();
    expect(verdictOf(run).text).toBe('a received 402 INSUFFICIENT_BALANCE\nthe pause never occurred');
    expect(run.order('b', {}, 409, 'MARKET_PAUSED').fault).toBe('market-paused');
    run.wait(3_000).send({ kind: 'read' });
    run.order('b');
    expect(verdictOf(run).verdict).toBe('passed');
    run.order('c');
    expect(verdictOf(run).text).toContain('2 orders were placed instead of one');
  });
});

describe('market-paused', () => {
  it('passes a client that reads and orders after the pause', () => {
    const run = new PlayedRun('market-paused');
    run.order('a', {}, 409, 'MARKET_PAUSED');
    expect(run.send({ kind: 'read' }).fault).toBeNull();
    expect(run.wait(2_000).send({ kind: 'read' }).fault).toBe('market-resumed');
    run.order('a');
    expect(verdictOf(run)).toMatchObject({
      verdict: 'passed',
      text: expect.stringContaining('read the market 2 time(s)'),
    });
  });

  it('passes a client that follows the stream, with evidence', () => {
    const run = new PlayedRun('market-paused');
    run.order('a', {}, 409, 'MARKET_PAUSED');
    for (const status of ['paused', 'active'] as const)
      run.wait(1_000).tell(1, null, 1, [{ scenario: 'market-paused', status, sequence: null }]);
    run.order('a');
    const { verdict, text } = verdictOf(run);
    expect([verdict, text]).toEqual([
      'passed',
      expect.stringMatching(/\nreceived its status from a stream 2 time\(s\) and ordered again/),
    ]);
  });

  it('fails for orders during the pause, and for guessing its end', () => {
    const pushing = new PlayedRun('market-paused');
    for (let count = 0; count < 3; count += 1) pushing.order('a', {}, 409, 'MARKET_PAUSED');
    expect(verdictOf(pushing, false).text).toContain('2 more order(s) were sent during the pause');
    const fumbling = new PlayedRun('market-paused');
    fumbling.order('a', {}, 409, 'MARKET_PAUSED');
    fumbling.order('b', {}, 429, 'RATE_LIMITED');
    fumbling.wait(2_000).send({ kind: 'read' });
    fumbling.order('a');
    expect(verdictOf(fumbling).text).toContain('1 more order(s) were sent during the pause');
    const guessing = new PlayedRun('market-paused');
    guessing.order('a', {}, 409, 'MARKET_PAUSED');
    guessing.wait(5_000).order('a');
    expect(verdictOf(guessing).text).toContain('without checking');
  });

  it.each<[string, Parameters<PlayedRun['send']>[0], string]>([
    ['a read that still shows the pause', { kind: 'read' }, 'although the market was last seen paused'],
    ['a read of the client’s orders there', { kind: 'lookup', clientId: '*' }, 'without checking'],
    [
      'a book without a status',
      { kind: 'snapshot', told: [{ scenario: 'market-paused', status: null, sequence: 1 }] },
      'without checking',
    ],
    ['the status of another market', { kind: 'read', scenario: 'reply-lost' }, 'without checking'],
  ])('fails a client with %s, a sleep and an order', (_, read, text) => {
    const run = new PlayedRun('market-paused');
    run.order('a', {}, 409, 'MARKET_PAUSED');
    run.send(read);
    expect(run.wait(5_000).order('a').fault).toBe('market-resumed');
    expect(verdictOf(run)).toMatchObject({ verdict: 'failed', text: expect.stringContaining(text) });
  });

  it('passes for any response that shows the market active', () => {
    const active = [{ scenario: 'market-paused', status: 'active', sequence: 3 }] as const;
    for (const read of [{ kind: 'preview' }, { kind: 'read', scenario: null, told: active }] as const) {
      const run = new PlayedRun('market-paused');
      run.order('a', {}, 409, 'MARKET_PAUSED');
      expect(run.wait(2_000).send(read).fault).toBe('market-resumed');
      run.order('a');
      expect(verdictOf(run).verdict).toBe('passed');
    }
  });
});

describe('trading-paused', () => {
  it('passes a client that waits for Retry-After and keeps reading', () => {
    const run = new PlayedRun('trading-paused');
    expect(run.order('a')).toMatchObject({ status: 503, retryAfterSeconds: 2 });
    run.send({ kind: 'read', scenario: null });
    run.wait(2_000).order('a');
    expect(verdictOf(run).verdict).toBe('passed');
    const blind = new PlayedRun('trading-paused');
    blind.order('a');
    blind.wait(2_000).order('a');
    expect(verdictOf(blind).text).toContain('nothing was read before Retry-After ended');
    const asleep = new PlayedRun('trading-paused');
    asleep.order('a');
    asleep.wait(2_001).send({ kind: 'read', scenario: null });
    asleep.order('a');
    expect(verdictOf(asleep).text).toContain('nothing was read before Retry-After ended');
    const early = new PlayedRun('trading-paused');
    early.order('a');
    early.wait(1_000).order('a');
    expect(verdictOf(early).text).toContain('although Retry-After was 2 s');
  });
});

describe('key-revoked', () => {
  const revoked = () => {
    const run = new PlayedRun('key-revoked');
    run.order('a');
    expect(run.order('b')).toMatchObject({ status: 401, truth: null });
    return run;
  };

  it('passes a client that stops, or nearly does', () => {
    const run = revoked();
    expect(verdictOf(run, false).verdict).toBe('in-progress');
    expect(verdictOf(run).verdict).toBe('passed');
    expect(run.send({ kind: 'read', scenario: null }).status).toBe(401);
    expect(verdictOf(run).verdict).toBe('passed');
  });

  it('fails for further attempts, and for any further write', () => {
    const knocking = revoked();
    for (let count = 0; count < 3; count += 1) knocking.send({ kind: 'read', scenario: null });
    expect(verdictOf(knocking).text).toContain('3 more requests followed');
    const writing = revoked();
    writing.order('b');
    expect(verdictOf(writing).text).toContain('1 write(s) followed');
  });
});

const step = fc.record({
  kind: fc.constantFrom(...traceKinds.filter(kind => kind !== 'message')),
  scenario: fc.constantFrom<ScenarioId | null>(...scenarioIds, null),
  clientId: fc.constantFrom('a', 'b', '*', null),
  sequence: fc.constantFrom(1, 2, null),
  amountCredits: fc.constantFrom(1, 5, null),
  waitMs: fc.constantFrom(0, 100, 3_000),
  truth: fc.constantFrom(200, 201, 400, 409),
});

describe('judging', () => {
  it('is a function of the trace alone, and a pass requires every required scenario', () => {
    fc.assert(
      fc.property(fc.nat({ max: 31 }), fc.array(step, { maxLength: 60 }), (seed, steps) => {
        const run = new PlayedRun('reply-lost', seed);
        for (const { waitMs, truth, ...sent } of steps) run.wait(waitMs).send({ bodyDigest: 'x', ...sent }, truth);
        const state = { plan: planOf(seed), trace: run.trace as readonly TraceEntry[], closed: true };
        const judged = judgeRun(state);
        expect(judgeRun(structuredClone(state))).toEqual(judged);
        expect(judged.verdicts.map(({ scenario }) => scenario)).toEqual(scenarioIds);
        expect(judged.verdicts.some(({ verdict }) => verdict === 'in-progress')).toBe(false);
        expect(judged.passed).toBe(judged.verdicts.every(({ verdict }) => verdict === 'passed'));
        for (const { verdict, evidence, advice } of judged.verdicts) {
          expect(advice === null).toBe(verdict !== 'failed');
          expect(evidence.length > 0).toBe(verdict !== 'not-tried');
        }
      }),
    );
  });

  it('never passes an order with two effects', () => {
    const retried: readonly ScenarioId[] = ['rate-limited', 'reply-lost', 'unknown-placed', 'unknown-not-placed'];
    fc.assert(
      fc.property(fc.constantFrom(...retried), fc.array(step, { maxLength: 20 }), (scenario, steps) => {
        const run = new PlayedRun(scenario);
        for (const { kind, clientId, waitMs } of steps) run.wait(waitMs).send({ kind, clientId });
        const orders = run.trace.filter(({ kind, truth }) => kind === 'order' && truth === 201);
        fc.pre(new Set(orders.map(({ clientId }) => clientId)).size > 1);
        expect(verdictOf(run).verdict).toBe('failed');
      }),
    );
  });
});
