import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance } from '../../../test/support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../../../test/support/operator-service.js';
import { readHistory } from '../../../test/support/recorded-history/play-history.js';
import { migrateRest, recorded, restoreArena } from '../../../test/support/recorded-history/restore-arena.js';
import type { TestDatabase } from '../../../test/support/test-database.js';
import type { TestService } from '../../../test/support/test-service.js';
import { makeId } from '../../kernel/ids.js';
import { hourMs } from '../../kernel/time.js';
import { writeAgentKey } from '../../kernel/token-syntax.js';
import { decodeWindow } from './compact/write-windows.js';

const shown = new URL('../../../test/support/recorded-history/shown.txt', import.meta.url);

let database: TestDatabase;
beforeAll(async () => {
  database = await restoreArena();
}, 60_000);
afterAll(() => database.drop());

/** A service over the migrated arena, at the time of its recording, and keys for its agents. */
async function openArena(): Promise<{
  service: OperatorService;
  agents: Awaited<ReturnType<TestService['anAgent']>>[];
}> {
  const clock = { now: () => recorded.now as number, forward: () => {} };
  const service = await startOperatorService({ beside: { database, clock } as unknown as TestService });
  const agents = [];
  for (const playerId of recorded.agents as string[]) {
    const key = writeAgentKey(randomBytes(32));
    const keyId = makeId('key', recorded.now, randomBytes(10));
    await service.store.transact(writes =>
      writes.players.addKey({ id: keyId, agentId: playerId, secret: key, at: recorded.now }),
    );
    agents.push({ playerId, key, keyId, headers: { authorization: `Bearer ${key}` } });
  }
  return { service, agents };
}

describe('an arena from before compact storage', () => {
  it('is migrated: activity, orders, positions, private messages and replays stay byte-identical', async () => {
    const orders = await database.pool`select id, amount, status from orders order by id`;
    const moved = await database.pool`select sum(amount)::text as sum, count(*) as rows from transfers`;
    expect(orders.length).toBeGreaterThan(20);
    const times = await database.pool<{ player_id: string; order_moments: number[]; forecast_moments: number[] }[]>`
      select player_id, order_moments, forecast_moments from accounts order by player_id`;
    expect(Math.max(...times.map(row => row.order_moments.length))).toBeGreaterThan(5);
    expect(await migrateRest(database.pool)).toContain('compact-exchange');
    expect(await database.pool`select id, amount, status from orders order by id`).toEqual(orders);
    expect(await database.pool`select sum(amount)::text as sum, count(*) as rows from transfers`).toEqual(moved);
    const [{ bounded }] = await database.pool<{ bounded: boolean }[]>`
      select trades_stored_once_since() = max(at) - interval '1 hour' as bounded from fill_rows`;
    expect(bounded).toBe(true);
    const windows = await database.pool<{ player_id: string; orders: string; forecasts: string }[]>`
      select player_id, encode(order_window, 'hex') as orders, encode(forecast_window, 'hex') as forecasts from accounts order by player_id`;
    const newest = Math.max(...times.flatMap(row => [...row.order_moments, ...row.forecast_moments]));
    const inWindow = (moments: readonly number[]) => moments.filter(moment => moment > newest - hourMs);
    for (const [index, { player_id, orders: order, forecasts }] of windows.entries()) {
      const before = times[index];
      expect([player_id, inWindow(decodeWindow(order)), inWindow(decodeWindow(forecasts))]).toEqual([
        before.player_id,
        inWindow(before.order_moments),
        inWindow(before.forecast_moments),
      ]);
    }
    const { service, agents } = await openArena();
    try {
      await assertBooksBalance(service.store);
      const lines = await readHistory(service, { agents, commands: recorded.commands });
      expect(lines).toEqual(readFileSync(shown, 'utf8').trimEnd().split('\n'));
      const { slug } = await service.anEvent();
      const placed = await service.order(agents[0], { eventSlug: slug, amountCredits: 5 });
      expect(placed.status, placed.text).toBe(201);
      await assertBooksBalance(service.store);
    } finally {
      await service.stop();
    }
  }, 120_000);

  it('rejects writes of earlier versions', async () => {
    const columns = 'at, kind, reference, from_account, to_account, amount';
    for (const statement of [
      `insert into transfers (${columns}) values (now(), 'trade', 'x', 'issuance', 'treasury', 1)`,
      "update orders set status = 'filled'",
      'delete from fills',
      'update positions set shares = shares + 1',
      'delete from activity',
      'insert into user_messages (player_id) values (null)',
      // The parameters of the versions before trades were stored once, and before rows were copied.
      `select desk_save(${Array(32).fill('null').join()})`,
      `select desk_save(${Array(34).fill('null').join()})`,
    ])
      await expect(database.pool.unsafe(statement)).rejects.toThrow(
        /cannot (insert into|update|delete from) (view|column)|does not exist/,
      );
  });
});
