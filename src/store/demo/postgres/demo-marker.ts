import type { Pool } from '../../sql/pool.js';

/** How far the seeding of the demo arena is, kept in a row of the table arena. */
export interface DemoMarker {
  readonly state: 'begun' | 'ended';
  readonly seed: string;
  /** The moment that the arena was made for, by the database's clock in epoch milliseconds. */
  readonly now: number;
}

/** The marker; where there is none and no event either, a new one that says begun. Null: this arena gets no demo. */
export async function beginDemo(pool: Pool, seed: string): Promise<DemoMarker | null> {
  await pool`
    insert into arena (name, value)
    select 'demo', jsonb_build_object('state', 'begun', 'seed', ${seed}::text,
      'now', floor(extract(epoch from clock_timestamp()) * 1000)::bigint)
    where not exists (select 1 from events where not practice)
    on conflict (name) do nothing`;
  const [row] = await pool<{ value: DemoMarker }[]>`select value from arena where name = 'demo'`;
  return row?.value ?? null;
}

export async function endDemo(pool: Pool): Promise<void> {
  await pool`update arena set value = value || '{"state": "ended"}' where name = 'demo'`;
}

/** When house players ordered last: agents of somebody who can't sign in, under ids as only a seeding makes them. */
export async function lastHouseOrderAt(pool: Pool): Promise<number | null> {
  const [{ at }] = await pool<{ at: Date | null }[]>`
    select max(o.created_at) as at from orders o
    where o.client_order_id like 'demo-%' and o.player_id in (
      select a.player_id from agents a join people p on p.player_id = a.owner_id where p.email is null)`;
  return at?.getTime() ?? null;
}

/** Connections keep plans that were made for empty tables, and these read all of a table; new figures end such plans. */
export async function renewPlans(pool: Pool): Promise<void> {
  await pool`analyze orders, positions, markets, accounts, forecasts`;
}
