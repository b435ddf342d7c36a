import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMarket } from '../../test/support/builders/market-builders.js';
import { cloneDatabase, type TestDatabase } from '../../test/support/test-database.js';
import { waitUntil } from '../../test/support/wait-until.js';
import * as eventStore from '../events/store/events.js';
import * as marketStore from '../events/store/markets.js';
import * as deskStore from '../exchange/store/desk.js';
import * as settingStore from './arena/settings.js';
import { openPool, type Pool } from './pool.js';
import { createPostgresStore } from './postgres-store.js';
import type { MarketNotice, MarketWatcher, Store, Transaction } from './store.js';

/** Records all notifications. */
class Diary implements MarketWatcher {
  readonly notices: MarketNotice[] = [];
  readonly hearings: boolean[] = [];
  rewritings = 0;
  switchings = 0;

  onMarketsChanged(notices: readonly MarketNotice[]): void {
    this.notices.push(...notices);
  }

  onListening(yes: boolean): void {
    this.hearings.push(yes);
  }

  onTextsChanged(): void {
    this.rewritings += 1;
  }

  onTradingSwitched(): void {
    this.switchings += 1;
  }

  take(): MarketNotice[] {
    return this.notices.splice(0);
  }
}

let database: TestDatabase;
let otherPool: Pool;
let store: Store;
const [here, there] = [new Diary(), new Diary()];
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await cloneDatabase();
  otherPool = openPool(database.target, { max: 2 });
  store = createPostgresStore(database.pool);
  const other = createPostgresStore(otherPool);
  stops.push(store.watch(here), other.watch(there));
  await waitUntil('both hear', () => here.hearings.at(-1) === true && there.hearings.at(-1) === true);
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await otherPool.end({ timeoutMs: 1_000 * 2 });
  await database.drop();
});

const texts = {
  description: 'Changed.',
  category: 'test',
  tags: [],
  resolutionSource: { name: 'A test', url: '', rule: 'As the test says.' },
};

/** Sends a notification after all earlier ones, so that those received by then are complete. */
async function noticesSince(): Promise<MarketNotice[]> {
  await store.transact(tx => marketStore.edit(tx, 'evt_last', texts));
  await waitUntil('the last notice', () => there.notices.some(({ eventId }) => eventId === 'evt_last'));
  here.take();
  return there.take().filter(({ eventId }) => eventId !== 'evt_last');
}

async function save(tx: Transaction, eventId: string): Promise<number> {
  const { markets, now } = await deskStore.lockMarkets(tx, [eventId]);
  const market = { ...markets[0].market, sequence: markets[0].market.sequence + 1 };
  const nothing = { accounts: [], grants: [], orders: [], orderChanges: [], positions: [], fills: [], transfers: [] };
  await deskStore.save(tx, { at: now, markets: [market], activity: [], ...nothing });
  return market.sequence;
}

describe('notifications of changed markets', () => {
  it('report that notifications are lost before they report that they resume', () => {
    expect([here.hearings, there.hearings]).toEqual([
      [false, true],
      [false, true],
    ]);
  });

  it('carry the new sequence, here before the response and elsewhere soon after', async () => {
    const { id } = await aMarket(database.pool, Date.now());
    await store.transact(async tx => {
      await marketStore.edit(tx, id, texts);
      expect(await save(tx, id)).toBe(2);
      expect(here.notices).toEqual([]);
    });
    expect(here.take()).toEqual([{ eventId: id, sequence: 2 }]);
    expect(await noticesSince()).toEqual([{ eventId: id, sequence: 2 }]);
  });

  it('are sent without a sequence if no change raised it', async () => {
    await store.transact(tx => marketStore.edit(tx, 'evt_1', texts));
    expect(here.take()).toEqual([{ eventId: 'evt_1', sequence: null }]);
    expect(await noticesSince()).toEqual([{ eventId: 'evt_1', sequence: null }]);
  });

  it('are not sent for a rolled-back transaction', async () => {
    const { id } = await aMarket(database.pool, Date.now());
    const undone = store.transact(async tx => {
      await save(tx, id);
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect(here.take()).toEqual([{ eventId: id, sequence: null }]);
    expect(await noticesSince()).toEqual([]);
  });

  it('are split into parts if there are many', async () => {
    const ids = Array.from({ length: 700 }, (_value, index) => `evt_${String(index).padStart(26, '0')}`);
    await store.transact(async tx => {
      for (const id of ids) await marketStore.edit(tx, id, texts);
    });
    expect((await noticesSince()).map(({ eventId }) => eventId)).toEqual(ids);
  });

  it('are not sent for reads', async () => {
    await store.transact(tx => eventStore.findMany(tx, []));
    expect(here.take()).toEqual([]);
    expect(await noticesSince()).toEqual([]);
  });
});

describe('notifications of texts', () => {
  it('are sent once per transaction that rewrites events, and never among the markets', async () => {
    const { id } = await aMarket(database.pool, Date.now());
    /** A notification without texts that follows everything before it. */
    const traded = async () => {
      const sequence = await store.transact(tx => save(tx, id));
      await waitUntil('the trade', () =>
        there.notices.some(notice => notice.eventId === id && notice.sequence === sequence),
      );
      return [here.rewritings, there.rewritings];
    };
    const [hereBefore, thereBefore] = await traded();
    expect(await traded()).toEqual([hereBefore, thereBefore]);
    await store.transact(async tx => {
      await marketStore.edit(tx, id, texts);
      await marketStore.edit(tx, 'evt_2', texts);
      await save(tx, id);
      expect(here.rewritings).toBe(hereBefore);
    });
    expect(here.rewritings).toBe(hereBefore + 1);
    expect(await traded()).toEqual([hereBefore + 1, thereBefore + 1]);
    const undone = store.transact(async tx => {
      await marketStore.edit(tx, id, texts);
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect(await traded()).toEqual([hereBefore + 2, thereBefore + 1]);
    const told = new Set([...here.take(), ...there.take()].map(({ eventId }) => eventId));
    expect(told).toEqual(new Set([id, 'evt_2']));
  });
});

describe('notifications of the arena-wide pause', () => {
  it('arrive here before the response and elsewhere soon after, and are neither markets nor texts', async () => {
    await noticesSince();
    const before = [here.rewritings, there.rewritings + 1];
    await store.transact(async tx => {
      expect(await settingStore.setTradingPaused(tx, true)).toBe(true);
      expect(here.switchings).toBe(0);
    });
    expect([here.switchings, here.rewritings, here.take()]).toEqual([1, before[0], []]);
    const sequences = (await noticesSince()).map(({ sequence }) => sequence);
    expect([there.switchings, there.rewritings, sequences]).toEqual([1, before[1], []]);
    await store.transact(tx => settingStore.setTradingPaused(tx, false));
    expect(here.switchings).toBe(2);
  });
});
