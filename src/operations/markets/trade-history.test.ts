import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../test/database.js';
import { aMarket } from '../../../test/markets.js';
import { createPostgresStore } from '../../store/postgres/postgres-store.js';
import type { Store } from '../../store/store.js';
import { TradeHistory } from './trade-history.js';

let database: TestDatabase;
let store: Store;
beforeAll(async () => {
  database = await cloneDatabase();
  store = createPostgresStore(database.pool);
});
afterAll(() => database.drop());

const now = Date.parse('2026-03-17T12:00:00Z');

/** Trades as the desk leaves them behind, many more than one step takes. */
async function aBusyMarket(trades: number): Promise<string> {
  const { pool } = database;
  const { id } = await aMarket(pool, now);
  await pool`
    insert into fills (id, at, event_id, order_id, player_id, outcome, side, shares, credits, price_bps, against, public,
      sequence, prices_bps, number)
    select ${id} || n, ${new Date(now)}, ${id}, 'ord', 'plr', 0, 'buy', 1000000, 500000, 5000, 'maker', true, n + 1,
      '{5000,5000}', n
    from generate_series(1, ${trades}::int) as n`;
  await pool`update markets set sequence = ${trades + 1} where event_id = ${id}`;
  return id;
}

const isBehind = (eventId: string) => store.read(reads => reads.history.isBehind(eventId));

describe('a market with more trades than a step takes', () => {
  it('is folded to the end in one turn of the job', async () => {
    const busy = await aBusyMarket(1_800);
    const history = new TradeHistory(store);
    history.note([busy]);
    await history.flush(() => true);
    expect(await isBehind(busy)).toBe(false);
    const [{ volume }] = await database.pool`select volume from trade_marks where event_id = ${busy}`;
    expect(volume).toBe(1_800 * 500_000);
  });

  it('is left to the next turn when the job has to stop, and by a read that only waits a moment', async () => {
    const busy = await aBusyMarket(1_800);
    const history = new TradeHistory(store);
    history.note([busy]);
    let turns = 0;
    await history.flush(() => {
      turns += 1;
      return turns < 2;
    });
    expect(await isBehind(busy)).toBe(true);
    await history.flushSome();
    expect(await isBehind(busy)).toBe(true);
    await history.flush(() => true);
    expect(await isBehind(busy)).toBe(false);
  });
});
