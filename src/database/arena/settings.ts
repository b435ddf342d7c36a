import type { Pool } from '../pool.js';
import type { Reader, Transaction } from '../store.js';
import type { TradingPause } from './rows.js';

export async function tradingPaused({ sql }: Reader): Promise<boolean> {
  const [row] = await sql<{ value: boolean }[]>`select value from settings where name = 'trading_paused'`;
  return row.value;
}

/** Null while trading is not paused. */
export async function tradingPause({ sql }: Reader): Promise<TradingPause | null> {
  const [row] = await sql<{ paused: boolean; reason: string | null }[]>`
    select value as paused, (select value #>> '{}' from settings where name = 'trading_pause_reason') as reason
    from settings where name = 'trading_paused'`;
  return row.paused ? { reason: row.reason || null } : null;
}

/** Returns false if nothing changed. The reason of a resumption is not stored. */
export async function setTradingPaused(
  { sql, notices }: Transaction,
  paused: boolean,
  reason: string = '',
): Promise<boolean> {
  notices.markTrading();
  const rows = await sql`update settings set value = to_jsonb(${paused}::boolean)
    where name = 'trading_paused' and value <> to_jsonb(${paused}::boolean) returning 1`;
  if (rows.length === 0) return false;
  await sql`insert into settings (name, value)
    values ('trading_pause_reason', to_jsonb(${paused ? reason : ''}::text))
    on conflict (name) do update set value = excluded.value`;
  return true;
}

/** Returns a secret that all nodes of an arena share; the first node stores `fresh`. */
export async function sharedSecret(pool: Pool, name: string, fresh: string): Promise<string> {
  await pool`insert into settings (name, value) values (${name}, ${pool.json(fresh)}) on conflict (name) do nothing`;
  const [row] = await pool<{ value: string }[]>`select value from settings where name = ${name}`;
  return row.value;
}
