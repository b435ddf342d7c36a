import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance } from '../../../test/support/assert-books-balance.js';
import { aMarket } from '../../../test/support/builders/market-builders.js';
import { watchStatements } from '../../../test/support/queries/watch-statements.js';
import { cloneDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { waitUntil } from '../../../test/support/wait-until.js';
import { createPostgresStore } from '../../database/postgres-store.js';
import type { Store } from '../../database/store.js';
import * as eventStore from '../../events/store/events.js';
import { newId } from '../../http/request-id.js';
import * as playerStore from '../../people/store/players.js';
import * as ownMessageStore from '../../streams/store/own-messages.js';
import { openAccount } from '../accounts.js';
import * as accountStore from '../store/accounts.js';
import * as activityStore from '../store/activity.js';
import type { DeskCommand, DeskOutcome } from './decide-command.js';
import { type DeskOptions, WriteDesk } from './write-desk.js';

let database: TestDatabase;
let store: Store;
let desk: WriteDesk;
let now = Date.parse('2026-03-17T12:00:00.000Z');
const pause = () => Promise.resolve();

beforeAll(async () => {
  database = await cloneDatabase();
  store = createPostgresStore(database.pool, () => now);
  desk = new WriteDesk({ store, newId, pause, yieldToEventLoop: pause });
});
afterAll(async () => {
  await assertBooksBalance(store);
  await database.drop();
});

let players = 0;
async function aPlayer(): Promise<string> {
  players += 1;
  const playerId = newId('plr', now);
  await store.transact(async tx => {
    const name = `player ${players}`;
    await playerStore.addPerson(tx, {
      playerId,
      handle: `player-${players}`,
      name,
      foldedName: name,
      at: now,
    } as never);
    await openAccount(tx, playerId, now, newId);
  });
  return playerId;
}

type Place = Extract<DeskCommand, { kind: 'place' }>;

function buy(playerId: string, eventId: string, change: Partial<Place['order']> & { id?: string } = {}): Place {
  const { id = randomBytes(6).toString('hex'), ...order } = change;
  const full = {
    outcome: 0,
    side: 'buy',
    amount: 25_000_000,
    limitBps: 9999,
    timeInForce: 'GTC',
    expiresAt: null,
    ifSequence: null,
    ...order,
  } as const;
  return {
    kind: 'place',
    playerId,
    ownerId: playerId,
    eventId,
    clientOrderId: id,
    bodyDigest: createHash('sha256').update(JSON.stringify(full)).digest('hex'),
    order: full,
  };
}

function placed(outcome: DeskOutcome) {
  if (outcome.kind !== 'placed') throw new Error(JSON.stringify(outcome));
  return outcome.result;
}

async function available(playerId: string): Promise<number> {
  return (await store.read(reader => accountStore.find(reader, playerId)))?.available ?? -1;
}

describe('acknowledgements', () => {
  it('wait for the event loop unless its iterations are long', async () => {
    const { id } = await aMarket(database.pool, now);
    const ann = await aPlayer();
    let steadyMs = 0;
    let turnMs = 1;
    let turnEnds = Promise.resolve();
    const own = new WriteDesk({
      store,
      newId,
      pause,
      timings: { steady: () => steadyMs, observe: () => {} },
      async yieldToEventLoop() {
        await turnEnds;
        steadyMs += turnMs;
      },
    });
    const holdTurn = () => {
      let end = () => {};
      turnEnds = new Promise(resolve => {
        end = resolve;
      });
      return end;
    };
    placed(await own.submit(buy(ann, id)));
    turnMs = 30;
    placed(await own.submit(buy(ann, id)));
    let endTurn = holdTurn();
    placed(await own.submit(buy(ann, id)));
    turnMs = 1;
    endTurn();
    await new Promise(setImmediate);

    endTurn = holdTurn();
    let answered = false;
    const waiting = own.submit(buy(ann, id)).finally(() => {
      answered = true;
    });
    await waitUntil('the order is committed', async () => (await available(ann)) === 10_000_000_000 - 4 * 25_000_000);
    await new Promise(setImmediate);
    expect(answered).toBe(false);
    endTurn();
    placed(await waiting);
  });
});

describe('the private messages of one transaction', () => {
  it('tell the state of an order after a later order has filled it', async () => {
    const { id } = await aMarket(database.pool, now);
    const [ann, bob] = [await aPlayer(), await aPlayer()];
    const { shares } = placed(await desk.submit(buy(bob, id, { amount: 400_000_000 }))).fills[0];
    const [rested, sold] = await Promise.all([
      desk.submit(buy(ann, id, { amount: 20_000_000, limitBps: 5020 })),
      desk.submit(buy(bob, id, { side: 'sell', amount: shares, limitBps: 1 })),
    ]);
    expect(placed(rested).order).toMatchObject({ status: 'open', remaining: 20_000_000 });
    expect(placed(sold).sequence).toBe(placed(rested).sequence + 1);
    const page = await store.read(reader => ownMessageStore.messagesOf(reader, ann, 0, 50));
    const messages = (page?.messages ?? []).map(({ message }) => message);
    const [trade, state] = messages.slice(-2);
    expect(trade).toMatchObject({ kind: 'trade', orderId: placed(rested).order.id });
    expect(state).toMatchObject({ kind: 'order', remaining: 20_000_000 - (trade as { credits: number }).credits });
    expect(page?.messages.map(({ number }) => number)).toEqual(messages.map((_message, index) => index + 1));
  });
});

describe('the write desk', () => {
  it('places, rests, fills and cancels, and conserves every credit', async () => {
    const { id } = await aMarket(database.pool, now);
    const [ann, bob] = [await aPlayer(), await aPlayer()];
    const first = placed(await desk.submit(buy(ann, id)));
    expect(first.order.status).toBe('filled');
    expect(first.available).toBe(10_000_000_000 - first.order.filledCredits);
    const resting = placed(await desk.submit(buy(bob, id, { limitBps: 3000, amount: 100_000_000 })));
    expect(resting.order.status).toBe('open');
    expect(await available(bob)).toBe(9_900_000_000);
    // Selling down to 0.30 fills the resting buy.
    const sold = placed(
      await desk.submit({ ...buy(ann, id, { side: 'sell', amount: first.order.filledShares, limitBps: 1 }) }),
    );
    expect(sold.order.filledShares).toBe(first.order.filledShares);
    const cancelled = await desk.submit({ kind: 'cancel', playerId: bob, eventId: id, orderId: resting.order.id });
    expect(cancelled).toMatchObject({
      kind: 'cancelled',
      orders: [{ status: 'cancelled', cancelReason: 'requested' }],
    });
    expect(await available(bob)).toBe(10_000_000_000);
  });

  it('matches two resting sides and credits the player who did not act', async () => {
    const { id } = await aMarket(database.pool, now);
    const [ann, bob] = [await aPlayer(), await aPlayer()];
    const bought = placed(await desk.submit(buy(ann, id, { amount: 500_000_000 })));
    const asked = placed(
      await desk.submit(buy(ann, id, { side: 'sell', amount: bought.order.filledShares, limitBps: 8000 })),
    );
    expect(asked.order.status).toBe('open');
    const before = await available(ann);
    const taken = placed(await desk.submit(buy(bob, id, { amount: 3_000_000_000 })));
    expect(taken.fills.map(fill => fill.against)).toEqual(['order', 'maker']);
    // The buyer's part is rounded up and the seller's down; the difference stays with the market.
    const earned = (await available(ann)) - before;
    expect(taken.fills[0].credits - earned).toBeLessThanOrEqual(1);
    const rows = await store.read(reader =>
      activityStore.list(reader, ann, { practice: false, kinds: ['trade'], before: null, limit: 10 }),
    );
    expect(rows[0]).toMatchObject({ credits: earned, balanceAfter: await available(ann) });
    const market = await store.read(reader => eventStore.findById(reader, id));
    expect(market?.market).toMatchObject({ traders: 2, openOrders: 0 });
  });
});

describe('concurrent writes', () => {
  it('let exactly one of many orders for the whole balance succeed', async () => {
    const { id } = await aMarket(database.pool, now, { liquidityCredits: 100_000 });
    const ann = await aPlayer();
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, () => desk.submit(buy(ann, id, { amount: 10_000_000_000 }))),
    );
    expect(outcomes.filter(outcome => outcome.kind === 'placed')).toHaveLength(1);
    expect(outcomes.filter(outcome => outcome.kind === 'refused')).toHaveLength(99);
  });

  it('have one effect under one client id', async () => {
    const { id } = await aMarket(database.pool, now);
    const ann = await aPlayer();
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => desk.submit(buy(ann, id, { id: 'same' }))));
    expect(outcomes.filter(outcome => outcome.kind === 'placed')).toHaveLength(1);
    expect(outcomes.filter(outcome => outcome.kind === 'replayed')).toHaveLength(99);
    expect(await desk.submit(buy(ann, id, { id: 'same', amount: 1_000_000 }))).toEqual({ kind: 'differs' });
  });

  it('pass the limit exactly 120 times an hour, and two desks count together', async () => {
    const { id } = await aMarket(database.pool, now);
    const ann = await aPlayer();
    const other = new WriteDesk({ store, newId, pause, yieldToEventLoop: pause });
    const outcomes = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        (index % 2 === 0 ? desk : other).submit(buy(ann, id, { amount: 10_000 })),
      ),
    );
    expect(outcomes.filter(outcome => outcome.kind === 'placed')).toHaveLength(120);
    expect(outcomes.filter(outcome => outcome.kind === 'limited')).toHaveLength(180);
  });
});

/** A store whose next transaction is rolled back once, as by a deadlock, while other writes intervene. */
function undoing(where: 'saving' | 'committing', meanwhile: () => Promise<unknown>) {
  let armed = false;
  const dead = () => Object.assign(new Error('deadlock detected'), { code: '40P01' });
  const undone: Store = {
    ...store,
    transact: work => {
      let attempts = 0;
      return store.transact(async tx => {
        attempts += 1;
        if (armed && attempts === 2) {
          armed = false;
          await meanwhile();
        }
        const failing = watchStatements(tx, text => {
          if (armed && where === 'saving' && text.includes('desk_update(')) throw dead();
        });
        const result = await work(failing);
        if (armed) throw dead();
        return result;
      });
    },
  };
  return {
    store: undone,
    arm: () => {
      armed = true;
    },
  };
}

describe('a retried transaction', () => {
  it.each(['saving', 'committing'] as const)(
    'rolled back while %s does not build on its first attempt',
    async where => {
      const { id } = await aMarket(database.pool, now);
      const [ann, bob] = [await aPlayer(), await aPlayer()];
      const bought = placed(await desk.submit(buy(bob, id)));
      const sell = buy(bob, id, { side: 'sell', amount: bought.order.filledShares, limitBps: 1 });
      // Another node raises the sequence by as much as the rolled-back attempt.
      const unlucky = undoing(where, async () => placed(await desk.submit(sell)));
      const own = new WriteDesk({ store: unlucky.store, newId, pause, yieldToEventLoop: pause });
      placed(await own.submit(buy(ann, id)));
      unlucky.arm();
      const after = placed(await own.submit(buy(ann, id)));
      const next = placed(await own.submit(buy(ann, id)));
      expect(next.order.filledShares).toBeLessThan(after.order.filledShares);
      const market = await store.read(reader => eventStore.findById(reader, id));
      const held =
        await database.pool`select sum(shares)::bigint as shares from readable_positions where event_id = ${id}`;
      expect(market?.market.shares[0]).toBe(Number(held[0].shares));
      expect(market?.market).toMatchObject({ trades: 5, traders: 2, sequence: 6 });
    },
  );
});

describe('grants', () => {
  it('are credited on the first request of a day, including missed days, once', async () => {
    const ann = await aPlayer();
    now += 3 * 86_400_000;
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => desk.submit({ kind: 'creditGrants', playerId: ann, counts: null })),
    );
    for (const outcome of outcomes) expect(outcome).toMatchObject({ kind: 'granted' });
    expect(await available(ann)).toBe(13_000_000_000);
  });
});

describe('listeners of commits', () => {
  it('see every change of a market before the next transaction reads it', async () => {
    const steps: string[] = [];
    let saving = () => {};
    const begun = new Promise<void>(done => {
      saving = done;
    });
    const noted: Store = {
      ...store,
      transact: work =>
        store.transact(tx => {
          const watched = watchStatements(tx, text => {
            if (text.includes('desk_load(')) steps.push('looks');
            if (text.includes('desk_update(')) saving();
          });
          return work(watched);
        }),
    };
    const committed: DeskOptions['onCommitted'] = ({ markets }) => {
      for (const { opened, market, changed, patches } of markets.values()) {
        steps.push(`${opened} to ${market.sequence} in ${changed ? patches.length : 0}`);
      }
    };
    const watched = new WriteDesk({ store: noted, newId, pause, yieldToEventLoop: pause, onCommitted: committed });
    const [{ id }, ann] = [await aMarket(database.pool, now), await aPlayer()];
    const one = watched.submit(buy(ann, id));
    await begun;
    const two = watched.submit(buy(ann, id));
    placed(await one);
    placed(await two);
    expect(steps).toEqual(['looks', '1 to 2 in 1', 'looks', '2 to 3 in 1']);
  });
});
