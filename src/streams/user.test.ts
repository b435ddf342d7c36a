import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { aPracticeEvent } from '../../test/support/builders/practice-builders.js';
import { checkMessages } from '../../test/support/check-stream-messages.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { type Received, SseReader } from '../../test/support/sse-reader.js';
import type { TestAgent } from '../../test/support/test-service.js';
import * as accountStore from '../exchange/store/accounts.js';
import * as ownMessageStore from './store/own-messages.js';

let service: OperatorService;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  service = await startOperatorService();
  [ada, bob] = [await service.anAgent(), await service.anAgent()];
});
afterAll(() => stopBalanced(service));

const open = (agent: { headers: object }, query = '') =>
  SseReader.open(`${service.url}/api/play/v1/stream${query}`, { ...agent.headers });
const kinds = (received: readonly Received[]) => received.map(message => message.event);
const handleOf = (agent: TestAgent) => agent.playerId.replace('_', '-');

async function numbered(reader: SseReader, last: number): Promise<Received[]> {
  const own = () => reader.received.filter(message => message.id !== null);
  await reader.until(`message ${last}`, () => own().some(message => message.data.sequence >= last));
  expect(own().map(message => message.data.sequence)).toEqual(own().map((_m, index) => own()[0].data.sequence + index));
  return own();
}

const messagesOf = async (agent: TestAgent) =>
  (await service.store.read(reader => accountStore.find(reader, agent.playerId)))?.messages ?? -1;

describe('the private stream', () => {
  it('sends orders placed, filled by others and cancelled, as in the play API', async () => {
    const { slug } = await service.anEvent();
    const [mine, theirs] = [await open(ada, '?afterSequence=0'), await open(bob, '?afterSequence=0')];
    const bought = await service.order(ada, { eventSlug: slug, amountCredits: 400 });
    const shares = bought.body.order.filledShares;
    const asked = await service.order(ada, {
      eventSlug: slug,
      side: 'sell',
      amountShares: shares,
      limitPriceBps: 7000,
    });
    await service.order(bob, { eventSlug: slug, amountCredits: 2000 });
    const rest = await service.order(ada, { eventSlug: slug, amountCredits: 50, limitPriceBps: 1000 });
    await service.call('DELETE', `/api/play/v1/orders/${rest.body.order.id}`, { headers: ada.headers });
    const own = await numbered(mine, await messagesOf(ada));
    expect(kinds(own)).toEqual(['trade', 'order', 'order', 'trade', 'order', 'order', 'order']);
    expect(own[1].data.order).toEqual(bought.body.order);
    expect(own[2].data.order).toEqual(asked.body.order);
    const sold = await service.call('GET', `/api/play/v1/orders/${asked.body.order.id}`, { headers: ada.headers });
    expect(own[4].data.order).toEqual(sold.body.order);
    expect(own[4].data.order.status).toBe('filled');
    expect(own[5].data.order).toEqual(rest.body.order);
    expect(own[6].data.order).toMatchObject({ status: 'cancelled', cancelReason: 'requested', remainingCredits: 50 });
    // Only the owner of a resting order is notified of its trades.
    const others = await numbered(theirs, await messagesOf(bob));
    expect(kinds(others)).toEqual(['trade', 'trade', 'order']);
    for (const { data } of others) expect(JSON.stringify(data)).not.toContain(asked.body.order.id);
    for (const reader of [mine, theirs]) {
      checkMessages(reader.received);
      reader.cut();
    }
  });

  it('resumes, and starts with balance and open orders if requested', async () => {
    const agent = await service.anAgent();
    const { slug } = await service.anEvent();
    for (let count = 0; count < 3; count += 1) await service.order(agent, { eventSlug: slug, amountCredits: 3 });
    await service.order(agent, { eventSlug: slug, amountCredits: 40, limitPriceBps: 500 });
    const last = await messagesOf(agent);
    expect(last).toBe(7);
    const all = await numbered(await open(agent, '?afterSequence=0'), last);
    const late = await numbered(await open(agent, '?afterSequence=3'), last);
    expect(late.map(message => message.data)).toEqual(all.slice(3).map(message => message.data));
    const reader = await open(agent, '?snapshot=true');
    const [{ data }] = await reader.kind('snapshot');
    expect(data).toMatchObject({ sequence: 7, moreOrders: false, orders: [{ status: 'open', amountCredits: 40 }] });
    const availableBalance = await service.available(agent);
    expect(data.account).toEqual({ availableBalance, reservedBalance: 40, owedCredits: 0 });
    checkMessages(reader.received);
    reader.cut();
  });
});

describe('the private channel', () => {
  it('resumes after the account that a replay names', async () => {
    const agent = await service.anAgent();
    const { slug } = await service.anEvent();
    await service.order(agent, { eventSlug: slug, amountCredits: 3 });
    const path = `/api/v1/streams/replay?channel=user&key=${handleOf(agent)}&afterSequence=99`;
    const { body } = await service.call('GET', path, { headers: agent.headers });
    expect(body).toMatchObject({ snapshotRequired: true, reason: 'ahead', lastSequence: 2 });
    const { pathname } = new URL(body.snapshotUrl);
    const account = (await service.call('GET', pathname, { headers: agent.headers })).body;
    expect(account).toMatchObject({ userSequence: 2, availableBalance: await service.available(agent) });
    await service.order(agent, { eventSlug: slug, amountCredits: 3 });
    const own = await numbered(await open(agent, `?afterSequence=${account.userSequence}`), 4);
    expect(own.map(message => message.data.sequence)).toEqual([3, 4]);
  });

  it('replays from every position what it sent', async () => {
    const [agent, other] = [await service.anAgent(), await service.anAgent()];
    const { slug } = await service.anEvent();
    await service.order(agent, { eventSlug: slug, amountCredits: 300 });
    const reader = await open(agent, '?afterSequence=0');
    const replies = new Map<string, object>();
    for (let round = 0; round < 9; round += 1) {
      const placed = await Promise.all([
        service.order(agent, { eventSlug: slug, amountCredits: 3 }),
        service.order(agent, { eventSlug: slug, outcomeIndex: 1, amountCredits: 5, limitPriceBps: 20 }),
        service.order(agent, { eventSlug: slug, side: 'sell', amountShares: 2 }),
        service.order(agent, { eventSlug: slug, amountCredits: 4, limitPriceBps: 10, timeInForce: 'IOC' }),
      ]);
      // Trades with the market maker, then rests.
      const rests = await service.order(agent, {
        eventSlug: slug,
        side: 'sell',
        amountShares: 20,
        limitPriceBps: 5200 + round,
      });
      for (const { body } of [...placed, rests]) replies.set(body.order.id, body.order);
      await service.order(other, { eventSlug: slug, amountCredits: 6 });
      const path = `/api/play/v1/orders/${placed[1].body.order.id}`;
      if (round % 3 === 0) await service.call('DELETE', path, { headers: agent.headers });
    }
    const last = await messagesOf(agent);
    const sent = (await numbered(reader, last)).map(message => message.data);
    const accepted = new Map<string, object>();
    for (const { order } of sent) if (order && !accepted.has(order.id)) accepted.set(order.id, order);
    for (const [id, order] of replies) expect(accepted.get(id)).toEqual(order);
    for (let after = 0; after <= last; after += 1) {
      const path = `/api/v1/streams/replay?channel=user&key=${handleOf(agent)}&afterSequence=${after}&limit=3`;
      const { body } = await service.call('GET', path, { headers: agent.headers });
      expect(body.messages).toEqual(sent.slice(after, after + 3));
    }
    reader.cut();
  });
});

describe('replays of the private channel', () => {
  it('read only the rows of the requested messages', async () => {
    const agent = await service.anAgent();
    const grant = { kind: 'grant', day: '2026-03-17', credits: 1, balanceAfter: 1 };
    await service.pool`insert into player_messages (player, number, at, kind, details)
      select number, n, ${new Date(service.clock.now())}, 'grant', ${service.pool.json(grant)}
      from accounts, generate_series(1, 1000) n where player_id = ${agent.playerId}`;
    await service.pool`update accounts set messages = 1000 where player_id = ${agent.playerId}`;
    const numbersOf = async (after: number, limit: number) =>
      (
        await service.store.read(reader => ownMessageStore.messagesOf(reader, agent.playerId, after, limit))
      )?.messages.map(({ number }) => number);
    expect(await numbersOf(0, 2)).toEqual([1, 2]);
    expect(await numbersOf(150, 100)).toEqual(Array.from({ length: 100 }, (_, index) => 151 + index));
    const all = await numbered(await open(agent, '?afterSequence=0'), 1000);
    expect(all).toHaveLength(1000);
  });
});

describe('events caused by others', () => {
  it('receives settlements, corrections, refunds and orders that a close has ended', async () => {
    const agent = await service.anAgent();
    const { slug } = await service.anEvent();
    const voided = await service.anEvent();
    await service.order(agent, { eventSlug: slug, amountCredits: 100 });
    await service.order(agent, { eventSlug: slug, amountCredits: 30, limitPriceBps: 700 });
    await service.order(agent, { eventSlug: voided.slug, amountCredits: 20 });
    const reader = await open(agent);
    await reader.kind('heartbeat');
    const resolve = { winningOutcomeIndex: 0, source: 'The test', note: 'It happened.' };
    const done = await service.operate('POST', `/events/${slug}/resolve`, resolve);
    expect(done.status, done.text).toBeLessThan(300);
    await service.operate('POST', `/events/${voided.slug}/void`, { note: 'It was called off.', source: 'The test' });
    const orders = await reader.kind('order');
    expect(orders[0].data.order).toMatchObject({ status: 'cancelled', cancelReason: 'market_closed' });
    const settlements = (await reader.kind('settlement', 2)).map(message => message.data.settlement);
    expect(settlements.find(({ eventSlug }) => eventSlug === slug)).toMatchObject({
      refund: false,
      practice: false,
      payoutBps: 10_000,
    });
    expect(settlements.find(({ eventSlug }) => eventSlug === voided.slug)).toMatchObject({ refund: true, credits: 20 });
    const correction = { winningOutcomeIndex: 1, source: 'The test', note: 'It was read wrongly.' };
    const corrected = await service.operate('POST', `/events/${slug}/correct`, correction);
    expect(corrected.status, corrected.text).toBeLessThan(300);
    const [, , third] = (await reader.kind('settlement', 3)).map(message => message.data.settlement);
    expect(third).toMatchObject({ eventSlug: slug, version: 2, paidCredits: 0 });
    expect(third.credits).toBeLessThan(0);
    checkMessages(reader.received);
    reader.cut();
  });

  it('receives practice events too, with the account of each payout', async () => {
    const agent = await service.anAgent();
    const { slug } = await aPracticeEvent(service);
    await service.order(agent, { eventSlug: slug, amountCredits: 100 });
    await service.order(agent, { eventSlug: slug, amountCredits: 30, limitPriceBps: 700 });
    const reader = await open(agent);
    await reader.kind('heartbeat');
    await service.operate('POST', `/events/${slug}/resolve`, { winningOutcomeIndex: 1, source: 'The test' });
    const [{ data }] = await reader.kind('settlement');
    expect(data.settlement).toMatchObject({ eventSlug: slug, practice: true, credits: 0, availableBalance: 9_900 });
    const orders = await reader.kind('order');
    expect(orders[0].data.order).toMatchObject({ status: 'cancelled', cancelReason: 'market_closed' });
    checkMessages(reader.received);
    reader.cut();
  });

  it('receives grants, and orders that expire', async () => {
    const agent = await service.anAgent();
    const { slug } = await service.anEvent();
    const reader = await open(agent);
    await reader.kind('heartbeat');
    const expiresAt = new Date(service.clock.now() + 3600_000).toISOString();
    await service.order(agent, { eventSlug: slug, amountCredits: 10, limitPriceBps: 900, expiresAt });
    service.clock.forward(86_400_000);
    await service.call('GET', '/api/play/v1/account', { headers: agent.headers });
    await reader.kind('grant');
    await reader.until('an expired order', received => received.some(({ data }) => data.order?.status === 'expired'));
    checkMessages(reader.received);
    reader.cut();
  });
});

describe('the private stream is private', () => {
  it('also for replays', async () => {
    const path = (key: string) => `/api/v1/streams/replay?channel=user&key=${key}&afterSequence=0`;
    expect((await service.call('GET', path(handleOf(ada)))).status).toBe(401);
    expect((await service.call('GET', path(handleOf(ada)), { headers: bob.headers })).status).toBe(404);
    const own = await service.call('GET', path(handleOf(ada)), { headers: ada.headers });
    expect([own.status, own.body.lastSequence]).toEqual([200, await messagesOf(ada)]);
  });

  it('and ends when the key is revoked or the session ends', async () => {
    const person = await service.aPerson();
    const agent = await service.anAgent();
    const readers = [await open(agent), await open(person)];
    for (const reader of readers) await reader.kind('heartbeat');
    await service.pool`update agent_keys set revoked_at = now() where id = ${agent.keyId}`;
    await service.call('POST', '/api/people/sign-out', { headers: person.headers });
    for (const reader of readers) {
      await reader.whenEnded();
      expect(reader.received.at(-1)).toMatchObject({ event: 'end', data: { reason: 'credential' } });
      checkMessages(reader.received);
    }
  });
});
