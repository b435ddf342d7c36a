import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance, stopBalanced } from '../../test/support/assert-books-balance.js';
import { aPracticeEvent } from '../../test/support/builders/practice-builders.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { TestAgent } from '../../test/support/test-service.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => stopBalanced(service));

async function account(agent: TestAgent) {
  const reply = await service.call('GET', '/api/play/v1/account', { headers: agent.headers });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

/** State that practice events must not change. */
async function ordinary(agent: TestAgent) {
  const { availableBalance, reservedBalance, positionsValue, equity, profit, grantedTotal } = await account(agent);
  return { availableBalance, reservedBalance, positionsValue, equity, profit, grantedTotal };
}

const untouched = {
  availableBalance: 10_000,
  reservedBalance: 0,
  positionsValue: 0,
  equity: 10_000,
  profit: 0,
  grantedTotal: 10_000,
};

async function list(agent: TestAgent, path: string) {
  const reply = await service.call('GET', `/api/play/v1/${path}`, { headers: agent.headers });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

describe('the practice account', () => {
  it('exists before its first use, and an order changes nothing else', async () => {
    const ann = await service.anAgent();
    const { slug } = await aPracticeEvent(service);
    expect((await account(ann)).practice).toEqual({ availableBalance: 10_000, reservedBalance: 0 });
    const { status, body, text } = await service.order(ann, { eventSlug: slug, amountCredits: 25 });
    expect(status, text).toBe(201);
    expect(body.order).toMatchObject({ status: 'filled', filledCredits: 25 });
    expect(body.account.availableBalance).toBe(9_975);
    expect(await ordinary(ann)).toEqual(untouched);
    expect((await account(ann)).practice).toEqual({ availableBalance: 9_975, reservedBalance: 0 });
  });

  it('reserves credits for a resting order and releases them on cancel', async () => {
    const ann = await service.anAgent();
    const { slug } = await aPracticeEvent(service);
    const rest = { eventSlug: slug, amountCredits: 100, limitPriceBps: 1000 };
    const { body } = await service.order(ann, rest);
    expect(body.account.availableBalance).toBe(9_900);
    expect((await account(ann)).practice).toEqual({ availableBalance: 9_900, reservedBalance: 100 });
    expect(await ordinary(ann)).toEqual(untouched);
    const cancelled = await service.call('DELETE', `/api/play/v1/orders/${body.order.id}`, { headers: ann.headers });
    expect(cancelled.body.account.availableBalance).toBe(10_000);
    await service.order(ann, rest);
    const all = await service.call('DELETE', `/api/play/v1/orders?eventSlug=${slug}`, { headers: ann.headers });
    expect(all.body).toMatchObject({ cancelled: 1, account: { availableBalance: 10_000 } });
    await service.order(ann, rest);
    const every = await service.call('DELETE', '/api/play/v1/orders', { headers: ann.headers });
    expect(every.body).toMatchObject({ cancelled: 1, account: { availableBalance: 10_000 } });
    expect(await ordinary(ann)).toEqual(untouched);
  });

  it('can be empty while the main account is full, and vice versa', async () => {
    const ann = await service.anAgent();
    const { slug } = await aPracticeEvent(service);
    const { slug: real } = await service.anEvent();
    const whole = { amountCredits: 10_000, limitPriceBps: 1, timeInForce: 'GTC' } as const;
    expect((await service.order(ann, { eventSlug: slug, ...whole })).body.account.availableBalance).toBe(0);
    const short = await service.order(ann, { eventSlug: slug, amountCredits: 1 });
    expect(short.body).toMatchObject({ code: 'INSUFFICIENT_BALANCE', field: 'amountCredits' });
    const preview = await service.call('POST', '/api/play/v1/orders/preview', {
      headers: ann.headers,
      json: { eventSlug: slug, outcomeIndex: 0, side: 'buy', amountCredits: 1, limitPriceBps: 9999 },
    });
    expect(preview.body.code).toBe('INSUFFICIENT_BALANCE');
    expect((await service.order(ann, { eventSlug: real, ...whole })).body.account.availableBalance).toBe(0);
    expect((await account(ann)).practice).toEqual({ availableBalance: 0, reservedBalance: 10_000 });
    expect(await ordinary(ann)).toEqual({ ...untouched, availableBalance: 0, reservedBalance: 10_000 });
  });
});

/** A market deep enough to lose a whole purse, open for more than an hour. */
const deep = () => aPracticeEvent(service, { liquidity: 5_000_000_000, endsAt: service.clock.now() + 30 * 3_600_000 });
const grantsOf = async (agent: TestAgent) =>
  (await list(agent, 'activity?practice=true&kind=grant')).activity.map(({ credits }: { credits: number }) => credits);

describe('repeated use of the practice account', () => {
  it('is topped up once an hour, however often it is used', async () => {
    const ann = await service.anAgent();
    const { slug } = await deep();
    const lost = await service.order(ann, { eventSlug: slug, amountCredits: 4_000 });
    expect(lost.body.account.availableBalance).toBe(6_000);
    service.clock.forward(3_600_000);
    expect((await account(ann)).practice.availableBalance).toBe(10_000);
    const spend = (amountCredits: number) => service.order(ann, { eventSlug: slug, amountCredits, limitPriceBps: 1 });
    const both = await Promise.all([spend(1), spend(1)]);
    expect(both.map(({ body }) => body.account.availableBalance).sort()).toEqual([9_998, 9_999]);
    expect((await spend(9_998)).body.account.availableBalance).toBe(0);
    expect((await spend(1)).body.code).toBe('INSUFFICIENT_BALANCE');
    expect(await grantsOf(ann)).toEqual([4_000, 10_000]);
  });

  it('returns the first result for a replay', async () => {
    const ann = await service.anAgent();
    const { slug } = await aPracticeEvent(service);
    const json = {
      eventSlug: slug,
      outcomeIndex: 0,
      side: 'buy',
      amountCredits: 10,
      limitPriceBps: 9999,
      clientOrderId: 'practice-replay',
    };
    const send = () => service.call('POST', '/api/play/v1/orders', { headers: ann.headers, json });
    const first = await send();
    const again = await send();
    expect(again.body).toEqual({ ...first.body, replayed: true, code: 'IDEMPOTENT_REPLAY' });
    expect((await account(ann)).practice.availableBalance).toBe(9_990);
  });
});

describe('the top-up of the practice account', () => {
  it('counts the reserves of resting orders, so that cancelling them creates no credits', async () => {
    const ann = await service.anAgent();
    const [one, two] = [await deep(), await deep()];
    const rest = (eventSlug: string, amountCredits: number) =>
      service.order(ann, { eventSlug, amountCredits, limitPriceBps: 1 });
    await rest(one.slug, 9_500);
    await service.order(ann, { eventSlug: two.slug, amountCredits: 300 });
    service.clock.forward(3_600_000);
    // 200 are available and 9,500 reserved: 300 are missing, the amount spent.
    expect((await account(ann)).practice).toEqual({ availableBalance: 500, reservedBalance: 9_500 });
    const preview = await service.call('POST', '/api/play/v1/orders/preview', {
      headers: ann.headers,
      json: { eventSlug: two.slug, outcomeIndex: 0, side: 'buy', amountCredits: 501, limitPriceBps: 1 },
    });
    expect(preview.body.code).toBe('INSUFFICIENT_BALANCE');
    expect((await rest(two.slug, 501)).body.code).toBe('INSUFFICIENT_BALANCE');
    expect((await rest(two.slug, 100)).body.account.availableBalance).toBe(400);
    const all = await service.call('DELETE', '/api/play/v1/orders', { headers: ann.headers });
    expect(all.body).toMatchObject({ cancelled: 2, account: { availableBalance: 10_000 } });
    expect(await grantsOf(ann)).toEqual([300, 10_000]);
    await assertBooksBalance(service.store);
  });

  it('counts each credit once when a cancel and an order are batched', async () => {
    const ann = await service.anAgent();
    const { id: eventId, slug } = await deep();
    const { body } = await service.order(ann, { eventSlug: slug, amountCredits: 9_500, limitPriceBps: 1 });
    await service.order(ann, { eventSlug: slug, amountCredits: 300 });
    service.clock.forward(3_600_000);
    const {
      exchange: { desk },
    } = service.services;
    const { playerId } = ann;
    const order = { outcome: 0, side: 'buy', amount: 1_000_000, limitBps: 1, timeInForce: 'GTC' } as const;
    const place = (clientOrderId: string) => {
      const whole = { ...order, expiresAt: null, ifSequence: null };
      return desk.submit({
        kind: 'place',
        playerId,
        ownerId: playerId,
        eventId,
        clientOrderId,
        bodyDigest: '00',
        order: whole,
      });
    };
    // Orders submitted in one iteration of the event loop share one transaction.
    const outcomes = await Promise.all([
      desk.submit({ kind: 'cancel', playerId, eventId, orderId: body.order.id }),
      place('first'),
      place('second'),
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['cancelled', 'placed', 'placed']);
    expect((await account(ann)).practice).toEqual({ availableBalance: 9_998, reservedBalance: 2 });
    expect(await grantsOf(ann)).toEqual([300, 10_000]);
  });
});

describe('payouts of practice events', () => {
  /** Ann's resting order is filled by Bob: both hold shares, and Ann did not act. */
  async function traded() {
    const [ann, bob] = [await service.anAgent(), await service.anAgent()];
    const { slug, id } = await aPracticeEvent(service);
    await service.order(ann, { eventSlug: slug, amountCredits: 50, limitPriceBps: 4900 });
    await service.order(bob, { eventSlug: slug, outcomeIndex: 1, amountCredits: 120 });
    return { ann, bob, slug, id };
  }
  const practised = async (agent: TestAgent) => (await account(agent)).practice.availableBalance;
  const resolve = (slug: string, verb: string, answer: object) =>
    service.operate('POST', `/events/${slug}/${verb}`, { source: 'the test', ...answer });

  it('pay, correct and void in the practice account', async () => {
    const { ann, bob, slug } = await traded();
    const before = [await practised(ann), await practised(bob)];
    const { positions } = await list(bob, 'positions?practice=true');
    await resolve(slug, 'resolve', { winningOutcomeIndex: 1 });
    await expect.poll(() => practised(bob)).toBeCloseTo(before[1] + positions[0].shares, 5);
    await resolve(slug, 'correct', { winningOutcomeIndex: 0 });
    await expect.poll(() => practised(bob)).toBeCloseTo(before[1], 5);
    await resolve(slug, 'correct', { void: true });
    await expect.poll(() => practised(bob)).toBeCloseTo(10_000, 5);
    await expect.poll(() => practised(ann)).toBeCloseTo(10_000, 5);
    for (const agent of [ann, bob]) expect(await ordinary(agent)).toEqual(untouched);
    await assertBooksBalance(service.store);
  });

  it('release reserves at the close and at the expiry of an order', async () => {
    const { ann, slug } = await traded();
    const rest = { eventSlug: slug, amountCredits: 200, limitPriceBps: 300 };
    await service.order(ann, { ...rest, expiresAt: new Date(service.clock.now() + 60_000).toISOString() });
    await service.order(ann, rest);
    const free = await practised(ann);
    service.clock.forward(60_000);
    await expect.poll(() => practised(ann)).toBeCloseTo(free + 200, 5);
    await service.operate('POST', `/events/${slug}/close`, {});
    await expect.poll(() => practised(ann)).toBeCloseTo(free + 400, 5);
    expect(await ordinary(ann)).toEqual(untouched);
  });
});
