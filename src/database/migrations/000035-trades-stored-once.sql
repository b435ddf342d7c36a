-- Trades are stored once. What a trade adds to the ledger and to the activity of its player follows from the fill, which gets the
-- two facts that do not: the balance after it, and the part of its proceeds that repaid a debt. Fills of the practice purse and of
-- earlier versions have no balance: their transfers and entries are stored.
alter table fill_rows add column balance_after bigint, add column repaid bigint;

-- Also serves the activity, which lists fills of resting orders.
drop index fill_rows_player_time;
create index fill_rows_player_time on fill_rows (player, at);

-- No fill before this has a balance, so that a page of the activity does not search the trades of earlier versions. An hour is the
-- tolerance for a clock that was set back.
do $$
begin
  execute format('create function trades_stored_once_since() returns timestamptz language sql immutable parallel safe as %L',
    format('select timestamptz %L', coalesce((select max(at) - interval '1 hour' from fill_rows), '-infinity')));
end
$$;

-- The ledger: stored transfers, and those of trades.
create view transfer_entries as
select at, from_account, to_account, amount, order_id, kind, reference from transfer_rows
union all
select at, case when side = 's' then market::bigint * 8 + 3 when number is null then player::bigint * 8 + 2 else player::bigint * 8 + 1 end,
  case when side = 's' then player::bigint * 8 + 1 else market::bigint * 8 + 3 end, credits, order_id, 't', null
from fill_rows where balance_after is not null and credits > 0;

create or replace view transfers as
select t.at, transfer_kind(t.kind) as kind, coalesce(t.reference, id_of('ord', t.order_id)) as reference,
  ledger_account(t.from_account) as from_account, ledger_account(t.to_account) as to_account, t.amount
from transfer_entries t;

-- The change of the available balance by a fill: a resting buy pays from its reserve.
create function fill_credits(given fill_rows) returns bigint language sql immutable parallel safe as $$
  select case when given.side = 's' then given.credits - coalesce(given.repaid, 0) when given.number is null then 0 else -given.credits end
$$;

create function fill_details(given fill_rows) returns jsonb language sql immutable parallel safe as $$
  select jsonb_build_object('outcome', given.outcome, 'side', order_side(given.side), 'shares', given.shares, 'credits', given.credits,
      'priceBps', given.price_bps, 'against', case given.against when 'm' then 'maker' else 'order' end)
    || case when given.number is null then '{"fromReserve": true}'::jsonb else '{}' end
    || case when given.repaid is null then '{}' else jsonb_build_object('repaid', given.repaid) end
$$;

-- The entry of a trade has the id of its fill.
create or replace view activity as
select id_of('act', c.id) as id, c.at, a.player_id, activity_kind(c.kind) as kind, c.credits, c.balance_after, m.event_id,
  id_of('ord', c.order_id) as order_id, activity_details(c) as details
from activity_rows c left join accounts a on a.no = c.player left join markets m on m.no = c.market
union all
select id_of('act', f.id), f.at, a.player_id, 'trade', fill_credits(f), f.balance_after, m.event_id, id_of('ord', f.order_id),
  fill_details(f)
from fill_rows f left join accounts a on a.no = f.player left join markets m on m.no = f.market
where f.balance_after is not null;

-- PostgreSQL parses the constraints of a table again for every statement that writes to it: those of the desk's tables took a third of
-- the time that saving one order takes. The write desk asserts the values of orders and fills, and the audit checks or
-- recomputes all that are dropped. Those that protect credits, shares and settlements stay, as one constraint per table.
alter table order_rows drop constraint order_rows_amount_check, drop constraint order_rows_filled_credits_check,
  drop constraint order_rows_filled_shares_check, drop constraint order_rows_remaining_check, drop constraint order_rows_limit_bps_check,
  drop constraint order_rows_side_check, drop constraint order_rows_time_in_force_check, drop constraint order_rows_status_check,
  drop constraint order_rows_cancel_reason_check, drop constraint order_rows_client_order_id_check;
alter table fill_rows drop constraint fill_rows_shares_check, drop constraint fill_rows_credits_check, drop constraint fill_rows_against_check;
alter table position_rows drop constraint position_rows_shares_check, drop constraint position_rows_check,
  drop constraint position_rows_cost_check,
  add constraint position_rows_sound check (reserved_shares between 0 and shares and cost >= 0);
alter table accounts drop constraint accounts_available_check, drop constraint accounts_practice_check, drop constraint accounts_owed_check,
  drop constraint accounts_debt_first, drop constraint accounts_granted_check, drop constraint accounts_messages_check,
  add constraint accounts_sound check (available >= 0 and practice >= 0 and (owed = 0 or owed > 0 and available = 0));
alter table markets drop constraint markets_account_check, drop constraint markets_check, drop constraint markets_check1,
  drop constraint markets_check2, drop constraint markets_status_check, drop constraint markets_sequence_check,
  drop constraint markets_traders_check, drop constraint markets_open_orders_check, drop constraint markets_trades_check,
  drop constraint markets_settling_total_check, drop constraint markets_settling_done_check, drop constraint markets_proposal_check,
  add constraint markets_sound check (account >= 0 and ends_at > opens_at and scored_version <= settled_version
    and settled_version <= resolution_version);

-- Nodes of earlier versions call the function without balances, so they can no longer write.
drop function desk_save;
-- Saves a batch. Each table gets one statement; its numbers come row by row in one array, with 0 for null, and texts one to a line. Balances are
-- one higher, because 0 is a balance. New positions come before changed ones.
create function desk_save(
  p_at timestamptz, p_order_ids uuid[], p_orders bigint[], p_clients text, p_digests text, p_warnings text,
  p_fill_ids uuid[], p_fill_orders uuid[], p_fills bigint[], p_balances bigint[], p_prices integer[], p_position_markets integer[], p_positions bigint[],
  p_new_positions integer,
  p_market_nos integer[], p_market_statuses text[], p_markets bigint[], p_market_lists bigint[],
  p_account_nos integer[], p_accounts bigint[], p_moments bigint[],
  p_activity_ids uuid[], p_activity_orders uuid[], p_activity bigint[], p_activity_details text,
  p_transfer_orders uuid[], p_transfers bigint[], p_references text,
  p_message_players integer[], p_messages bigint[], p_message_orders text, p_message_others text,
  p_change_ids uuid[], p_changes bigint[]) returns void language plpgsql volatile
set plan_cache_mode to force_generic_plan as $$
declare
  clients text[] := lines(p_clients);
  digests text[] := lines(p_digests);
  warnings text[] := lines(p_warnings);
  details text[] := lines(p_activity_details);
  reference_texts text[] := lines(p_references);
  message_orders text[] := lines(p_message_orders);
  message_others text[] := lines(p_message_others);
  changed integer;
begin
  if cardinality(p_order_ids) > 0 then
    if cardinality(clients) <> cardinality(p_order_ids) then raise exception 'a client order id has a line break'; end if;
    insert into order_rows (id, created_at, updated_at, player, market, outcome, limit_bps, side, time_in_force, status,
      cancel_reason, rested, amount, filled_credits, filled_shares, remaining, available, sequence, expires_at, prices_bps,
      client_order_id, body_digest, warnings)
    select o.id, p_at, p_at, p_orders[b], p_orders[b + 1], p_orders[b + 2], p_orders[b + 3], p_orders[b + 4]::integer::"char",
      p_orders[b + 5]::integer::"char", p_orders[b + 6]::integer::"char", nullif(p_orders[b + 7], 0)::integer::"char",
      p_orders[b + 8] = 1, p_orders[b + 9], p_orders[b + 10], p_orders[b + 11], p_orders[b + 12], p_orders[b + 13],
      p_orders[b + 14], to_timestamp(nullif(p_orders[b + 15], 0) / 1000::float8),
      case when p_orders[b + 17] > 0 then p_prices[p_orders[b + 16] : p_orders[b + 16] + p_orders[b + 17] - 1]::smallint[] end,
      clients[o.i], decode(digests[o.i], 'hex'), warnings[o.i]::jsonb
    from (select id, i::integer as i, ((i - 1) * 18 + 1)::integer as b from unnest(p_order_ids) with ordinality as u(id, i) offset 0) o;
  end if;
  if cardinality(p_fill_ids) > 0 then
    insert into fill_rows (id, order_id, at, player, market, outcome, side, against, price_bps, sequence, number, shares, credits,
      message, balance_after, repaid, prices_bps)
    select f.id, p_fill_orders[f.i], p_at, p_fills[b], p_fills[b + 1], p_fills[b + 2], p_fills[b + 3]::integer::"char",
      p_fills[b + 4]::integer::"char", p_fills[b + 5], p_fills[b + 6], nullif(p_fills[b + 7], 0), p_fills[b + 8], p_fills[b + 9],
      nullif(p_fills[b + 10], 0), nullif(p_balances[f.i * 2 - 1], 0) - 1, nullif(p_balances[f.i * 2], 0),
      case when p_fills[b + 12] > 0 then p_prices[p_fills[b + 11] : p_fills[b + 11] + p_fills[b + 12] - 1]::smallint[] end
    from (select id, i::integer as i, ((i - 1) * 13 + 1)::integer as b from unnest(p_fill_ids) with ordinality as u(id, i) offset 0) f;
  end if;
  if p_new_positions > 0 then
    insert into position_rows (market, player, outcome, shares, reserved_shares, cost, realized_profit, updated_at)
    select p.market, p_positions[b], p_positions[b + 1], p_positions[b + 2], p_positions[b + 3], p_positions[b + 4], p_positions[b + 5],
      p_at
    from (select market, ((i - 1) * 6 + 1)::integer as b
      from unnest(p_position_markets[1 : p_new_positions]) with ordinality as u(market, i) offset 0) p;
  end if;
  if cardinality(p_position_markets) > p_new_positions then
    update position_rows p set shares = p_positions[b + 2], reserved_shares = p_positions[b + 3], cost = p_positions[b + 4],
      realized_profit = p_positions[b + 5], updated_at = p_at
    from (select market, p_positions[b]::integer as player, p_positions[b + 1]::smallint as outcome, b
      from (select market, ((i - 1 + p_new_positions) * 6 + 1)::integer as b
        from unnest(p_position_markets[p_new_positions + 1 :]) with ordinality as u(market, i)) given offset 0) r
    where p.market = r.market and p.player = r.player and p.outcome = r.outcome;
    get diagnostics changed = row_count;
    if changed <> cardinality(p_position_markets) - p_new_positions then
      raise exception '% of % changed positions are missing', cardinality(p_position_markets) - p_new_positions - changed,
        cardinality(p_position_markets) - p_new_positions;
    end if;
  end if;
  if cardinality(p_market_nos) > 0 then
    update markets m set status = p_market_statuses[r.i], opens_at = to_timestamp(p_markets[b] / 1000::float8),
      ends_at = to_timestamp(p_markets[b + 1] / 1000::float8), closed_at = to_timestamp(nullif(p_markets[b + 2], 0) / 1000::float8),
      resolved_at = to_timestamp(nullif(p_markets[b + 3], 0) / 1000::float8), sequence = p_markets[b + 4], account = p_markets[b + 5],
      volume = p_markets[b + 6], last_trade_at = to_timestamp(nullif(p_markets[b + 7], 0) / 1000::float8), traders = p_markets[b + 8],
      open_orders = p_markets[b + 9], trades = p_markets[b + 10], shares = p_market_lists[f : f + n - 1],
      price_bps = p_market_lists[f + n : f + 2 * n - 1]::integer[], outcome_volumes = p_market_lists[f + 2 * n : f + 3 * n - 1],
      outcome_traded_at = p_market_lists[f + 3 * n : f + 4 * n - 1]
    from (select no, i::integer as i, ((i - 1) * 13 + 1)::integer as b, p_markets[(i - 1) * 13 + 12]::integer as f,
        p_markets[(i - 1) * 13 + 13]::integer as n
      from unnest(p_market_nos) with ordinality as u(no, i) offset 0) r
    where m.no = r.no;
  end if;
  if cardinality(p_account_nos) > 0 then
    update accounts a set available = p_accounts[b], owed = p_accounts[b + 1], granted = p_accounts[b + 2],
      last_grant_day = date '1970-01-01' + p_accounts[b + 3]::integer, practice = p_accounts[b + 4],
      practice_topped_at = to_timestamp(nullif(p_accounts[b + 5], 0) / 1000::float8), messages = p_accounts[b + 6],
      order_moments = p_moments[p_accounts[b + 7] : p_accounts[b + 7] + p_accounts[b + 8] - 1],
      forecast_moments = p_moments[p_accounts[b + 9] : p_accounts[b + 9] + p_accounts[b + 10] - 1]
    from (select no, ((i - 1) * 11 + 1)::integer as b from unnest(p_account_nos) with ordinality as u(no, i) offset 0) r
    where a.no = r.no;
  end if;
  if cardinality(p_change_ids) > 0 then
    update order_rows o set filled_credits = o.filled_credits + p_changes[b + 1], filled_shares = o.filled_shares + p_changes[b + 2],
      remaining = p_changes[b + 3], status = p_changes[b + 4]::integer::"char",
      cancel_reason = nullif(p_changes[b + 5], 0)::integer::"char", updated_at = p_at
    from (select id, p_changes[(i - 1) * 6 + 1]::integer as player, ((i - 1) * 6 + 1)::integer as b
      from unnest(p_change_ids) with ordinality as u(id, i) offset 0) r
    where o.player = r.player and o.id = r.id;
    get diagnostics changed = row_count;
    if changed <> cardinality(p_change_ids) then
      raise exception '% of % changed orders are missing', cardinality(p_change_ids) - changed, cardinality(p_change_ids);
    end if;
  end if;
  if cardinality(p_activity_ids) > 0 then
    insert into activity_rows (id, at, order_id, player, market, kind, credits, balance_after, details)
    select c.id, p_at, p_activity_orders[c.i], p_activity[b], nullif(p_activity[b + 1], 0), p_activity[b + 2]::integer::"char",
      p_activity[b + 3], p_activity[b + 4], details[c.i]::jsonb
    from (select id, i::integer as i, ((i - 1) * 5 + 1)::integer as b
      from unnest(p_activity_ids) with ordinality as u(id, i) offset 0) c;
  end if;
  if cardinality(p_transfer_orders) > 0 then
    insert into transfer_rows (at, order_id, from_account, to_account, amount, kind, reference)
    select p_at, t.id, p_transfers[b], p_transfers[b + 1], p_transfers[b + 2], p_transfers[b + 3]::integer::"char", reference_texts[t.i]
    from (select id, i::integer as i, ((i - 1) * 4 + 1)::integer as b
      from unnest(p_transfer_orders) with ordinality as u(id, i) offset 0) t;
  end if;
  if cardinality(p_message_players) > 0 then
    insert into player_messages (at, player, first, last, orders, others)
    select p_at, m.player, p_messages[b], p_messages[b + 1], decode(message_orders[m.i], 'hex'), message_others[m.i]::json
    from (select player, i::integer as i, ((i - 1) * 2 + 1)::integer as b
      from unnest(p_message_players) with ordinality as u(player, i) offset 0) m;
  end if;
end
$$;
