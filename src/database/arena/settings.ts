import type { WriteScope } from '../feature-store.js';
import type { Sql } from '../pool.js';
import type { ArenaReads, ArenaWrites } from './interface.js';

export function arenaReads(sql: Sql): ArenaReads {
  return {
    async tradingPaused() {
      const [row] = await sql<{ value: boolean }[]>`select value from settings where name = 'trading_paused'`;
      return row.value;
    },
    async tradingPause() {
      const [row] = await sql<{ paused: boolean; reason: string | null }[]>`
        select value as paused, (select value #>> '{}' from settings where name = 'trading_pause_reason') as reason
        from settings where name = 'trading_paused'`;
      return row.paused ? { reason: row.reason || null } : null;
    },
  };
}

export function arenaWrites({ sql, notices }: WriteScope): ArenaWrites {
  return {
    ...arenaReads(sql),
    async setTradingPaused(paused, reason = '') {
      notices.markTrading();
      const rows = await sql`update settings set value = to_jsonb(${paused}::boolean)
        where name = 'trading_paused' and value <> to_jsonb(${paused}::boolean) returning 1`;
      if (rows.length === 0) return false;
      await sql`insert into settings (name, value)
        values ('trading_pause_reason', to_jsonb(${paused ? reason : ''}::text))
        on conflict (name) do update set value = excluded.value`;
      return true;
    },
  };
}
