import type { WriteScope } from '../../sql/feature-store.js';
import type { Sql } from '../../sql/pool.js';
import type { ArenaReads, ArenaWrites } from '../interface.js';

export function arenaReads(sql: Sql): ArenaReads {
  return {
    async tradingPaused() {
      const [row] = await sql<{ value: boolean }[]>`select value from arena where name = 'trading_paused'`;
      return row.value;
    },
  };
}

export function arenaWrites({ sql, notices }: WriteScope): ArenaWrites {
  return {
    ...arenaReads(sql),
    async setTradingPaused(paused) {
      notices.markTrading();
      const rows = await sql`update arena set value = to_jsonb(${paused}::boolean)
        where name = 'trading_paused' and value <> to_jsonb(${paused}::boolean) returning 1`;
      return rows.length === 1;
    },
  };
}
