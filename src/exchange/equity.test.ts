import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { aPracticeEvent } from '../../test/support/builders/practice-builders.js';
import { withJobHeld } from '../../test/support/hold-job.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { TestAgent } from '../../test/support/test-service.js';
import type { Answer } from '../engine/resolution.js';
import { newId } from '../http/request-id.js';
import { resolveEvent } from '../markets/resolve-event.js';
import { settleMarket } from '../markets/settle-market.js';
import { loadEquity } from './equity.js';
import * as accountStore from './store/accounts.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => stopBalanced(service));

async function get(agent: TestAgent, path: string) {
  const reply = await service.call('GET', `/api/play/v1/${path}`, { headers: agent.headers });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

const account = (agent: TestAgent) => get(agent, 'account');
const cents = (credits: number) => Math.round(credits * 100) / 100;

/** Reads repeatedly while the work runs, within the hourly budget. */
async function readWhile(work: Promise<void>, read: () => Promise<void>): Promise<number> {
  let over = false;
  let reads = 0;
  const ended = work.finally(() => {
    over = true;
  });
  const reader = async () => {
    while (!over && reads < 250) {
      reads += 1;
      await read();
    }
  };
  await Promise.all([ended, reader(), reader()]);
  return reads;
}

describe('while an agent trades', () => {
  it('reads its account at one point in time: a share counts once, as a share or as credits', async () => {
    const ann = await service.anAgent();
    // So deep that a round trip costs less than a cent, so every read shows neither profit nor loss.
    const { slug } = await service.anEvent({ liquidityCredits: 1_000_000 });
    const trade = async () => {
      for (let round = 0; round < 15; round += 1) {
        const { body } = await service.order(ann, { eventSlug: slug, amountCredits: 9_000, timeInForce: 'IOC' });
        const amountShares = body.order.filledShares;
        await service.order(ann, { eventSlug: slug, side: 'sell', amountShares, timeInForce: 'IOC' });
      }
    };
    const profits = new Set<number>();
    const reads = await readWhile(trade(), async () => {
      profits.add(cents((await account(ann)).profit));
    });
    expect(reads).toBeGreaterThan(20);
    expect([...profits].filter(profit => Math.abs(profit) > 0.01)).toEqual([]);
  });

  it('the value of a position follows its shares', async () => {
    const ann = await service.anAgent();
    const { slug } = await service.anEvent({ liquidityCredits: 100 });
    const trade = async () => {
      for (let round = 0; round < 15; round += 1) {
        const { body } = await service.order(ann, { eventSlug: slug, amountCredits: 500, timeInForce: 'IOC' });
        const amountShares = body.order.filledShares;
        await service.order(ann, { eventSlug: slug, side: 'sell', amountShares, timeInForce: 'IOC' });
      }
    };
    // In a market without other traders, selling everything returns its cost.
    const losses = new Set<number>();
    await readWhile(trade(), async () => {
      for (const { valueCredits, costCredits } of (await get(ann, 'positions')).positions)
        losses.add(cents(costCredits - valueCredits));
    });
    expect([...losses].filter(loss => loss > 0.01)).toEqual([]);
  });
});

/** Resolves an event and compares an account before, during and after its payment. */
async function decideAndPay(
  event: { readonly slug: string; readonly id: string },
  verb: 'resolve' | 'void' | 'correct',
  answer: Answer,
  look: () => Promise<unknown>,
) {
  const tools = { store: service.store, newId };
  const seen: unknown[] = [];
  // The service's own job would pay before the test reads.
  await withJobHeld(service.store, 'settling markets', async () => {
    service.clock.forward(1000);
    await resolveEvent(tools, event.slug, verb, { answer, source: 'x', note: '', effectiveCloseAt: null }, 'test');
    seen.push(await look());
    expect(await settleMarket(tools, event.id)).toBe(true);
    seen.push(await look());
  });
  return seen;
}

async function shownPositions(agent: TestAgent) {
  const { positions } = await get(agent, 'positions?status=all');
  return positions.map(
    ({ status, valueCredits, unrealizedProfit, realizedProfit }: Record<string, number | string>) => ({
      status,
      valueCredits,
      profit: cents((unrealizedProfit as number) + (realizedProfit as number)),
    }),
  );
}

describe('between the resolution and the payment', () => {
  it('a position is open and valued at its payout, and equity is the same before and after the payment', async () => {
    const [ann, bob] = [await service.anAgent(), await service.anAgent()];
    const event = await service.anEvent();
    const bought = await service.order(ann, { eventSlug: event.slug, amountCredits: 100 });
    await service.order(bob, { eventSlug: event.slug, amountCredits: 100, outcomeIndex: 1 });
    const shares = bought.body.order.filledShares;
    const look = async () => ({ equity: (await account(ann)).equity, positions: await shownPositions(ann) });
    const [unpaid, paid] = await decideAndPay(event, 'resolve', { winningOutcome: 0 }, look);
    const position = { valueCredits: shares, profit: cents(shares - 100) };
    expect(unpaid).toEqual({ equity: 9_900 + shares, positions: [{ ...position, status: 'open' }] });
    expect(paid).toEqual({ equity: 9_900 + shares, positions: [{ ...position, status: 'settled' }] });
    expect((await account(ann)).positionsValue).toBe(0);
    expect((await account(bob)).equity).toBe(9_900);
  });

  it('is listed as open, and as settled once it is paid', async () => {
    const ann = await service.anAgent();
    const event = await service.anEvent();
    await service.order(ann, { eventSlug: event.slug, amountCredits: 100 });
    const look = async () => ({
      open: (await get(ann, 'positions')).positions.length,
      settled: (await get(ann, 'positions?status=settled')).positions.length,
    });
    const resolved = await decideAndPay(event, 'resolve', { winningOutcome: 1 }, look);
    const corrected = await decideAndPay(event, 'correct', { void: true }, look);
    const waiting = { open: 1, settled: 0 };
    const done = { open: 0, settled: 1 };
    expect([...resolved, ...corrected]).toEqual([waiting, done, waiting, done]);
  });
});

describe('between a correction and its payment', () => {
  it('excludes the amount to be collected and includes the amount to be paid', async () => {
    const [ann, bob] = [await service.anAgent(), await service.anAgent()];
    const event = await service.anEvent();
    const bought = await service.order(ann, { eventSlug: event.slug, amountCredits: 100 });
    const sold = await service.order(bob, { eventSlug: event.slug, amountCredits: 100, outcomeIndex: 1 });
    const [won, lost] = [bought.body.order.filledShares, sold.body.order.filledShares];
    await decideAndPay(event, 'resolve', { winningOutcome: 0 }, async () => null);
    const look = async () => {
      const [mine, other] = await Promise.all([account(ann), account(bob)]);
      return { mine: mine.equity, other: other.equity, value: mine.positionsValue, shown: await shownPositions(ann) };
    };
    const [unpaid, paid] = await decideAndPay(event, 'correct', { winningOutcome: 1 }, look);
    const equities = { mine: 9_900, other: 9_900 + lost };
    const profit = -100;
    expect(unpaid).toEqual({ ...equities, value: -won, shown: [{ status: 'open', valueCredits: -won, profit }] });
    expect(paid).toEqual({ ...equities, value: 0, shown: [{ status: 'settled', valueCredits: 0, profit }] });
  });

  it('collects more than there is as a debt, which equity anticipates', async () => {
    const ann = await service.anAgent();
    const [event, elsewhere] = [await service.anEvent(), await service.anEvent({ liquidityCredits: 1_000_000 })];
    const { body } = await service.order(ann, { eventSlug: event.slug, amountCredits: 100 });
    const won = body.order.filledShares;
    await decideAndPay(event, 'resolve', { winningOutcome: 0 }, async () => null);
    const { availableBalance } = await account(ann);
    await service.order(ann, { eventSlug: elsewhere.slug, amountCredits: cents(availableBalance) - 1 });
    const look = async () => {
      const { equity, availableBalance: free, owedCredits: owed } = await account(ann);
      return { equity, free, owed };
    };
    const before = await look();
    const seen = await decideAndPay(event, 'correct', { winningOutcome: 1 }, look);
    const equity = expect.closeTo(before.equity - won, 6);
    expect(seen).toEqual([
      { equity, free: before.free, owed: 0 },
      { equity, free: 0, owed: expect.closeTo(won - before.free, 6) },
    ]);
  });
});

describe('the data of an account', () => {
  it('are the same in pages as in one read, without practice', async () => {
    const ann = await service.anAgent();
    for (let index = 0; index < 3; index += 1) {
      const { slug } = await service.anEvent();
      await service.order(ann, { eventSlug: slug, amountCredits: 50 + index });
      await service.order(ann, { eventSlug: slug, amountCredits: 60 + index, outcomeIndex: 1 });
    }
    const { slug } = await aPracticeEvent(service);
    await service.order(ann, { eventSlug: slug, amountCredits: 25 });
    const { positionsValue } = await account(ann);
    expect(positionsValue).toBeGreaterThan(300);
    for (const limit of [1, 4, 6, 7]) {
      const paged = await loadEquity(service.store, ann.playerId, limit);
      expect(paged.positionsValue / 1e6).toBe(positionsValue);
    }
  });

  it('contain only open positions', async () => {
    const ann = await service.anAgent();
    const [past, sold, open] = [await service.anEvent(), await service.anEvent(), await service.anEvent()];
    for (const { slug } of [past, sold, open]) {
      const { body } = await service.order(ann, { eventSlug: slug, amountCredits: 10 });
      const amountShares = body.order.filledShares;
      if (slug === sold.slug) await service.order(ann, { eventSlug: slug, side: 'sell', amountShares });
    }
    await service.operate('POST', `/events/${past.slug}/resolve`, { winningOutcomeIndex: 0, source: 'x' });
    const worth = await service.store.read(reader => accountStore.worth(reader, ann.playerId, 100));
    expect(worth?.holdings.map(({ holding }) => holding.eventId)).toEqual([open.id]);
  });
});

describe('between a void and its payment', () => {
  it('excludes a gain from sold shares', async () => {
    const [ann, bob] = [await service.anAgent(), await service.anAgent()];
    const event = await service.anEvent();
    const bought = await service.order(ann, { eventSlug: event.slug, amountCredits: 500 });
    await service.order(bob, { eventSlug: event.slug, amountCredits: 3_000 });
    const sale = { eventSlug: event.slug, side: 'sell', amountShares: bought.body.order.filledShares } as const;
    const gain = (await service.order(ann, sale)).body.order.filledCredits - 500;
    expect(gain).toBeGreaterThan(100);
    const look = async () => {
      const { equity, positionsValue } = await account(ann);
      return { equity, positionsValue, shown: (await shownPositions(ann))[0] };
    };
    const [unpaid, paid] = await decideAndPay(event, 'void', { void: true }, look);
    const value = expect.closeTo(-gain, 6);
    expect(unpaid).toEqual({
      equity: 10_000,
      positionsValue: value,
      shown: { status: 'open', valueCredits: value, profit: 0 },
    });
    expect(paid).toEqual({
      equity: 10_000,
      positionsValue: 0,
      shown: { status: 'settled', valueCredits: value, profit: 0 },
    });
  });
});
