import type { Pool } from '../database/pool.js';

/** The progress of seeding the demo arena, stored in a row of the table settings. */
export interface DemoMarker {
  readonly state: 'begun' | 'ended';
  readonly seed: string;
  /** The time for which the arena is seeded, by the database's clock in epoch milliseconds. */
  readonly now: number;
}

/** Returns the marker, inserting it into an arena without events. Null if this arena gets no demo. */
export async function beginDemo(pool: Pool, seed: string): Promise<DemoMarker | null> {
  await pool`
    insert into settings (name, value)
    select 'demo', jsonb_build_object('state', 'begun', 'seed', ${seed}::text,
      'now', floor(extract(epoch from clock_timestamp()) * 1000)::bigint)
    where not exists (select 1 from events where not practice)
    on conflict (name) do nothing`;
  const [row] = await pool<{ value: DemoMarker }[]>`select value from settings where name = 'demo'`;
  return row?.value ?? null;
}

export async function endDemo(pool: Pool): Promise<void> {
  await pool`
    update settings set value = value || jsonb_build_object('state', 'ended') where name = 'demo'`;
}

/** The time of the last order of house players with a client id of the seeding. */
export async function lastHouseOrderAt(pool: Pool): Promise<number | null> {
  const [{ at }] = await pool<{ at: Date | null }[]>`
    select max(o.created_at) as at from orders o
    where o.client_order_id like 'demo-%'
      and o.player in (select a.number from accounts a join players p on p.id = a.player_id where p.house)`;
  return at?.getTime() ?? null;
}

/** Connections cache plans made for empty tables, which scan whole tables; new statistics invalidate them. */
export async function renewPlans(pool: Pool): Promise<void> {
  await pool`analyze orders, positions, fills, stored_activity, markets, accounts, forecasts`;
}
