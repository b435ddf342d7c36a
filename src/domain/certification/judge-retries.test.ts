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
  it('is passed by who waits and keeps the id', () => {
    const run = new PlayedRun('rate-limited');
    expect(run.order('a')).toMatchObject({ status: 429, retryAfterSeconds: 2 });
    expect(verdictOf(run, false).verdict).toBe('in-progress');
    expect(verdictOf(run)).toMatchObject({ verdict: 'failed', text: expect.stringContaining('never came back') });
    run.wait(2_000).order('a');
    expect(verdictOf(run)).toMatchObject({ verdict: 'passed', advice: null });
  });

  it('is failed by who comes early, even if it waits afterwards', () => {
    const run = new PlayedRun('rate-limited');
    run.order('a');
    expect(run.wait(900).order('a')).toMatchObject({ status: 429, retryAfterSeconds: 2 });
    run.wait(2_000).order('a');
    expect(verdictOf(run).text).toBe('a came back 0.90 s after 429 RATE_LIMITED, although Retry-After said 2 s');
  });

  it('is failed by a new id', () => {
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

describe('rate-limited, with a mistake in the order', () => {
  const refused = () => {
    const run = new PlayedRun('rate-limited');
    run.order('a');
    expect(run.wait(2_000).order('a', {}, 400, 'INVALID_PAYLOAD').fault).toBeNull();
    return run;
  };

  it('is passed by who corrects it under the id that was told to wait, and by no other id', () => {
    const kept = refused();
    kept.order('a');
    expect(verdictOf(kept)).toMatchObject({ verdict: 'passed', text: expect.stringContaining('with the same id') });
    const renamed = refused();
    renamed.order('b');
    expect(verdictOf(renamed)).toMatchObject({
      verdict: 'failed',
      text: expect.stringContaining('b was accepted in its place, a new id'),
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

  it('lets an order that the arena refused be corrected under another id', () => {
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
  it('are passed by a look-up before anything else', () => {
    const placed = new PlayedRun('unknown-placed');
    expect(placed.order('a')).toMatchObject({ status: 504, truth: 201 });
    placed.send({ kind: 'lookup', clientId: 'a', scenario: null });
    expect(verdictOf(placed).verdict).toBe('passed');
    const absent = new PlayedRun('unknown-not-placed');
    expect(absent.order('a')).toMatchObject({ status: 202, truth: null });
    absent.send({ kind: 'lookup', clientId: 'a', scenario: null });
    expect(verdictOf(absent).text).toContain('never sent again');
    absent.order('a');
    expect(verdictOf(absent).verdict).toBe('passed');
  });

  it('are failed by sending again blindly, with an old id or a new one', () => {
    for (const id of ['a', 'b']) {
      const run = new PlayedRun('unknown-placed');
      run.order('a');
      run.order(id, {}, id === 'a' ? 200 : 201);
      run.send({ kind: 'lookup', clientId: 'a', scenario: null });
      expect(verdictOf(run).text).toContain(`${id} was sent before anything was looked up`);
      expect(verdictOf(run).text.includes('2 effects')).toBe(id === 'b');
    }
  });

  it('are failed by a second order beside the one that was found', () => {
    const run = new PlayedRun('unknown-placed');
    run.order('a');
    run.send({ kind: 'lookup', clientId: 'a', scenario: null });
    run.order('b');
    expect(verdictOf(run)).toMatchObject({ verdict: 'failed', text: expect.stringContaining('2 effect(s)') });
  });
});

describe('an unknown outcome that was a no', () => {
  const lookedUp = () => {
    const run = new PlayedRun('unknown-not-placed');
    run.order('a');
    run.send({ kind: 'lookup', clientId: 'a', scenario: null });
    return run;
  };

  it('needs the same id for what is sent again', () => {
    const run = lookedUp();
    run.order('b');
    expect(verdictOf(run)).toMatchObject({
      verdict: 'failed',
      text: expect.stringContaining('b was sent for the same wish, beside a: 1 effect(s)'),
      advice: expect.stringContaining('may still arrive'),
    });
  });

  it('is failed by a new id even after the old one, unless it is refused for a mistake', () => {
    const run = lookedUp();
    run.order('a');
    run.order('b', {}, 400, 'INVALID_PAYLOAD');
    expect(verdictOf(run).verdict).toBe('passed');
    run.order('c');
    expect(verdictOf(run).text).toContain('c was sent for the same wish, beside a: 2 effect(s)');
  });

  it('is passed by who corrects what the arena then refuses, under whatever id', () => {
    for (const id of ['a', 'b']) {
      const run = lookedUp();
      run.order('a', {}, 400, 'INVALID_PAYLOAD');
      expect(verdictOf(run).text).toContain('no order was accepted after that');
      run.order(id);
      const { verdict, text } = verdictOf(run);
      expect([verdict, text.includes('with the same id'), text.includes('b placed instead')]).toEqual([
        'passed',
        id === 'a',
        id === 'b',
      ]);
      run.order('c');
      expect(verdictOf(run).text).toContain(`c was sent for the same wish, beside ${id}: 2 effect(s)`);
    }
  });

  it('can still arrive where the service only asked to wait', () => {
    const run = lookedUp();
    run.order('a', {}, 429, 'RATE_LIMITED');
    run.order('b');
    expect(verdictOf(run).text).toContain('b was sent for the same wish, beside a: 1 effect(s)');
  });
});

describe('what is said of a look-up', () => {
  const told: ReportedMarket[] = [{ scenario: 'unknown-placed', status: null, sequence: null, orders: ['a'] }];

  it.each<[Parameters<PlayedRun['send']>[0], string]>([
    [{ kind: 'lookup', clientId: 'a', path: '/api/play/v1/orders' }, 'looked up by clientOrderId'],
    [{ kind: 'lookup', told, path: '/api/play/v1/orders' }, 'a list showed it'],
    [{ kind: 'lookup', told, path: '/api/play/v1/orders/ord_1' }, 'GET /api/play/v1/orders/ord_1 showed it'],
  ])('is how it was done: %j', (lookUp, text) => {
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
  /** Each series are the pauses of one wish. */
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

  it('is passed by two orders with jittered pauses', () => {
    const { verdict, text } = verdictOf(played(jittered, otherwise));
    expect([verdict, text]).toEqual([
      'passed',
      [
        'wish-0 was answered with 500 5 time(s), pauses: 0.12 s, 0.31 s, 0.09 s, 1.40 s, 2.60 s',
        'wish-1 was answered with 500 5 time(s), pauses: 0.23 s, 0.56 s, 0.90 s, 2.20 s, 3.90 s',
        'each was accepted at last under its own id',
      ].join('\n'),
    ]);
  });

  it('is failed by the same pauses for both, and for one order alone as soon as the run is over', () => {
    const twice = verdictOf(played([254, 503, 1006, 2004, 4003], [257, 505, 1003, 2003, 4005]));
    expect([twice.verdict, twice.text]).toEqual(['failed', expect.stringContaining('they have no jitter')]);
    expect(twice.advice).toContain('full jitter');
    const once = played([1000, 1001, 1002, 1003, 1004]);
    expect(verdictOf(once, false).verdict).toBe('in-progress');
    expect(verdictOf(once).text).toContain('all alike');
  });

  it('is not passed before the second order, nor by a third', () => {
    const once = played(jittered);
    expect(verdictOf(once, false)).toMatchObject({ verdict: 'in-progress', advice: null });
    expect(verdictOf(once)).toMatchObject({
      verdict: 'failed',
      text: expect.stringContaining('no second order followed'),
      advice: expect.stringContaining('as the task says'),
    });
    const thrice = played(jittered, otherwise, []);
    expect(thrice.trace.at(-1)?.status).toBe(201);
    expect(verdictOf(thrice).text).toContain('3 orders were placed where 2 were wanted');
  });

  it('takes the id of an accepted order for a repetition', () => {
    const run = played(jittered);
    expect(run.order('wish-0', {}, 200)).toMatchObject({ fault: null, status: 200 });
    run.order('wish-1');
    for (const pause of otherwise) run.wait(pause).order('wish-1');
    run.order('wish-0', {}, 200);
    expect(verdictOf(run).verdict).toBe('passed');
  });

  it('is failed by giving up, at the first order or the second', () => {
    expect(verdictOf(played([200, 500])).text).toContain('gave up');
    expect(verdictOf(played(jittered, [200, 500])).text).toContain('gave up');
  });

  it('is failed by a new id within one wish', () => {
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

  it('is passed by a correction or by giving up', () => {
    const run = refusedOnce();
    expect(verdictOf(run, false).verdict).toBe('in-progress');
    expect(verdictOf(run)).toMatchObject({ verdict: 'passed', text: expect.stringContaining('given up') });
    run.order('b', { amountCredits: 2, bodyDigest: 'two' });
    expect(verdictOf(run, false).verdict).toBe('passed');
  });

  it('is failed by the same order again, under any id', () => {
    const run = refusedOnce();
    run.order('b', { amountCredits: 5, bodyDigest: 'five' });
    expect(verdictOf(run).text).toContain('the order of 5 credits was refused and sent 1 more time(s)');
  });

  it.each([
    ['another wrong order twice', { amountCredits: 4, bodyDigest: 'four' }, 201],
    ['an order that the arena itself refuses twice', { amountCredits: 0, bodyDigest: 'none' }, 400],
  ])('is failed by %s', (_, wrong, truth) => {
    const run = refusedOnce();
    run.order('b', wrong, truth);
    run.order('c', { amountCredits: 3, bodyDigest: 'three' });
    run.order('d', wrong, truth);
    run.order('e', { amountCredits: 2, bodyDigest: 'two' });
    expect(verdictOf(run)).toMatchObject({ verdict: 'failed', text: expect.stringContaining('sent 1 more time(s)') });
  });

  it('is failed by too many credits again, whatever else is changed', () => {
    const varied = refusedOnce();
    for (let count = 1; count < 8; count += 1)
      varied.order(`b${count}`, { amountCredits: 5, bodyDigest: `at ${count}` });
    expect(verdictOf(varied)).toMatchObject({
      verdict: 'failed',
      text: expect.stringContaining('b1 asked for 5 credits after that'),
    });
    const groping = refusedOnce();
    for (const credits of [3, 2]) groping.order('a', { amountCredits: credits, bodyDigest: String(credits) });
    expect(verdictOf(groping).text).toContain('a asked for 3 credits after that');
  });

  it('is not met by who asks for little', () => {
    const run = new PlayedRun('invalid-order');
    run.order('a');
    expect(verdictOf(run).text).toContain('never met');
  });
});
