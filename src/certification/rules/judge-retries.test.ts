import { describe, expect, it } from 'vitest';
import { judgeRun } from './judge.js';
import { PlayedRun } from './testing/played-run.js';
import type { ReportedMarket } from './trace.js';

function verdictOf({ plan, trace, scenario }: PlayedRun, closed = true) {
  const { verdicts } = judgeRun({ plan, trace, closed });
  const { verdict, evidence, advice } = verdicts.find(each => each.scenario === scenario)!;
  return { verdict, text: evidence.join('\n'), advice };
}

describe('rate-limited', () => {
  it('passes a client that waits and reuses the id', () => {
    const run = new PlayedRun('rate-limited');
    expect(run.order('a')).toMatchObject({ status: 429, retryAfterSeconds: 2 });
    expect(verdictOf(run, false).verdict).toBe('in-progress');
    expect(verdictOf(run)).toMatchObject({ verdict: 'failed', text: expect.stringContaining('never retried') });
    run.wait(2_000).order('a');
    expect(verdictOf(run)).toMatchObject({ verdict: 'passed', advice: null });
  });

  it('fails a client that retries early, even if it waits afterwards', () => {
    const run = new PlayedRun('rate-limited');
    run.order('a');
    expect(run.wait(900).order('a')).toMatchObject({ status: 429, retryAfterSeconds: 2 });
    run.wait(2_000).order('a');
    expect(verdictOf(run).text).toBe('a was retried 0.90 s after 429 RATE_LIMITED, although Retry-After was 2 s');
  });

  it('fails for a new id', () => {
    const run = new PlayedRun('rate-limited');
    run.order('a');
    run.wait(2_000).order('b');
    expect(verdictOf(run)).toMatchObject({
      verdict: 'failed',
      text: 'retried 1 time with 2 different clientOrderIds: a, b → 1 effect',
      advice: expect.stringContaining('once, before the first attempt'),
    });
  });
});

describe('rate-limited, with an invalid order', () => {
  const refused = () => {
    const run = new PlayedRun('rate-limited');
    run.order('a');
    expect(run.wait(2_000).order('a', {}, 400, 'INVALID_PAYLOAD').fault).toBeNull();
    return run;
  };

  it('passes a correction under the id that had to wait, and under no other id', () => {
    const kept = refused();
    kept.order('a');
    expect(verdictOf(kept)).toMatchObject({ verdict: 'passed', text: expect.stringContaining('with the same id') });
    const renamed = refused();
    renamed.order('b');
    expect(verdictOf(renamed)).toMatchObject({
      verdict: 'failed',
      text: expect.stringContaining('b, a new id, was accepted instead'),
    });
  });
});

describe('reply-lost', () => {
  const showing = (...orders: string[]): ReportedMarket[] => [
    { scenario: 'reply-lost', status: null, sequence: null, orders },
  ];

  it('counts effects of new ids', () => {
    const run = new PlayedRun('reply-lost', 2);
    for (const id of ['co-1', 'co-2', 'co-3']) run.order(id);
    expect(run.trace.map(({ status }) => status)).toEqual([null, null, 201]);
    expect(verdictOf(run).text).toBe('retried 2 times with 3 different clientOrderIds: co-1, co-2, co-3 → 3 effects');
  });

  it('allows another id for an order that the arena rejected', () => {
    const run = new PlayedRun('reply-lost');
    expect(run.order('wrong', {}, 400, 'INVALID_PAYLOAD')).toMatchObject({ status: 400, fault: null });
    expect(run.order('a').status).toBeNull();
    run.order('a', {}, 200);
    expect(verdictOf(run).verdict).toBe('passed');
    run.order('b');
    expect(verdictOf(run).text).toContain('2 different clientOrderIds: a, b → 2 effects');
  });

  it.each([
    ['sending again', (run: PlayedRun) => run.order('a', {}, 200), 'passed'],
    ['looking it up', (run: PlayedRun) => run.send({ kind: 'lookup', clientId: 'a', scenario: null }), 'passed'],
    ['a list that shows it', (run: PlayedRun) => run.send({ kind: 'lookup', told: showing('a') }), 'passed'],
    ['a list that shows others', (run: PlayedRun) => run.send({ kind: 'lookup', told: showing('b', 'aa') }), 'failed'],
    ['a list that shows none', (run: PlayedRun) => run.send({ kind: 'lookup', scenario: null }), 'failed'],
    [
      'the same id on another event',
      (run: PlayedRun) =>
        run.send({ kind: 'lookup', told: showing('a').map(each => ({ ...each, scenario: 'stale-book' })) }),
      'failed',
    ],
    [
      'asking for it on another event',
      (run: PlayedRun) => run.send({ kind: 'lookup', clientId: 'a', scenario: 'server-errors' }),
      'failed',
    ],
    ['looking up another', (run: PlayedRun) => run.send({ kind: 'lookup', clientId: 'b', scenario: null }), 'failed'],
    ['forgetting it', () => {}, 'failed'],
  ])('%s', (_, next, verdict) => {
    const run = new PlayedRun('reply-lost');
    run.order('a');
    next(run);
    expect(verdictOf(run).verdict).toBe(verdict);
  });
});

describe('unknown outcomes', () => {
  it('pass after a lookup before anything else', () => {
    const placed = new PlayedRun('unknown-placed');
    expect(placed.order('a')).toMatchObject({ status: 504, truth: 201 });
    placed.send({ kind: 'lookup', clientId: 'a', scenario: null });
    expect(verdictOf(placed).verdict).toBe('passed');
    const absent = new PlayedRun('unknown-not-placed');
    expect(absent.order('a')).toMatchObject({ status: 202, truth: null });
    absent.send({ kind: 'lookup', clientId: 'a', scenario: null });
    expect(verdictOf(absent).text).toContain('never retried');
    absent.order('a');
    expect(verdictOf(absent).verdict).toBe('passed');
  });

  it('fail after a blind retry, with the old id or a new one', () => {
    for (const id of ['a', 'b']) {
      const run = new PlayedRun('unknown-placed');
      run.order('a');
      run.order(id, {}, id === 'a' ? 200 : 201);
      run.send({ kind: 'lookup', clientId: 'a', scenario: null });
      expect(verdictOf(run).text).toContain(`${id} was sent before any lookup`);
      expect(verdictOf(run).text.includes('2 effects')).toBe(id === 'b');
    }
  });

  it('fail after a second order next to the one that was found', () => {
    const run = new PlayedRun('unknown-placed');
    run.order('a');
    run.send({ kind: 'lookup', clientId: 'a', scenario: null });
    run.order('b');
    expect(verdictOf(run)).toMatchObject({ verdict: 'failed', text: expect.stringContaining('2 effect(s)') });
  });
});

describe('an unknown outcome of an order that was not placed', () => {
  const lookedUp = () => {
    const run = new PlayedRun('unknown-not-placed');
    run.order('a');
    run.send({ kind: 'lookup', clientId: 'a', scenario: null });
    return run;
  };

  it('requires the same id for the retry', () => {
    const run = lookedUp();
    run.order('b');
    expect(verdictOf(run)).toMatchObject({
      verdict: 'failed',
      text: expect.stringContaining('b was sent for the same order as a: 1 effect(s)'),
      advice: expect.stringContaining('may still arrive'),
    });
  });

  it('fails for a new id even after the old one, unless it is rejected as invalid', () => {
    const run = lookedUp();
    run.order('a');
    run.order('b', {}, 400, 'INVALID_PAYLOAD');
    expect(verdictOf(run).verdict).toBe('passed');
    run.order('c');
    expect(verdictOf(run).text).toContain('c was sent for the same order as a: 2 effect(s)');
  });

  it('passes a correction of an order that the arena then rejects, under any id', () => {
    for (const id of ['a', 'b']) {
      const run = lookedUp();
      run.order('a', {}, 400, 'INVALID_PAYLOAD');
      expect(verdictOf(run).text).toContain('no order was accepted after that');
      run.order(id);
      const { verdict, text } = verdictOf(run);
      expect([verdict, text.includes('with the same id'), text.includes('b was placed instead')]).toEqual([
        'passed',
        id === 'a',
        id === 'b',
      ]);
      run.order('c');
      expect(verdictOf(run).text).toContain(`c was sent for the same order as ${id}: 2 effect(s)`);
    }
  });

  it('may still arrive if the service only asked to wait', () => {
    const run = lookedUp();
    run.order('a', {}, 429, 'RATE_LIMITED');
    run.order('b');
    expect(verdictOf(run).text).toContain('b was sent for the same order as a: 1 effect(s)');
  });
});

describe('the description of a lookup', () => {
  const told: ReportedMarket[] = [{ scenario: 'unknown-placed', status: null, sequence: null, orders: ['a'] }];

  it.each<[Parameters<PlayedRun['send']>[0], string]>([
    [{ kind: 'lookup', clientId: 'a', path: '/api/play/v1/orders' }, 'looked up by clientOrderId'],
    [{ kind: 'lookup', told, path: '/api/play/v1/orders' }, 'found it in a list'],
    [{ kind: 'lookup', told, path: '/api/play/v1/orders/ord_1' }, 'found it with GET /api/play/v1/orders/ord_1'],
  ])('names the method: %j', (lookUp, text) => {
    const run = new PlayedRun('unknown-placed');
    run.order('a');
    run.send(lookUp);
    expect(verdictOf(run).text).toContain(`\n${text} before another order was sent`);
    const lost = new PlayedRun('reply-lost');
    lost.order('a');
    lost.send({ ...lookUp, told: lookUp.told?.map(each => ({ ...each, scenario: 'reply-lost' })) });
    expect(verdictOf(lost).text).toContain(`\n${text}: 1 effect`);
  });
});

describe('server-errors', () => {
  /** Each series contains the back-offs of one intended order. */
  const played = (...series: readonly (readonly number[])[]) => {
    const run = new PlayedRun('server-errors');
    series.forEach((pauses, wish) => {
      run.wait(5).order(`wish-${wish}`);
      for (const pause of pauses) run.wait(pause).order(`wish-${wish}`);
    });
    return run;
  };
  const jittered = [120, 310, 90, 1400, 2600];
  const otherwise = [230, 560, 900, 2200, 3900];

  it('passes for two orders with jittered delays', () => {
    const { verdict, text } = verdictOf(played(jittered, otherwise));
    expect([verdict, text]).toEqual([
      'passed',
      [
        'wish-0 received 500 5 time(s), pauses: 0.12 s, 0.31 s, 0.09 s, 1.40 s, 2.60 s',
        'wish-1 received 500 5 time(s), pauses: 0.23 s, 0.56 s, 0.90 s, 2.20 s, 3.90 s',
        'each was eventually accepted under its own id',
      ].join('\n'),
    ]);
  });

  it('fails for equal delays of both, and for one order alone once the run ends', () => {
    const twice = verdictOf(played([254, 503, 1006, 2004, 4003], [257, 505, 1003, 2003, 4005]));
    expect([twice.verdict, twice.text]).toEqual(['failed', expect.stringContaining('they have no jitter')]);
    expect(twice.advice).toContain('full jitter');
    const once = played([1000, 1001, 1002, 1003, 1004]);
    expect(verdictOf(once, false).verdict).toBe('in-progress');
    expect(verdictOf(once).text).toContain('uniform');
  });

  it('does not pass before the second order, nor with a third', () => {
    const once = played(jittered);
    expect(verdictOf(once, false)).toMatchObject({ verdict: 'in-progress', advice: null });
    expect(verdictOf(once)).toMatchObject({
      verdict: 'failed',
      text: expect.stringContaining('no second order followed'),
      advice: expect.stringContaining('as the task says'),
    });
    const thrice = played(jittered, otherwise, []);
    expect(thrice.trace.at(-1)?.status).toBe(201);
    expect(verdictOf(thrice).text).toContain('3 orders were placed instead of 2');
  });

  it('treats the id of an accepted order as a replay', () => {
    const run = played(jittered);
    expect(run.order('wish-0', {}, 200)).toMatchObject({ fault: null, status: 200 });
    run.order('wish-1');
    for (const pause of otherwise) run.wait(pause).order('wish-1');
    run.order('wish-0', {}, 200);
    expect(verdictOf(run).verdict).toBe('passed');
  });

  it('fails a client that gives up, on the first or second order', () => {
    expect(verdictOf(played([200, 500])).text).toContain('gave up');
    expect(verdictOf(played(jittered, [200, 500])).text).toContain('gave up');
  });

  it('fails for a new id within one order', () => {
    const run = played(jittered);
    for (const id of ['b', 'c']) run.wait(300).order(id);
    expect(verdictOf(run).text).toContain('retried 1 time with 2 different clientOrderIds: b, c');
  });
});

describe('invalid-order', () => {
  const refusedOnce = () => {
    const run = new PlayedRun('invalid-order');
    expect(run.order('a', { amountCredits: 5, bodyDigest: 'five' }).status).toBe(400);
    return run;
  };

  it('passes a correction or giving up', () => {
    const run = refusedOnce();
    expect(verdictOf(run, false).verdict).toBe('in-progress');
    expect(verdictOf(run)).toMatchObject({ verdict: 'passed', text: expect.stringContaining('given up') });
    run.order('b', { amountCredits: 2, bodyDigest: 'two' });
    expect(verdictOf(run, false).verdict).toBe('passed');
  });

  it('fails for the same order again, under any id', () => {
    const run = refusedOnce();
    run.order('b', { amountCredits: 5, bodyDigest: 'five' });
    expect(verdictOf(run).text).toContain('the order of 5 credits was rejected and sent 1 more time(s)');
  });

  it.each([
    ['another wrong order twice', { amountCredits: 4, bodyDigest: 'four' }, 201],
    ['an order that the arena itself refuses twice', { amountCredits: 0, bodyDigest: 'none' }, 400],
  ])('fails a client with %s', (_, wrong, truth) => {
    const run = refusedOnce();
    run.order('b', wrong, truth);
    run.order('c', { amountCredits: 3, bodyDigest: 'three' });
    run.order('d', wrong, truth);
    run.order('e', { amountCredits: 2, bodyDigest: 'two' });
    expect(verdictOf(run)).toMatchObject({ verdict: 'failed', text: expect.stringContaining('sent 1 more time(s)') });
  });

  it('fails for too many credits again, regardless of other changes', () => {
    const varied = refusedOnce();
    for (let count = 1; count < 8; count += 1)
      varied.order(`b${count}`, { amountCredits: 5, bodyDigest: `at ${count}` });
    expect(verdictOf(varied)).toMatchObject({
      verdict: 'failed',
      text: expect.stringContaining('b1 requested 5 credits after that'),
    });
    const groping = refusedOnce();
    for (const credits of [3, 2]) groping.order('a', { amountCredits: credits, bodyDigest: String(credits) });
    expect(verdictOf(groping).text).toContain('a requested 3 credits after that');
  });

  it('does not occur for a small order', () => {
    const run = new PlayedRun('invalid-order');
    run.order('a');
    expect(verdictOf(run).text).toContain('never occurred');
  });
});
