-- Orders, trades, positions and the ledger.
-- Tables that every order writes refer to players and markets by integers and to each other by uuid; views show the public ids.

create type order_side as enum ('buy', 'sell');
comment on type order_side is 'A buy spends credits for shares, a sell spends shares for credits.';

create type time_in_force as enum ('GTC', 'IOC', 'FOK');
comment on type time_in_force is
  'GTC rests until it is filled, cancelled or expired; IOC cancels what does not trade at once; FOK trades as a whole or not.';

create type order_status as enum ('open', 'filled', 'cancelled', 'expired');
comment on type order_status is 'Open orders rest in the book; all others are final.';

create type cancel_reason as enum ('requested', 'ioc', 'fok', 'self_trade', 'market_closed', 'correction');
comment on type cancel_reason is
  'Why an order was cancelled: by its player, by its time in force, because it would trade with an order of the same owner, at the end of the market, or to collect a debt.';

create type counterparty as enum ('maker', 'order');
comment on type counterparty is 'The other side of a trade: the market maker or another order.';

create type transfer_kind as enum ('grant', 'market_funding', 'reserve', 'release', 'trade', 'settlement', 'refund', 'correction',
  'advance', 'repayment', 'treasury_cover', 'market_return');
comment on type transfer_kind is
  'Why credits moved: free credits, the stake of a market maker and its return, reserves of orders and their release, trades, payouts, reversed trades of a void, corrected payouts, debts that the treasury advances and their repayment, and losses that it covers.';

create type activity_kind as enum ('grant', 'order', 'trade', 'cancel', 'settlement', 'refund', 'forecast', 'score');
comment on type activity_kind is 'Kinds of entries in the activity of a player.';

create table accounts (
  player_id text primary key references players (id),
  number integer generated always as identity unique,
  retired boolean not null default false,
  available bigint not null,
  owed bigint not null default 0,
  granted bigint not null default 0,
  last_grant_day date not null,
  practice bigint not null default 0,
  practice_topped_at timestamptz,
  messages bigint not null default 0,
  write_period integer not null default 0,
  order_counts smallint[] not null default '{}',
  cancel_counts smallint[] not null default '{}',
  forecast_counts smallint[] not null default '{}',
  constraint accounts_sound check (available >= 0 and practice >= 0 and (owed = 0 or owed > 0 and available = 0))
) with (fillfactor = 60);
create index accounts_retired on accounts (player_id) where retired;
comment on table accounts is
  'Free credits of players. Amounts are millionths of a credit. What resting buys reserve is in orders; what was issued in total follows from the transfers.';
comment on column accounts.number is 'An integer that orders, fills and positions refer to; never changed and never used again.';
comment on column accounts.retired is 'The player was deleted. A copy of players.retired_at for transactions that lock the account.';
comment on column accounts.available is 'Millionths that the player can spend.';
comment on column accounts.owed is 'What voids and corrections could not collect and the treasury advanced. Every inflow repays it first, so nothing is available meanwhile.';
comment on column accounts.granted is 'The sum of all grants.';
comment on column accounts.last_grant_day is 'The UTC day of the last grant.';
comment on column accounts.practice is 'Millionths of a practice credit, a separate purse.';
comment on column accounts.practice_topped_at is 'The hour of the last top-up of practice credits.';
comment on column accounts.messages is 'The number of the player''s last private message.';
comment on column accounts.write_period is 'The five-minute period since 1970 of the first counts: epoch seconds / 300.';
comment on column accounts.order_counts is
  'Orders of this period and the twelve before it, newest first, for the limit of orders; missing counts are 0.';
comment on column accounts.cancel_counts is 'The same of cancels.';
comment on column accounts.forecast_counts is 'The same of forecasts.';

create table grants (
  player_id text not null references players (id),
  day date not null,
  amount bigint not null check (amount > 0),
  primary key (player_id, day)
);
comment on table grants is
  'Free credits given to players: one row per player and UTC day, so that neither a clock nor a retry gives a day twice.';
comment on column grants.amount is 'Millionths of a credit.';

create table orders (
  id uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz,
  sequence bigint not null,
  amount bigint not null,
  filled_credits bigint not null,
  filled_shares bigint not null,
  remaining bigint not null,
  available bigint not null,
  player integer not null,
  market integer not null,
  outcome smallint not null,
  limit_bps smallint not null,
  side order_side not null,
  time_in_force time_in_force not null,
  status order_status not null,
  cancel_reason cancel_reason,
  rested boolean not null,
  client_order_id text not null,
  body_digest bytea not null,
  prices_bps smallint[],
  warnings jsonb,
  primary key (player, id)
) with (fillfactor = 85);
create index orders_expiring on orders (expires_at) where status = 'open' and expires_at is not null;
create index orders_open on orders (market, sequence) where status = 'open';
create index orders_player_open on orders (player) where status = 'open';
create unique index orders_client on orders (player, client_order_id);
comment on table orders is
  'Orders of both purses. Credits and shares are millionths. A buy''s amount is in credits, a sell''s in shares. No foreign keys: checking locked rows again took a quarter of the throughput; presage audit checks all references.';
comment on column orders.id is 'The 128 bits of the public id "ord_…"; id_of() converts it. It begins with the time, so ids sort by time.';
comment on column orders.expires_at is 'When it stops resting; null if never.';
comment on column orders.sequence is 'The market''s sequence when it was accepted. Among equal limits the lower one is older.';
comment on column orders.amount is 'Of credits (buy) or shares (sell).';
comment on column orders.remaining is 'What is left of the amount: the reserve of an open order.';
comment on column orders.available is 'The player''s free millionths after it was accepted, for the repetition of the first response.';
comment on column orders.player is 'The player''s account (accounts.number).';
comment on column orders.market is 'The market (markets.number).';
comment on column orders.limit_bps is 'The limit price in basis points.';
comment on column orders.rested is 'It was open when it was accepted. Otherwise its first response equals its row.';
comment on column orders.client_order_id is 'The client''s own id, unique per player: a repetition gets the first response.';
comment on column orders.body_digest is 'A digest of the request''s body.';
comment on column orders.prices_bps is 'The market''s prices after it was accepted; null if it traded, because its public fills have them.';
comment on column orders.warnings is 'Warnings of the first response.';

create table fills (
  id uuid not null,
  order_id uuid not null,
  at timestamptz not null,
  sequence bigint not null,
  number bigint,
  shares bigint not null,
  credits bigint not null,
  market integer not null,
  player integer not null,
  outcome smallint not null,
  price_bps smallint not null,
  side order_side not null,
  against counterparty not null,
  prices_bps smallint[],
  balance_after bigint,
  repaid bigint
);
create index fills_market on fills (market, sequence, id);
create index fills_player_time on fills (player, at);
create index fills_number on fills (market, number) where number is not null;
create index fills_resting on fills (order_id) where number is null;
create index fills_time on fills (at) where number is not null;
comment on table fills is
  'Every trade, once for each order in it. The public ones, of incoming orders, have a number. Credits and shares are millionths. Ledger and activity of a trade are derived from its fill.';
comment on column fills.id is 'The 128 bits of the public id "trd_…".';
comment on column fills.sequence is 'The market''s sequence at the trade. All trades of an incoming order have the order''s.';
comment on column fills.number is 'Counts the public trades of the market from 1; null for fills of resting orders, which are not public.';
comment on column fills.market is 'The market (markets.number).';
comment on column fills.player is 'The player''s account (accounts.number).';
comment on column fills.price_bps is 'The average price in basis points.';
comment on column fills.against is 'Traded with the market maker or with another order.';
comment on column fills.prices_bps is 'By outcome: the prices that a public trade left behind.';
comment on column fills.balance_after is 'The player''s free millionths after it; null for practice events, whose transfers and entries are stored.';
comment on column fills.repaid is 'The part of its proceeds that repaid a debt.';

create table positions (
  market integer not null,
  player integer not null,
  outcome smallint not null,
  settled_version integer not null default 0,
  shares bigint not null,
  reserved_shares bigint not null,
  cost bigint not null,
  realized_profit bigint not null,
  paid bigint not null default 0,
  updated_at timestamptz not null,
  primary key (market, player, outcome),
  constraint positions_sound check (reserved_shares between 0 and shares and cost >= 0)
) with (fillfactor = 80);
create index positions_player on positions (player, market);
comment on table positions is
  'Holdings: one row per market, player and outcome. Profit of a settled position is paid + realized_profit - cost; a player may hold several outcomes of a market. Amounts are millionths.';
comment on column positions.market is 'The market (markets.number).';
comment on column positions.player is 'The player''s account (accounts.number).';
comment on column positions.settled_version is 'The resolution version that paid it last; 0 before the first.';
comment on column positions.reserved_shares is 'Shares that open sells have reserved.';
comment on column positions.cost is 'Millionths of a credit that the held shares cost.';
comment on column positions.realized_profit is 'Proceeds of sold shares minus their cost.';
comment on column positions.paid is 'The sum of all payouts of resolutions; a correction may reduce it.';

create table stored_transfers (
  at timestamptz not null,
  from_account bigint not null,
  to_account bigint not null,
  amount bigint not null check (amount > 0),
  order_id uuid,
  kind transfer_kind not null,
  reference text,
  constraint stored_transfers_two_accounts check (to_account <> from_account),
  constraint stored_transfers_one_reference check ((reference is null) = (order_id is not null))
);
comment on table stored_transfers is
  'Double entry: each row takes an amount from one account and gives it to another. Transfers of trades are derived from fills; the view transfers has all.';
comment on column stored_transfers.from_account is 'Eight times the number of a player''s account or market, plus 1 (available), 2 (reserved) or 3 (market); 8 is issuance, 16 the treasury. ledger_account() names it.';
comment on column stored_transfers.to_account is 'As from_account.';
comment on column stored_transfers.amount is 'Millionths of a credit.';
comment on column stored_transfers.order_id is 'The order that it belongs to; other references are texts.';

create table stored_activity (
  id uuid not null,
  at timestamptz not null,
  credits bigint not null,
  balance_after bigint not null,
  order_id uuid,
  player integer not null,
  market integer,
  kind activity_kind not null,
  details jsonb,
  primary key (player, at, id)
);
comment on table stored_activity is
  'What a player sees of their account, apart from trades, which are derived from fills; the view activity has all.';
comment on column stored_activity.id is 'The 128 bits of the public id "act_…".';
comment on column stored_activity.credits is 'The change of the available millionths.';
comment on column stored_activity.balance_after is 'The available millionths after it.';
comment on column stored_activity.player is 'The player''s account (accounts.number).';
comment on column stored_activity.market is 'The market (markets.number), if any.';
comment on column stored_activity.details is 'Null for orders and cancels, whose details follow from the order; see activity_details().';

create type message_kind as enum ('order', 'trade', 'settlement', 'grant');
comment on type message_kind is 'Kinds of private messages.';

create table player_messages (
  number bigint not null,
  at timestamptz not null,
  sequence bigint,
  remaining bigint,
  player integer not null,
  market integer,
  kind message_kind not null,
  status order_status,
  cancel_reason cancel_reason,
  order_id uuid,
  trade_id uuid,
  details json,
  primary key (player, number, at)
) partition by range (at);
-- Takes rows of days that have no partition yet, so that a write never fails.
create table player_messages_rest partition of player_messages default;
comment on table player_messages is
  'Messages of private streams, only with values that later changes overwrite. Partitioned by day and dropped by age.';
comment on column player_messages.number is 'Counts the messages of the player from 1; accounts.messages is the last one.';
comment on column player_messages.sequence is 'The market''s sequence: of a trade, or at the end of the transaction that changed an order.';
comment on column player_messages.remaining is 'What was left of the order''s amount at that sequence.';
comment on column player_messages.player is 'The player''s account (accounts.number).';
comment on column player_messages.market is 'The market (markets.number) of an order or a trade.';
comment on column player_messages.status is 'The status of the order at that sequence.';
comment on column player_messages.trade_id is 'The fill that the message is about; its market, sequence and id find it in the index of fills.';
comment on column player_messages.details is 'Of settlements and grants.';

create function ledger_account(code bigint) returns text language sql stable as $$
  select case code & 7
    when 1 then 'player:' || coalesce((select player_id from accounts where number = code >> 3), '?') || ':available'
    when 2 then 'player:' || coalesce((select player_id from accounts where number = code >> 3), '?') || ':reserved'
    when 3 then 'market:' || coalesce((select event_id from markets where number = code >> 3), '?')
    else case code when 8 then 'issuance' when 16 then 'treasury' else 'account ' || code end end
$$;
comment on function ledger_account is
  'The name of a ledger account: issuance, treasury, player:…:available, player:…:reserved or market:….';

create function order_fills(given orders) returns setof fills language sql stable as $$
  select * from fills f where f.market = given.market and f.sequence = given.sequence and f.order_id = given.id
    and f.number is not null
  union all
  select * from fills f where given.rested and f.order_id = given.id and f.number is null
$$;
comment on function order_fills is
  'The fills of an order: its own trades have its sequence, the others came while it rested.';

create function fill_credits(given fills) returns bigint language sql immutable parallel safe as $$
  select case when given.side = 'sell' then given.credits - coalesce(given.repaid, 0) when given.number is null then 0 else -given.credits end
$$;
comment on function fill_credits is
  'The change of the player''s available millionths by a fill: a resting buy pays from its reserve.';

create function fill_details(given fills) returns jsonb language sql immutable parallel safe as $$
  select jsonb_build_object('outcome', given.outcome, 'side', given.side, 'shares', given.shares, 'credits', given.credits,
      'priceBps', given.price_bps, 'against', given.against)
    || case when given.number is null then '{"fromReserve": true}'::jsonb else '{}' end
    || case when given.repaid is null then '{}' else jsonb_build_object('repaid', given.repaid) end
$$;
comment on function fill_details is
  'The details of a trade as the activity lists them.';

create function activity_details(given stored_activity) returns jsonb language sql stable as $$
  select case
    when given.details is not null then given.details
    when given.kind = 'order' then (
      select jsonb_build_object('outcome', o.outcome, 'side', o.side, 'limitPriceBps', o.limit_bps, 'amount', o.amount,
        'timeInForce', o.time_in_force, 'status', case when o.rested then 'open' else o.status end,
        'reserved', case when not o.rested then 0 else o.amount - coalesce((
          select sum(case o.side when 'buy' then f.credits else f.shares end)::bigint from fills f
          where f.market = o.market and f.sequence = o.sequence and f.order_id = o.id and f.number is not null), 0) end)
      from orders o where o.player = given.player and o.id = given.order_id)
    when given.kind = 'cancel' then (
      select jsonb_build_object('outcome', o.outcome, 'side', o.side, 'status', o.status,
        'reason', o.cancel_reason, 'released', o.remaining)
      from orders o where o.player = given.player and o.id = given.order_id)
    else '{}' end
$$;
comment on function activity_details is
  'The details of an entry as the activity lists them.';

create view readable_orders as
select id_of('ord', o.id) as id, a.player_id, o.client_order_id, o.body_digest, m.event_id, o.outcome::integer as outcome,
  o.side, o.time_in_force, o.limit_bps::integer as limit_bps, o.amount,
  o.filled_credits, o.filled_shares, o.remaining, o.status,
  o.cancel_reason, o.sequence, o.created_at, o.updated_at, o.expires_at
from orders o left join accounts a on a.number = o.player left join markets m on m.number = o.market;
comment on view readable_orders is 'Orders with public ids and words.';

create view readable_fills as
select id_of('trd', f.id) as id, f.at, m.event_id, id_of('ord', f.order_id) as order_id, a.player_id, f.outcome::integer as outcome,
  f.side, f.shares, f.credits, f.price_bps::integer as price_bps,
  f.against, f.number is not null as public, f.sequence,
  f.prices_bps::integer[] as prices_bps, f.number
from fills f left join accounts a on a.number = f.player left join markets m on m.number = f.market;
comment on view readable_fills is 'Fills with public ids and words.';

create view readable_positions as
select m.event_id, a.player_id, p.outcome::integer as outcome, p.shares, p.reserved_shares, p.cost, p.realized_profit, p.paid,
  p.settled_version, p.updated_at,
  case when p.settled_version > 0 and p.settled_version = m.resolution_version then p.paid + p.realized_profit - p.cost end as profit
from positions p left join accounts a on a.number = p.player left join markets m on m.number = p.market;
comment on view readable_positions is 'Positions with public ids.';
comment on column readable_positions.profit is 'Of the position, in millionths of a credit; null until the market is settled.';

create view transfer_entries as
select at, from_account, to_account, amount, order_id, kind, reference from stored_transfers
union all
select at, case when side = 'sell' then market::bigint * 8 + 3 when number is null then player::bigint * 8 + 2 else player::bigint * 8 + 1 end,
  case when side = 'sell' then player::bigint * 8 + 1 else market::bigint * 8 + 3 end, credits, order_id, 'trade'::transfer_kind, null
from fills where balance_after is not null and credits > 0;
comment on view transfer_entries is 'All transfers, those of trades included, with integer accounts.';

create view transfers as
select t.at, t.kind, coalesce(t.reference, id_of('ord', t.order_id)) as reference,
  ledger_account(t.from_account) as from_account, ledger_account(t.to_account) as to_account, t.amount
from transfer_entries t;
comment on view transfers is 'All transfers, those of trades included, with the names of accounts.';

create view activity as
select id_of('act', c.id) as id, c.at, a.player_id, c.kind, c.credits, c.balance_after, m.event_id,
  id_of('ord', c.order_id) as order_id, activity_details(c) as details
from stored_activity c left join accounts a on a.number = c.player left join markets m on m.number = c.market
union all
select id_of('act', f.id), f.at, a.player_id, 'trade', fill_credits(f), f.balance_after, m.event_id, id_of('ord', f.order_id),
  fill_details(f)
from fills f left join accounts a on a.number = f.player left join markets m on m.number = f.market
where f.balance_after is not null;
comment on view activity is 'All entries of players'' activity, those of trades included. The entry of a trade has the id of its fill.';

create function stored_order(given orders) returns json language sql stable as $$
  select json_build_object('id', given.id, 'player', given.player, 'market', m.event_id, 'client', given.client_order_id,
    'digest', encode(given.body_digest, 'hex'), 'outcome', given.outcome, 'side', given.side, 'timeInForce', given.time_in_force,
    'limitBps', given.limit_bps, 'amount', given.amount, 'filledCredits', given.filled_credits, 'filledShares', given.filled_shares,
    'remaining', given.remaining, 'status', given.status, 'cancelReason', given.cancel_reason, 'rested', given.rested,
    'available', given.available, 'sequence', given.sequence, 'pricesBps', given.prices_bps, 'warnings', given.warnings,
    'createdAt', floor(extract(epoch from given.created_at) * 1000), 'expiresAt', floor(extract(epoch from given.expires_at) * 1000),
    'fills', (
      select json_agg(json_build_array(f.id, floor(extract(epoch from f.at) * 1000), f.shares, f.credits, f.price_bps, f.against,
        f.prices_bps) order by f.at, f.id)
      from fills f where f.market = given.market and f.sequence = given.sequence and f.order_id = given.id
        and f.number is not null))
  from (select 1) as one left join markets m on m.number = given.market
$$;
comment on function stored_order is
  'An order with what its first response needs, for its repetition.';

create function desk_load(
  p_markets integer[], p_players integer[], p_order_players integer[], p_clients text, p_pair_markets integer[],
  p_pair_players integer[], out markets text, out accounts text, out stored text, out positions text, out paused boolean,
  out now bigint) language plpgsql volatile
set plan_cache_mode to force_generic_plan as $$
begin
  select string_agg(x.number || ' ' || x.sequence, E'\n') into markets
  from (select m.number, m.sequence from markets m where m.number = any(p_markets) order by m.event_id for update) x;
  now := floor(extract(epoch from clock_timestamp()) * 1000);
  select string_agg(concat_ws(' ', x.number, x.retired::integer, x.available, x.owed, x.granted, x.last_grant_day - date '1970-01-01',
    x.practice, coalesce(floor(extract(epoch from x.practice_topped_at) * 1000), 0), x.messages, x.write_period,
    array_to_string(x.order_counts, ','), array_to_string(x.cancel_counts, ','), array_to_string(x.forecast_counts, ',')), E'\n') into accounts
  from (select a.* from accounts a where a.number = any(p_players) order by a.player_id for update) x;
  select value into paused from settings where name = 'trading_paused';
  if cardinality(p_order_players) > 0 then
    select json_agg(stored_order(o.entry))::text into stored
    from unnest(p_order_players, lines(p_clients)) as w(player, client)
      cross join lateral (
        select x as entry from orders x where x.player = w.player and x.client_order_id = w.client limit 1) o;
  end if;
  if cardinality(p_pair_markets) > 0 then
    select string_agg(concat_ws(' ', p.market, p.player, p.outcome, p.shares, p.reserved_shares, p.cost, p.realized_profit), E'\n')
    into positions
    from unnest(p_pair_markets, p_pair_players) as w(market, player)
      cross join lateral (select * from positions x where x.market = w.market and x.player = w.player offset 0) p;
  end if;
end
$$;
comment on function desk_load is
  'Locks the markets and then the accounts of a batch, each in the order of their ids, and reads what the batch needs. Volatile, so that each statement sees what was committed before its locks were granted. Plans are generic: planning took longer than most statements.';

create function desk_update(
  p_at timestamptz, p_position_markets integer[], p_positions bigint[],
  p_market_nos integer[], p_market_statuses text[], p_markets bigint[], p_market_lists bigint[],
  p_account_nos integer[], p_accounts bigint[], p_counts bigint[],
  p_change_ids uuid[], p_change_statuses text[], p_change_reasons text[], p_changes bigint[]) returns void language plpgsql volatile
set plan_cache_mode to force_generic_plan as $$
declare
  changed integer;
begin
  if cardinality(p_position_markets) > 0 then
    update positions p set shares = p_positions[b + 2], reserved_shares = p_positions[b + 3], cost = p_positions[b + 4],
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
    from (select number, i::integer as i, ((i - 1) * 13 + 1)::integer as b, p_markets[(i - 1) * 13 + 12]::integer as f,
        p_markets[(i - 1) * 13 + 13]::integer as n
      from unnest(p_market_nos) with ordinality as u(number, i) offset 0) r
    where m.number = r.number;
  end if;
  if cardinality(p_account_nos) > 0 then
    update accounts a set available = p_accounts[b], owed = p_accounts[b + 1], granted = p_accounts[b + 2],
      last_grant_day = date '1970-01-01' + p_accounts[b + 3]::integer, practice = p_accounts[b + 4],
      practice_topped_at = to_timestamp(nullif(p_accounts[b + 5], 0) / 1000::float8), messages = p_accounts[b + 6],
      write_period = p_accounts[b + 7], order_counts = p_counts[p_accounts[b + 8] : p_accounts[b + 8] + p_accounts[b + 9] - 1]::smallint[],
      cancel_counts = p_counts[p_accounts[b + 10] : p_accounts[b + 10] + p_accounts[b + 11] - 1]::smallint[],
      forecast_counts = p_counts[p_accounts[b + 12] : p_accounts[b + 12] + p_accounts[b + 13] - 1]::smallint[]
    from (select number, ((i - 1) * 14 + 1)::integer as b from unnest(p_account_nos) with ordinality as u(number, i) offset 0) r
    where a.number = r.number;
  end if;
  if cardinality(p_change_ids) > 0 then
    update orders o set filled_credits = o.filled_credits + p_changes[b + 1], filled_shares = o.filled_shares + p_changes[b + 2],
      remaining = p_changes[b + 3], status = p_change_statuses[r.i]::order_status,
      cancel_reason = p_change_reasons[r.i]::cancel_reason, updated_at = p_at
    from (select id, i, p_changes[(i - 1) * 4 + 1]::integer as player, ((i - 1) * 4 + 1)::integer as b
      from unnest(p_change_ids) with ordinality as u(id, i) offset 0) r
    where o.player = r.player and o.id = r.id;
    get diagnostics changed = row_count;
    if changed <> cardinality(p_change_ids) then
      raise exception '% of % changed orders are missing', cardinality(p_change_ids) - changed, cardinality(p_change_ids);
    end if;
  end if;
end
$$;
comment on function desk_update is
  'Changes the existing rows of a batch. Each table gets one statement; its numbers come row by row in one array, with 0 for null.';

create table equity_samples (
  player_id text not null references players (id),
  at timestamptz not null,
  available bigint not null,
  reserved bigint not null,
  positions bigint not null,
  owed bigint not null,
  granted bigint not null,
  primary key (player_id, at)
);
create index equity_samples_at on equity_samples (at);
comment on table equity_samples is
  'The worth of players'' accounts, sampled hourly where it changed and thinned to daily rows. Amounts are millionths of a credit.';
comment on column equity_samples.reserved is 'What resting buys reserve.';
comment on column equity_samples.positions is 'The value of the positions at the market''s prices.';

create table audit_runs (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  started_by text not null,
  balanced boolean not null,
  difference_count integer not null,
  milliseconds integer not null,
  counts jsonb not null,
  totals jsonb not null,
  practice_totals jsonb not null
);
create index audit_runs_by_time on audit_runs (at desc);
comment on table audit_runs is
  'Audits of the books and what they found. Totals are millionths of a credit.';
comment on column audit_runs.difference_count is 'How many recomputed figures differed from the stored ones.';
