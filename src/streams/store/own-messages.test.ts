import { afterAll, beforeAll, expect, it } from 'vitest';
import { aMarket } from '../../../test/support/builders/market-builders.js';
import { rowsRead, scansOf } from '../../../test/support/queries/plan-scans.js';
import { cloneDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { ownMessagesStatement } from './own-messages.js';

const now = Date.parse('2026-03-17T12:00:00Z');
const messages = 20_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
  const { pool } = database;
  const { id } = await aMarket(pool, now);
  await pool`
    insert into players (id, kind, handle, name, folded_name, created_at)
    select 'agt_' || n, 'agent', 'agent-' || n, n, n, now() from generate_series(1, 2) n`;
  await pool`
    insert into accounts (player_id, available, last_grant_day, messages)
    select 'agt_' || n, 0, current_date, ${messages} from generate_series(1, 2) n`;
  await pool`
    with traded as (
      insert into fills (id, order_id, at, market, player, outcome, side, shares, credits, price_bps, against, sequence, number)
      select gen_random_uuid(), gen_random_uuid(), ${new Date(now)}::timestamptz + n * interval '1 second', m.number, a.number, 0, 'buy', 8, 4,
        5000, 'maker', n * 2 + a.number, n * 2 + a.number
      from generate_series(1, ${messages / 2}::int) n, accounts a, markets m where m.event_id = ${id}
      returning *
    )
    insert into player_messages (player, number, at, kind, market, sequence, order_id, trade_id, status, remaining)
    select player, sequence - player - k, at, case k when 1 then 'trade' else 'order' end::message_kind, market, sequence, order_id,
      case k when 1 then id end, case k when 0 then 'open' end::order_status, case k when 0 then 6 end
    from traded, generate_series(0, 1) k`;
  await pool`vacuum analyze`;
}, 60_000);
afterAll(() => database.drop());

it.each([0, 15, 10_015, 19_980, 20_000])(
  'reads only a page of messages after number %i, and their trades',
  async after => {
    for (const limit of [1, 500]) {
      const statement = ownMessagesStatement(database.pool as never, 'agt_1', after, limit);
      const scans = await scansOf(database.pool, statement);
      const large = scans.filter(scan => /^(fills|player_messages)/.test(String(scan['Relation Name'])));
      for (const scan of large) expect(scan['Node Type']).toMatch(/Index/);
      const read = large.reduce((sum, scan) => sum + rowsRead(scan), 0);
      expect(read).toBeLessThanOrEqual(Math.min(limit, messages - after) * 2 + 2);
    }
  },
);
