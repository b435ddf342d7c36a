import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance } from '../../test/support/assert-books-balance.js';
import { aMarket } from '../../test/support/builders/market-builders.js';
import { cloneDatabase, type TestDatabase } from '../../test/support/test-database.js';
import { createPostgresStore } from '../database/postgres-store.js';
import { type Store, StoreUnavailable } from '../database/store.js';
import { openAccount } from '../exchange/accounts.js';
import { newId } from '../http/request-id.js';
import * as playerStore from '../people/store/players.js';
import { ForecastDesk } from './forecast-desk.js';
import type { ForecastRequest, RecordOutcome } from './record-forecasts.js';
import type { ForecastRow } from './store.js';
import * as forecastStore from './store.js';

let database: TestDatabase;
let store: Store;
let desk: ForecastDesk;
const now = Date.parse('2026-03-17T12:00:00.000Z');
const pause = () => Promise.resolve();

beforeAll(async () => {
  database = await cloneDatabase();
  store = createPostgresStore(database.pool, () => now);
  desk = new ForecastDesk({ store, newId, pause });
});
afterEach(() => assertBooksBalance(store));
afterAll(() => database.drop());

let players = 0;
async function aPlayer(): Promise<string> {
  players += 1;
  const playerId = newId('plr', now);
  const name = `player ${players}`;
  await store.transact(async tx => {
    await playerStore.addPerson(tx, { playerId, handle: `player-${players}`, name, foldedName: name, at: now });
    await openAccount(tx, playerId, now, newId);
  });
  return playerId;
}

let ids = 0;
function one(playerId: string, eventId: string, percent = 50, outcome = 0): ForecastRequest {
  ids += 1;
  const item = {
    eventId,
    outcome,
    percent,
    rationale: null,
    clientForecastId: `f-${ids}`,
    bodyDigest: 'ab'.repeat(32),
  };
  return { playerId, ownerId: playerId, items: [item], listed: false };
}

function recorded(outcome: RecordOutcome) {
  if (outcome.kind !== 'recorded') throw new Error(JSON.stringify(outcome));
  return outcome.forecasts[0];
}

/** Loses the connection before or after the commit of the first transactions. */
function losing(when: 'before' | 'after', times: number): Store {
  let left = times;
  return {
    ...store,
    async transact(work) {
      left -= 1;
      if (left < 0) return store.transact(work);
      const lost = new StoreUnavailable('the connection was lost');
      const attempt = store.transact(async tx => {
        await work(tx);
        if (when === 'before') throw lost;
      });
      await attempt.catch(() => {});
      throw lost;
    },
  };
}

const countOf = async (playerId: string) =>
  (await database.pool`select 1 from forecasts where player_id = ${playerId}`).length;

describe('a commit whose outcome is unknown', () => {
  it.each(['before', 'after'] as const)('is reconciled by a retry: lost %s it', async when => {
    const { id } = await aMarket(database.pool, now);
    const ann = await aPlayer();
    const unsure = new ForecastDesk({ store: losing(when, 1), newId, pause });
    const request = one(ann, id);
    const outcome = await unsure.record(request);
    expect(outcome).toMatchObject({ kind: 'recorded', budget: { remaining: 119 } });
    expect(await countOf(ann)).toBe(1);
    const again = await desk.record(request);
    expect(again).toEqual({ kind: 'replayed', forecasts: [recorded(outcome)] });
  });

  it.each(['before', 'after'] as const)('of a withdrawal, too: lost %s it', async when => {
    const { id: eventId } = await aMarket(database.pool, now);
    const ann = await aPlayer();
    const { id: forecastId } = recorded(await desk.record(one(ann, eventId)));
    const unsure = new ForecastDesk({ store: losing(when, 1), newId, pause });
    const outcome = await unsure.withdraw({ playerId: ann, forecastId, eventId });
    expect(outcome).toMatchObject({ kind: 'withdrawn', forecast: { ended: { by: 'withdrawn' } } });
  });

  it('returns an unknown outcome if the commit can’t be reconciled', async () => {
    const { id } = await aMarket(database.pool, now);
    const ann = await aPlayer();
    const unsure = new ForecastDesk({ store: losing('after', 99), newId, pause });
    expect(await unsure.record(one(ann, id))).toEqual({ kind: 'unknown' });
    expect(await countOf(ann)).toBe(1);
  });

  it('is certain if nothing was decided yet', async () => {
    const ann = await aPlayer();
    const gone = { ...store, transact: () => Promise.reject(new StoreUnavailable('gone')) } as Store;
    const unsure = new ForecastDesk({ store: gone, newId, pause });
    await expect(unsure.record(one(ann, 'evt_x'))).rejects.toThrow(StoreUnavailable);
  });
});

describe('forecasts in flight', () => {
  it('block only the scoring of their event', async () => {
    const [{ id }, { id: other }] = [await aMarket(database.pool, now), await aMarket(database.pool, now)];
    const ann = await aPlayer();
    const order: string[] = [];
    let release: () => void = () => {};
    const gate = new Promise<void>(done => {
      release = done;
    });
    let entered: () => void = () => {};
    const inside = new Promise<void>(done => {
      entered = done;
    });
    const slow = new ForecastDesk({
      store: {
        ...store,
        transact: work =>
          store.transact(async tx => {
            const result = await work(tx);
            entered();
            await gate;
            order.push('forecast');
            return result;
          }),
      },
      newId,
      pause,
    });
    const recording = slow.record(one(ann, id));
    await inside;
    const scoring = store.transact(async tx => {
      await forecastStore.awaitWriters(tx, id);
      order.push('scores');
      return forecastStore.ofEvent(tx, id, null, 10);
    });
    await store.transact(async tx => {
      await forecastStore.awaitWriters(tx, other);
      order.push('other scores');
    });
    release();
    expect(recorded(await recording).id).toBe((await scoring)[0].id);
    expect(order).toEqual(['other scores', 'forecast', 'scores']);
  });

  it('leave connections to other players, regardless of how many one player sends', async () => {
    const { id } = await aMarket(database.pool, now);
    const ann = await aPlayer();
    let most = 0;
    const many = Array.from({ length: 50 }, () => desk.record(one(ann, id)).finally(() => watch()));
    const watch = () => {
      most = Math.max(most, store.pool().busy);
    };
    watch();
    await Promise.all(many);
    expect(most).toBeLessThanOrEqual(2);
    expect(await countOf(ann)).toBe(50);
  });
});

describe('the record of an event', () => {
  it('is read by player in order of time, in pages', async () => {
    const { id } = await aMarket(database.pool, now, { outcomes: ['A', 'B', 'C'] });
    const players = [await aPlayer(), await aPlayer(), await aPlayer()].sort();
    for (const percent of [10, 20, 30]) {
      for (const playerId of players) await desk.record(one(playerId, id, percent, percent === 20 ? 1 : 0));
    }
    const { ended, ...rest } = (await store.read(reader => forecastStore.ofEvent(reader, id, null, 1)))[0];
    expect(rest).toMatchObject({ playerId: players[0], outcome: 0, probabilityMicros: 100_000, at: now });
    expect(ended).toEqual({ at: now + 2, by: 'superseded' });
    const seen: ForecastRow[] = [];
    for (let more = true; more; ) {
      const page = await store.read(reader => forecastStore.ofEvent(reader, id, seen.at(-1) ?? null, 4));
      seen.push(...page);
      more = page.length === 4;
    }
    expect(seen.map(row => [row.playerId, row.at - now])).toEqual(
      players.flatMap(playerId => [0, 1, 2].map(at => [playerId, at])),
    );
  });

  it('can’t be changed or removed, and an interval ends once', async () => {
    const { id } = await aMarket(database.pool, now);
    const ann = await aPlayer();
    const first = recorded(await desk.record(one(ann, id)));
    await desk.record(one(ann, id));
    const { pool } = database;
    const refusal = /stays as it was recorded/;
    await expect(pool`update forecasts set probability = 1 where id = ${first.id}`).rejects.toThrow(refusal);
    await expect(pool`update forecasts set ended_at = now() where id = ${first.id}`).rejects.toThrow(refusal);
    await expect(pool`delete from forecasts where event_id = ${id}`).rejects.toThrow(refusal);
    const open = pool`update forecasts set ended_at = now(), ended_by = 'withdrawn', outcome = 1
      where event_id = ${id} and ended_at is null`;
    await expect(open).rejects.toThrow(refusal);
  });
});
