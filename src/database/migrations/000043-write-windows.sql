-- The times of counted writes in 3 bytes each, newest first, at the end of the row: one more time changes a few bytes of it. Nodes of earlier
-- versions can neither write nor read accounts afterwards.
alter table accounts add column forecast_window bytea not null default '', add column order_window bytea not null default '';
create function window_bytes(moments bigint[]) returns bytea language sql immutable as $$
  select decode(string_agg(case next when 0 then lpad(to_hex(moment), 12, '0') else '' end
    || case i when 1 then '' else lpad(to_hex(least(greatest(moment - moments[i - 1], 0), 16777215)), 6, '0') end, '' order by next), 'hex')
  from (select moment, i, cardinality(moments) - i as next from unnest(moments) with ordinality as u(moment, i)) ordered
$$;
update accounts set order_window = coalesce(window_bytes(order_moments), ''), forecast_window = coalesce(window_bytes(forecast_moments), '')
-- Times that are an hour older than the newest one of all have left every window.
where greatest(order_moments[cardinality(order_moments)], forecast_moments[cardinality(forecast_moments)]) > (
  select max(greatest(order_moments[cardinality(order_moments)], forecast_moments[cardinality(forecast_moments)])) - 3600000 from accounts);
drop function window_bytes;
alter table accounts drop column order_moments, drop column forecast_moments;

create or replace function desk_load(
  p_markets integer[], p_players integer[], p_order_players integer[], p_clients text, p_pair_markets integer[],
  p_pair_players integer[], out markets text, out accounts text, out stored text, out positions text, out paused boolean,
  out now bigint) language plpgsql volatile
set plan_cache_mode to force_generic_plan as $$
begin
  select string_agg(x.no || ' ' || x.sequence, E'\n') into markets
  from (select m.no, m.sequence from markets m where m.no = any(p_markets) order by m.event_id for update) x;
  now := floor(extract(epoch from clock_timestamp()) * 1000);
  select string_agg(concat_ws(' ', x.no, x.retired::integer, x.available, x.owed, x.granted, x.last_grant_day - date '1970-01-01',
    x.practice, coalesce(floor(extract(epoch from x.practice_topped_at) * 1000), 0), x.messages, encode(x.order_window, 'hex'),
    encode(x.forecast_window, 'hex')), E'\n') into accounts
  from (select a.* from accounts a where a.no = any(p_players) order by a.player_id for update) x;
  select value into paused from arena where name = 'trading_paused';
  if cardinality(p_order_players) > 0 then
    select json_agg(stored_order(o.entry))::text into stored
    from unnest(p_order_players, lines(p_clients)) as w(player, client)
      cross join lateral (
        select x as entry from order_rows x where x.player = w.player and x.client_order_id = w.client limit 1) o;
  end if;
  if cardinality(p_pair_markets) > 0 then
    select string_agg(concat_ws(' ', p.market, p.player, p.outcome, p.shares, p.reserved_shares, p.cost, p.realized_profit), E'\n')
    into positions
    from unnest(p_pair_markets, p_pair_players) as w(market, player)
      cross join lateral (select * from position_rows x where x.market = w.market and x.player = w.player offset 0) p;
  end if;
end
$$;
