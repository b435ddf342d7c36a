-- New rows are copied into their tables, so the function of the write desk only changes existing ones. Each table gets one statement; its
-- numbers come row by row in one array, with 0 for null.
drop function desk_save;
create function desk_update(
  p_at timestamptz, p_position_markets integer[], p_positions bigint[],
  p_market_nos integer[], p_market_statuses text[], p_markets bigint[], p_market_lists bigint[],
  p_account_nos integer[], p_accounts bigint[], p_windows bytea,
  p_change_ids uuid[], p_changes bigint[]) returns void language plpgsql volatile
set plan_cache_mode to force_generic_plan as $$
declare
  changed integer;
begin
  if cardinality(p_position_markets) > 0 then
    update position_rows p set shares = p_positions[b + 2], reserved_shares = p_positions[b + 3], cost = p_positions[b + 4],
      realized_profit = p_positions[b + 5], updated_at = p_at
    from (select market, p_positions[b]::integer as player, p_positions[b + 1]::smallint as outcome, b
      from (select market, ((i - 1) * 6 + 1)::integer as b from unnest(p_position_markets) with ordinality as u(market, i)) given
      offset 0) r
    where p.market = r.market and p.player = r.player and p.outcome = r.outcome;
    get diagnostics changed = row_count;
    if changed <> cardinality(p_position_markets) then
      raise exception '% of % changed positions are missing', cardinality(p_position_markets) - changed,
        cardinality(p_position_markets);
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
      order_window = substring(p_windows, p_accounts[b + 7]::integer, p_accounts[b + 8]::integer),
      forecast_window = substring(p_windows, p_accounts[b + 9]::integer, p_accounts[b + 10]::integer)
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
end
$$;
