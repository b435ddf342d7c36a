import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../../src/database/pool.js';
import type { FaultNode } from './fault-node.js';

export interface LeaseRow {
  readonly name: string;
  readonly holder: string | null;
  readonly token: number;
}

/** Shorter than the statement timeout of a node. */
const holdSeconds = 3;

/**
 * Delays selected statements of one node inside the database, so that it can be stopped exactly there: `acquire` while
 * it takes a lease, `close` while its transaction closes a market.
 */
export async function installHolds(pool: Pool): Promise<void> {
  await pool.unsafe(`
    create table if not exists fault_holds (step text not null, holder text not null);
    create or replace function fault_hold_acquire() returns trigger language plpgsql as $$
      begin
        if new.holder is not null and new.token > old.token
          and exists (select 1 from fault_holds h where h.step in ('acquire', new.name) and new.holder like h.holder)
        then perform pg_sleep(${holdSeconds}); end if;
        return new;
      end $$;
    drop trigger if exists fault_hold on job_leases;
    create trigger fault_hold before update on job_leases for each row execute function fault_hold_acquire();
    create or replace function fault_hold_close() returns trigger language plpgsql as $$
      begin
        if new.status = 'closed' and old.status <> 'closed' and exists (
          select 1 from fault_holds h join job_leases l on l.holder like h.holder
          where h.step = 'close' and l.name = 'closing markets')
        then perform pg_sleep(${holdSeconds}); end if;
        return new;
      end $$;
    drop trigger if exists fault_hold on markets;
    create trigger fault_hold before update on markets for each row execute function fault_hold_close();`);
}

export async function removeHolds(pool: Pool): Promise<void> {
  await pool.unsafe(`
    drop trigger if exists fault_hold on job_leases;
    drop trigger if exists fault_hold on markets;
    drop table if exists fault_holds;`);
}

const holderOf = (node: FaultNode) => `%:${node.pid}:%`;

export async function hold(pool: Pool, step: string, node: FaultNode): Promise<void> {
  await pool`insert into fault_holds (step, holder) values (${step}, ${holderOf(node)})`;
}

/** Makes nodes run these jobs within seconds, even if no work is due: as if their last holder had crashed. */
export async function abandon(pool: Pool, jobs: readonly string[]): Promise<void> {
  await pool`
    insert into job_leases (name, holder, expires_at)
    select name, 'a node that crashed', clock_timestamp() - interval '1 second' from unnest(${jobs}::text[]) name
    on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
    where job_leases.holder is null`;
}

export async function releaseHolds(pool: Pool): Promise<void> {
  await pool`delete from fault_holds`;
}

export async function leasesOf(pool: Pool, node: FaultNode): Promise<LeaseRow[]> {
  return pool<LeaseRow[]>`
    select name, holder, token::int as token from job_leases where holder like ${holderOf(node)} order by name`;
}

export async function leaseOf(pool: Pool, name: string): Promise<LeaseRow> {
  const [row] = await pool<LeaseRow[]>`select name, holder, token::int as token from job_leases where name = ${name}`;
  return row;
}

/** Waits until at least `count` statements are held. */
export async function untilHeld(pool: Pool, count: number, maxMs: number): Promise<void> {
  const until = performance.now() + maxMs;
  for (;;) {
    const held = await pool`select 1 from pg_stat_activity where wait_event = 'PgSleep'`;
    if (held.length >= count) return;
    if (performance.now() > until) throw new Error(`${held.length} of ${count} jobs began within ${maxMs} ms`);
    await sleep(20);
  }
}

/** Waits until no statement is held. */
export async function untilReleased(pool: Pool): Promise<void> {
  while ((await pool`select 1 from pg_stat_activity where wait_event = 'PgSleep'`).length > 0) await sleep(50);
}
