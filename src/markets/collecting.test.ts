import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { aPracticeEvent } from '../../test/support/builders/practice-builders.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { TestAgent } from '../../test/support/test-service.js';
import * as accountStore from '../exchange/store/accounts.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => stopBalanced(service));

interface Account {
  readonly availableBalance: number;
  readonly reservedBalance: number;
  readonly positionsValue: number;
  readonly equity: number;
  readonly owedCredits: number;
}

async function account(agent: TestAgent): Promise<Account> {
  const { body } = await service.call('GET', '/api/play/v1/account', { headers: agent.headers });
  return body;
}

function decide(slug: string, verb: string, body: object = {}) {
  service.clock.forward(1000);
  return service.operate('POST', `/events/${slug}/${verb}`, body);
}

/** The net position of the treasury in a market: what it paid in minus what was returned. */
async function treasuryNet(eventId: string): Promise<number> {
  const [{ net }] = await service.pool`
    select coalesce(sum(case when from_account = 'treasury' then amount else -amount end), 0)::bigint as net
    from transfers where 'treasury' in (from_account, to_account) and 'market:' || ${eventId} in (from_account, to_account)`;
  return Number(net);
}

describe('a void', () => {
  it('creates no credits if one player sold to another at a pumped price', async () => {
    const { slug, id } = await service.anEvent();
    const [ann, bob] = [await service.anAgent(), await service.anAgent()];
    const bought = await service.order(ann, { eventSlug: slug, amountCredits: 500 });
    await service.order(bob, { eventSlug: slug, amountCredits: 5_000 });
    await service.order(ann, { eventSlug: slug, side: 'sell', amountShares: bought.body.order.filledShares });
    expect((await account(ann)).availableBalance).toBeGreaterThan(10_300);
    await decide(slug, 'void');
    expect([await service.available(ann), await service.available(bob)]).toEqual([10_000, 10_000]);
    expect(await treasuryNet(id)).toBe(0);
    expect(await account(ann)).toMatchObject({ equity: 10_000, owedCredits: 0 });
  });

  it('shows in its preview who will owe how much, and then owes exactly that', async () => {
    const [event, elsewhere] = [await service.anEvent(), await service.anEvent({ liquidityCredits: 100_000 })];
    const [ann, bob] = [await service.anAgent(), await service.anAgent()];
    const bought = await service.order(ann, { eventSlug: event.slug, amountCredits: 500 });
    await service.order(bob, { eventSlug: event.slug, amountCredits: 5_000 });
    await service.order(ann, { eventSlug: event.slug, side: 'sell', amountShares: bought.body.order.filledShares });
    const { availableBalance: all } = await account(ann);
    await service.order(ann, { eventSlug: elsewhere.slug, amountCredits: all });
    const gain = expect.closeTo(all - 10_000, 6);
    const { preview } = (await decide(event.slug, 'void', { dryRun: true })).body;
    const [{ handle }] = await service.pool`select handle from players where id = ${ann.playerId}`;
    expect(preview).toMatchObject({ owedCredits: gain, absorbedCredits: 0, complete: true });
    expect(preview.debts).toEqual([{ handle, collectedCredits: 0, owedCredits: gain }]);
    expect(await account(ann)).toMatchObject({ owedCredits: 0 });
    await decide(event.slug, 'void');
    expect(await account(ann)).toMatchObject({ availableBalance: 0, owedCredits: gain });
    expect(await service.available(bob)).toBe(10_000);
  });
});

describe('a correction', () => {
  it('collects winnings that are reserved by a resting buy in another event', async () => {
    const [event, parking] = [await service.anEvent(), await service.anEvent()];
    const ann = await service.anAgent();
    const { body } = await service.order(ann, { eventSlug: event.slug, amountCredits: 10_000 });
    const won = body.order.filledShares;
    await decide(event.slug, 'resolve', { winningOutcomeIndex: 0, source: 'x' });
    const { availableBalance: all } = await account(ann);
    const parked = await service.order(ann, { eventSlug: parking.slug, amountCredits: all, limitPriceBps: 1 });
    expect(parked.body.order.status).toBe('open');
    await decide(event.slug, 'correct', { winningOutcomeIndex: 1, source: 'x' });
    const path = `/api/play/v1/orders/${parked.body.order.id}`;
    const { order } = (await service.call('GET', path, { headers: ann.headers })).body;
    expect(order).toMatchObject({ status: 'cancelled', cancelReason: 'correction', remainingCredits: all });
    const left = expect.closeTo(all - won, 6);
    expect(await account(ann)).toMatchObject({
      availableBalance: left,
      reservedBalance: 0,
      equity: left,
      owedCredits: 0,
    });
  });
});

/** Wins an event, spends the winnings elsewhere, and is then corrected. */
async function indebted() {
  const [event, elsewhere] = [await service.anEvent(), await service.anEvent({ liquidityCredits: 100_000 })];
  const ann = await service.anAgent();
  const { body } = await service.order(ann, { eventSlug: event.slug, amountCredits: 5_000 });
  await decide(event.slug, 'resolve', { winningOutcomeIndex: 0, source: 'x' });
  const { availableBalance } = await account(ann);
  const spent = await service.order(ann, { eventSlug: elsewhere.slug, amountCredits: availableBalance });
  const answer = { winningOutcomeIndex: 1, source: 'x' };
  const preview = (await decide(event.slug, 'correct', { ...answer, dryRun: true })).body.preview;
  await decide(event.slug, 'correct', answer);
  const shares: number = spent.body.order.filledShares;
  return { ann, event, elsewhere, shares, won: body.order.filledShares as number, preview };
}

describe('a player with a debt', () => {
  it('appears in the preview, the account and the audit, and equity subtracts the debt', async () => {
    const { ann, won, preview } = await indebted();
    const [{ handle }] = await service.pool`select handle from players where id = ${ann.playerId}`;
    expect(preview).toMatchObject({ owedCredits: won, absorbedCredits: 0, takenBackCredits: 0, complete: true });
    expect(preview.debts).toEqual([{ handle, collectedCredits: 0, owedCredits: won }]);
    const { availableBalance, owedCredits, equity, positionsValue } = await account(ann);
    expect({ availableBalance, owedCredits }).toEqual({ availableBalance: 0, owedCredits: won });
    expect(equity).toBeCloseTo(positionsValue - won, 6);
    const { body: audit } = await service.operate('GET', '/audit');
    expect(audit).toMatchObject({ balanced: true, counts: { owing: expect.any(Number) } });
    const [{ owed }] = await service.pool`select sum(owed)::text as owed from accounts`;
    expect(audit.totals.owed).toBe(owed);
    await service.pool`update accounts set owed = owed + 7 where player_id = ${ann.playerId}`;
    const damaged = (await service.operate('GET', '/audit')).body;
    await service.pool`update accounts set owed = owed - 7 where player_id = ${ann.playerId}`;
    const subject = `player:${ann.playerId}:owed`;
    expect(damaged.differences).toEqual([expect.objectContaining({ check: 'owed-credits', subject })]);
  });

  it('repays with the next grant first, shown in the activity', async () => {
    const { ann, won } = await indebted();
    service.clock.forward(86_400_000);
    const { availableBalance, owedCredits } = await account(ann);
    expect({ availableBalance, owedCredits }).toEqual({ availableBalance: 0, owedCredits: won - 1_000 });
    const { body } = await service.call('GET', '/api/play/v1/activity?kind=grant', { headers: ann.headers });
    expect(body.activity[0]).toMatchObject({ credits: 0, balanceAfter: 0, repaid: 1_000 });
  });

  it('repays with the proceeds of a sale first, as the preview of the order shows', async () => {
    const { ann, elsewhere, shares, won } = await indebted();
    const sale = { eventSlug: elsewhere.slug, outcomeIndex: 0, side: 'sell', limitPriceBps: 1 } as const;
    const json = { ...sale, amountShares: shares };
    const path = '/api/play/v1/orders/preview';
    const previewed = (await service.call('POST', path, { headers: ann.headers, json })).body;
    const { body } = await service.order(ann, json);
    const free = body.order.filledCredits - won;
    expect(free).toBeGreaterThan(0);
    expect(body.account.availableBalance).toBeCloseTo(free, 6);
    expect(previewed.account).toEqual(body.account);
    expect(await account(ann)).toMatchObject({ owedCredits: 0, availableBalance: body.account.availableBalance });
  });

  it('repays with a fill of a resting sell', async () => {
    const { ann, elsewhere, shares, won } = await indebted();
    const bob = await service.anAgent();
    const half = Math.floor(shares / 2);
    const sell = { eventSlug: elsewhere.slug, side: 'sell', amountShares: half } as const;
    const resting = await service.order(ann, { ...sell, limitPriceBps: 5_500 });
    expect(resting.body.order.status).toBe('open');
    await service.order(bob, { eventSlug: elsewhere.slug, amountCredits: 9_000, limitPriceBps: 5_500 });
    const { order } = (
      await service.call('GET', `/api/play/v1/orders/${resting.body.order.id}`, { headers: ann.headers })
    ).body;
    expect(order.filledCredits).toBeGreaterThan(0);
    const { availableBalance, owedCredits } = await account(ann);
    expect(availableBalance).toBe(Math.max(0, Math.round((order.filledCredits - won) * 1e6) / 1e6));
    expect(owedCredits).toBeCloseTo(Math.max(0, won - order.filledCredits), 6);
  });
});

describe('a debt', () => {
  it('is repaid with the payout of another event, and a reverted correction leaves no debt', async () => {
    const { ann, event, elsewhere, shares, won } = await indebted();
    await decide(elsewhere.slug, 'resolve', { winningOutcomeIndex: 0, source: 'x' });
    expect((await account(ann)).availableBalance).toBeCloseTo(shares - won, 6);
    await decide(event.slug, 'correct', { winningOutcomeIndex: 0, source: 'x' });
    expect(await account(ann)).toMatchObject({ owedCredits: 0, availableBalance: expect.closeTo(shares, 6) });
  });

  it('outlives the agent, and settlements repay it', async () => {
    const { ann, elsewhere, won } = await indebted();
    await service.store.transact(tx => accountStore.retire(tx, ann.playerId));
    const owed = async () => (await service.store.read(reader => accountStore.find(reader, ann.playerId)))?.owed ?? -1;
    expect((await owed()) / 1e6).toBeCloseTo(won, 6);
    await decide(elsewhere.slug, 'resolve', { winningOutcomeIndex: 0, source: 'x' });
    expect(await owed()).toBe(0);
  });
});

/** Whether the live book of the first outcome has levels with resting orders. */
async function ordersInBook(slug: string): Promise<boolean> {
  const { body } = await service.call('GET', `/api/clob/v2/orderbook?eventPubkey=${slug}&depth=200`);
  return JSON.stringify(body).includes('"source":"orders"') || JSON.stringify(body).includes('"source":"mixed"');
}

async function sequenceOf(slug: string): Promise<number> {
  return (await service.call('GET', `/api/events/${slug}`)).body.event.sequence;
}

describe('collecting', () => {
  it('cancels whole orders, newest first, and no more than needed', async () => {
    const event = await service.anEvent();
    const parking = [await service.anEvent(), await service.anEvent(), await service.anEvent()];
    const ann = await service.anAgent();
    await service.order(ann, { eventSlug: event.slug, amountCredits: 1_000 });
    await decide(event.slug, 'resolve', { winningOutcomeIndex: 0, source: 'x' });
    const { availableBalance: all } = await account(ann);
    const amounts = [all - 2_200, 1_000, 1_200];
    const ids: string[] = [];
    for (const [index, amountCredits] of amounts.entries()) {
      service.clock.forward(10);
      const fields = { eventSlug: parking[index].slug, amountCredits, limitPriceBps: 1 };
      ids.push((await service.order(ann, fields)).body.order.id);
    }
    const sequences = await Promise.all(parking.map(({ slug }) => sequenceOf(slug)));
    await decide(event.slug, 'correct', { winningOutcomeIndex: 1, source: 'x' });
    const { body } = await service.call('GET', '/api/play/v1/orders?status=all', { headers: ann.headers });
    const states = ids.map(id => body.orders.find((order: { id: string }) => order.id === id));
    expect(states.map(order => [order.status, order.cancelReason])).toEqual([
      ['open', null],
      ['cancelled', 'correction'],
      ['cancelled', 'correction'],
    ]);
    // The sequences of the markets with cancelled orders rose, that of the third did not.
    const after = await Promise.all(parking.map(({ slug }) => sequenceOf(slug)));
    expect(after.map((sequence, index) => sequence - sequences[index])).toEqual([0, 1, 1]);
    expect((await account(ann)).owedCredits).toBe(0);
  });

  it('removes the cancelled order from books before later orders', async () => {
    const [event, parking] = [await service.anEvent(), await service.anEvent()];
    const [ann, bob] = [await service.anAgent(), await service.anAgent()];
    await service.order(ann, { eventSlug: event.slug, amountCredits: 10_000 });
    await decide(event.slug, 'resolve', { winningOutcomeIndex: 0, source: 'x' });
    const { availableBalance: all } = await account(ann);
    // By now the desk has cached this book, and the live book has the order.
    await service.order(ann, { eventSlug: parking.slug, amountCredits: all, limitPriceBps: 4_000 });
    expect(await ordersInBook(parking.slug)).toBe(true);
    await decide(event.slug, 'correct', { winningOutcomeIndex: 1, source: 'x' });
    expect(await ordersInBook(parking.slug)).toBe(false);
    const { body } = await service.order(bob, { eventSlug: parking.slug, outcomeIndex: 1, amountCredits: 3_000 });
    // A companion at 40 % would have kept the price of the second outcome at 60 %.
    expect(body.market.priceBps[1]).toBeGreaterThan(8_000);
    const book = await service.call('GET', `/api/events/${parking.slug}`);
    expect(book.body.event).toMatchObject({ openOrders: 0 });
  });
});

describe('collecting for a practice event', () => {
  it('collects from the practice account only, and the treasury absorbs the rest', async () => {
    const [event, parking] = [await aPracticeEvent(service), await aPracticeEvent(service)];
    const ann = await service.anAgent();
    const spent = await aPracticeEvent(service, { liquidity: 100_000_000_000 });
    await service.order(ann, { eventSlug: event.slug, amountCredits: 5_000 });
    await decide(event.slug, 'resolve', { winningOutcomeIndex: 0, source: 'x' });
    const practice = async () =>
      (await service.store.read(reader => accountStore.find(reader, ann.playerId)))?.practice ?? -1;
    await service.order(ann, { eventSlug: parking.slug, amountCredits: 100, limitPriceBps: 1 });
    await service.order(ann, { eventSlug: spent.slug, amountCredits: (await practice()) / 1e6 });
    const answer = { winningOutcomeIndex: 1, source: 'x' };
    const { preview } = (await decide(event.slug, 'correct', { ...answer, dryRun: true })).body;
    expect(preview).toMatchObject({ owedCredits: 0, debts: [] });
    expect(preview.takenBackCredits).toBe(100);
    expect(preview.absorbedCredits).toBeGreaterThan(1_000);
    await decide(event.slug, 'correct', answer);
    expect(await practice()).toBe(0);
    expect(await account(ann)).toMatchObject({ availableBalance: 10_000, owedCredits: 0, equity: 10_000 });
    const { body } = await service.call('GET', `/api/play/v1/orders?status=all&eventSlug=${parking.slug}`, {
      headers: ann.headers,
    });
    expect(body.orders[0]).toMatchObject({ status: 'cancelled', cancelReason: 'correction' });
  });
});
