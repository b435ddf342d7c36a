import type { Pool } from '../../src/database/pool.js';

/**
 * Records orders that are committed without a write to their market and account in the same transaction. Such orders
 * come from a statement that ran outside its transaction or inside another one. Deferred triggers compare transaction
 * ids at the commit.
 */
export async function watchForSplits(pool: Pool): Promise<void> {
  await pool.unsafe(`
    create table if not exists fault_splits (order_id uuid, missing text, xid xid8);
    create or replace function fault_check_order() returns trigger language plpgsql as $$
      begin
        if not exists (select 1 from markets where number = new.market and xmin = pg_current_xact_id()::xid) then
          insert into fault_splits values (new.id, 'market', pg_current_xact_id_if_assigned());
        end if;
        if not exists (select 1 from accounts where number = new.player and xmin = pg_current_xact_id()::xid) then
          insert into fault_splits values (new.id, 'account', pg_current_xact_id_if_assigned());
        end if;
        return null;
      end $$;
    drop trigger if exists fault_check on orders;
    create constraint trigger fault_check after insert on orders deferrable initially deferred
      for each row execute function fault_check_order();`);
}

/** Describes every split found so far. */
export async function findSplits(pool: Pool): Promise<string[]> {
  const rows = await pool<{ order_id: string; missing: string }[]>`select order_id, missing from fault_splits`;
  return rows.map(({ order_id, missing }) => `order ${order_id} was committed without its ${missing}`);
}
