-- The exchange in compact rows: integers for players and markets, uuids for orders, trades and entries, one byte for each enumerated value.
-- Views with the earlier names and columns serve reads that are not time-critical. They can't be written to, so that a node
-- of an earlier version fails to write instead of writing something else.

-- Ids are version 7 UUIDs in Crockford base32 behind a prefix and an underscore.
create function crockford(id text, place integer) returns integer language sql immutable parallel safe as $$
  select strpos('0123456789abcdefghjkmnpqrstvwxyz', substr(id, place + 4, 1)) - 1
$$;
create function crockford_group(id text, place integer) returns text language sql immutable parallel safe as $$
  select lpad(to_hex((crockford(id, place) << 15) | (crockford(id, place + 1) << 10) | (crockford(id, place + 2) << 5)
    | crockford(id, place + 3)), 5, '0')
$$;
create function uuid_of(id text) returns uuid language sql immutable strict parallel safe as $$
  select (lpad(to_hex((crockford(id, 1) << 5) | crockford(id, 2)), 2, '0') || crockford_group(id, 3) || crockford_group(id, 7)
    || crockford_group(id, 11) || crockford_group(id, 15) || crockford_group(id, 19) || crockford_group(id, 23))::uuid
$$;
create function id_of(prefix text, id uuid) returns text language sql immutable strict parallel safe as $$
  select prefix || '_' || string_agg(
    substr('0123456789abcdefghjkmnpqrstvwxyz', substring(bits from place * 5 + 1 for 5)::integer + 1, 1), '' order by place)
  from (select B'00' || ('x' || replace(id::text, '-', ''))::bit(128) as bits) as given, generate_series(0, 25) as place
$$;

-- Numbers never change and are not used again. Tables of the exchange refer to players and markets by them.
alter table markets add column no integer generated always as identity;
create unique index markets_no on markets (no);
alter table accounts add column no integer generated always as identity;
create unique index accounts_no on accounts (no);

-- One-byte codes and their words.
create function order_side(code "char") returns text language sql immutable parallel safe as $$
  select case code when 'b' then 'buy' when 's' then 'sell' end
$$;
create function order_time_in_force(code "char") returns text language sql immutable parallel safe as $$
  select case code when 'g' then 'GTC' when 'i' then 'IOC' when 'f' then 'FOK' end
$$;
create function order_status(code "char") returns text language sql immutable parallel safe as $$
  select case code when 'o' then 'open' when 'f' then 'filled' when 'c' then 'cancelled' when 'e' then 'expired' end
$$;
create function order_cancel_reason(code "char") returns text language sql immutable parallel safe as $$
  select case code when 'r' then 'requested' when 'i' then 'ioc' when 'f' then 'fok' when 's' then 'self_trade'
    when 'm' then 'market_closed' when 'c' then 'correction' end
$$;
create function transfer_kind(code "char") returns text language sql immutable parallel safe as $$
  select case code when 'g' then 'grant' when 'f' then 'market_funding' when 'h' then 'reserve' when 'l' then 'release'
    when 't' then 'trade' when 's' then 'settlement' when 'u' then 'refund' when 'c' then 'correction' when 'a' then 'advance'
    when 'p' then 'repayment' when 'v' then 'treasury_cover' when 'm' then 'market_return' end
$$;
create function activity_kind(code "char") returns text language sql immutable parallel safe as $$
  select case code when 'g' then 'grant' when 'o' then 'order' when 't' then 'trade' when 'c' then 'cancel'
    when 's' then 'settlement' when 'u' then 'refund' when 'f' then 'forecast' when 'r' then 'score' end
$$;

-- Ledger accounts as integers: eight times the number, plus 1 for what a player has available, 2 for what orders reserve and 3
-- for a market. 8 is issuance and 16 the treasury.
create function ledger_account(code bigint) returns text language sql stable as $$
  select case code & 7
    when 1 then 'player:' || coalesce((select player_id from accounts where no = code >> 3), '?') || ':available'
    when 2 then 'player:' || coalesce((select player_id from accounts where no = code >> 3), '?') || ':reserved'
    when 3 then 'market:' || coalesce((select event_id from markets where no = code >> 3), '?')
    else case code when 8 then 'issuance' when 16 then 'treasury' else 'account ' || code end end
$$;

-- Orders, positions, fills and transfers name rows that the write desk has locked, so they carry no foreign keys: checking
-- each row again would cost a quarter of the throughput. The audit checks all of them.
create table order_rows (
  id uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz,
  -- The market sequence at which it came: among equal limits the lower one is older.
  sequence bigint not null,
  amount bigint not null check (amount > 0),
  filled_credits bigint not null check (filled_credits >= 0),
  filled_shares bigint not null check (filled_shares >= 0),
  -- Credits of a buy or shares of a sell: the reserve of an open order, protected by its market's lock.
  remaining bigint not null check (remaining >= 0),
  -- Free credits of the purse after the order was accepted.
  available bigint not null,
  player integer not null,
  market integer not null,
  outcome smallint not null,
  limit_bps smallint not null check (limit_bps between 1 and 9999),
  side "char" not null check (side in ('b', 's')),
  time_in_force "char" not null check (time_in_force in ('g', 'i', 'f')),
  status "char" not null check (status in ('o', 'f', 'c', 'e')),
  cancel_reason "char" check (cancel_reason in ('r', 'i', 'f', 's', 'm', 'c')),
  -- Open when it was accepted: then its first reply is derived from its public fills, otherwise it is the row itself.
  rested boolean not null,
  client_order_id text not null check (length(client_order_id) between 1 and 128),
  body_digest bytea not null,
  -- The prices after it was accepted; null if its public fills have them.
  prices_bps smallint[],
  warnings jsonb,
  primary key (player, id)
) with (fillfactor = 85);

create table fill_rows (
  id uuid not null,
  order_id uuid not null,
  at timestamptz not null,
  sequence bigint not null,
  -- Counts the public trades of the market; null for fills of resting orders, which are not public.
  number bigint,
  shares bigint not null check (shares >= 0),
  credits bigint not null check (credits >= 0),
  -- The number of the private message about it; null for fills of earlier versions, whose messages and entries hold copies.
  message bigint,
  market integer not null,
  player integer not null,
  outcome smallint not null,
  price_bps smallint not null,
  side "char" not null,
  -- 'm' for the market maker, 'o' for another order.
  against "char" not null check (against in ('m', 'o')),
  -- The prices that it left behind, if it is public.
  prices_bps smallint[]
);

create table position_rows (
  market integer not null,
  player integer not null,
  outcome smallint not null,
  settled_version integer not null default 0,
  shares bigint not null check (shares >= 0),
  reserved_shares bigint not null check (reserved_shares between 0 and shares),
  cost bigint not null check (cost >= 0),
  realized_profit bigint not null,
  -- The sum of all payouts.
  paid bigint not null default 0,
  updated_at timestamptz not null
) with (fillfactor = 80);

-- Double entry: each row takes from one account what it gives to another.
create table transfer_rows (
  at timestamptz not null,
  from_account bigint not null,
  to_account bigint not null check (to_account <> from_account),
  amount bigint not null check (amount > 0),
  -- The order it belongs to; other references are texts.
  order_id uuid,
  kind "char" not null,
  reference text check ((reference is null) = (order_id is not null))
);

-- Entries of the ordinary purse. The details of orders, trades and cancels are derived where they are null.
create table activity_rows (
  id uuid not null,
  at timestamptz not null,
  credits bigint not null,
  balance_after bigint not null,
  order_id uuid,
  -- The number of the private message about the same fill.
  message bigint,
  player integer not null,
  market integer,
  kind "char" not null,
  details jsonb
);

-- Private messages: one row for all that one transaction sends to one player. Trades are read from the fills with these numbers.
create table player_messages (
  player integer not null,
  last bigint not null,
  first bigint not null check (first <= last),
  at timestamptz not null,
  -- 34 bytes per order: id, status, reason of the cancel, remaining amount and market sequence at the end of the transaction.
  orders bytea,
  -- Grants and settlements, which come first; everything in rows of earlier versions.
  others json,
  primary key (player, last, at)
) partition by range (at);
create table player_messages_rest partition of player_messages default;

do $$
begin
  if exists (select from orders where id !~ '^ord_[0-7][0-9a-hjkmnp-tv-z]{25}$')
    or exists (select from fills where id !~ '^trd_[0-7][0-9a-hjkmnp-tv-z]{25}$' or order_id !~ '^ord_[0-7][0-9a-hjkmnp-tv-z]{25}$')
    or exists (select from activity where id !~ '^act_[0-7][0-9a-hjkmnp-tv-z]{25}$' or order_id !~ '^ord_[0-7][0-9a-hjkmnp-tv-z]{25}$')
  then
    raise exception 'an order, fill or activity entry has a malformed id';
  end if;
end
$$;

insert into order_rows (id, created_at, updated_at, expires_at, sequence, amount, filled_credits, filled_shares, remaining,
  available, player, market, outcome, limit_bps, side, time_in_force, status, cancel_reason, rested, client_order_id, body_digest,
  prices_bps, warnings)
select uuid_of(o.id), o.created_at, o.updated_at, o.expires_at, o.sequence, o.amount, o.filled_credits, o.filled_shares, o.remaining,
  (o.reply->>'available')::bigint, a.no, m.no, o.outcome, o.limit_bps,
  case o.side when 'buy' then 'b' else 's' end, case o.time_in_force when 'GTC' then 'g' when 'IOC' then 'i' else 'f' end,
  case o.status when 'open' then 'o' when 'filled' then 'f' when 'cancelled' then 'c' else 'e' end,
  case o.cancel_reason when 'requested' then 'r' when 'ioc' then 'i' when 'fok' then 'f' when 'self_trade' then 's'
    when 'market_closed' then 'm' when 'correction' then 'c' end,
  o.reply->>'status' = 'open', o.client_order_id, o.body_digest,
  case when (o.reply->>'filledShares')::bigint = 0 and (o.reply->>'filledCredits')::bigint = 0
    then translate(o.reply->>'priceBps', '[]', '{}')::smallint[] end,
  o.reply->'warnings'
from orders o join accounts a on a.player_id = o.player_id join markets m on m.event_id = o.event_id
order by o.created_at, o.id;

insert into fill_rows (id, order_id, at, sequence, number, shares, credits, market, player, outcome, price_bps, side, against, prices_bps)
select uuid_of(f.id), uuid_of(f.order_id), f.at, f.sequence, f.number, f.shares, f.credits, m.no, a.no, f.outcome, f.price_bps,
  case f.side when 'buy' then 'b' else 's' end, case f.against when 'maker' then 'm' else 'o' end, f.prices_bps
from fills f join accounts a on a.player_id = f.player_id join markets m on m.event_id = f.event_id
order by f.at, f.id;

insert into position_rows (market, player, outcome, settled_version, shares, reserved_shares, cost, realized_profit, paid, updated_at)
select m.no, a.no, p.outcome, p.settled_version, p.shares, p.reserved_shares, p.cost, p.realized_profit, p.paid, p.updated_at
from positions p join accounts a on a.player_id = p.player_id join markets m on m.event_id = p.event_id;

create temporary table ledger_codes on commit drop as
  select 'player:' || player_id || ':available' as account, no::bigint * 8 + 1 as code from accounts
  union all select 'player:' || player_id || ':reserved', no::bigint * 8 + 2 from accounts
  union all select 'market:' || event_id, no::bigint * 8 + 3 from markets
  union all values ('issuance', 8), ('treasury', 16);
analyze ledger_codes;
insert into transfer_rows (at, from_account, to_account, amount, order_id, kind, reference)
select t.at, f.code, g.code, t.amount, case when t.reference ~ '^ord_[0-7][0-9a-hjkmnp-tv-z]{25}$' then uuid_of(t.reference) end,
  case t.kind when 'grant' then 'g' when 'market_funding' then 'f' when 'reserve' then 'h' when 'release' then 'l'
    when 'trade' then 't' when 'settlement' then 's' when 'refund' then 'u' when 'correction' then 'c' when 'advance' then 'a'
    when 'repayment' then 'p' when 'treasury_cover' then 'v' when 'market_return' then 'm' end,
  case when t.reference !~ '^ord_[0-7][0-9a-hjkmnp-tv-z]{25}$' then t.reference end
from transfers t join ledger_codes f on f.account = t.from_account join ledger_codes g on g.account = t.to_account
order by t.id;

insert into activity_rows (id, at, credits, balance_after, order_id, player, market, kind, details)
select uuid_of(c.id), c.at, c.credits, c.balance_after, uuid_of(c.order_id), a.no, m.no,
  case c.kind when 'grant' then 'g' when 'order' then 'o' when 'trade' then 't' when 'cancel' then 'c' when 'settlement' then 's'
    when 'refund' then 'u' when 'forecast' then 'f' else 'r' end, c.details
from activity c join accounts a on a.player_id = c.player_id left join markets m on m.event_id = c.event_id
order by c.at, c.id;

insert into player_messages (player, last, first, at, others)
select a.no, u.last, u.first, u.at, u.messages from user_messages u join accounts a on a.player_id = u.player_id;

-- Nothing may be left behind, whatever it refers to.
do $$
declare
  counted record;
begin
  for counted in
    select * from (values
      ('orders', (select count(*) from orders), (select count(*) from order_rows)),
      ('fills', (select count(*) from fills), (select count(*) from fill_rows)),
      ('positions', (select count(*) from positions), (select count(*) from position_rows)),
      ('transfers', (select count(*) from transfers), (select count(*) from transfer_rows)),
      ('activity', (select count(*) from activity), (select count(*) from activity_rows)),
      ('user_messages', (select count(*) from user_messages), (select count(*) from player_messages))
    ) as c(name, before, after) where before <> after
  loop
    raise exception '% of % rows of % refer to a player or event that is missing: run "presage audit" with the version before',
      counted.before - counted.after, counted.before, counted.name;
  end loop;
end
$$;

drop table orders, fills, positions, transfers, activity, user_messages;

create unique index order_rows_client on order_rows (player, client_order_id);
create index order_rows_open on order_rows (market) where status = 'o';
create index order_rows_player_open on order_rows (player) where status = 'o';
create index order_rows_expiring on order_rows (expires_at) where status = 'o' and expires_at is not null;

-- All fills of a market in order; also finds those that an order made on arrival, by its sequence.
create index fill_rows_market on fill_rows (market, sequence, id);
create index fill_rows_numbers on fill_rows (market, number) where number is not null;
create index fill_rows_resting on fill_rows (order_id) where number is null;
-- Public trades of one market, of one player and of all markets by time. Trades of one moment are sorted when they are read.
create index fill_rows_market_time on fill_rows (market, at) where number is not null;
create index fill_rows_player_time on fill_rows (player, at) where number is not null;
create index fill_rows_time on fill_rows (at) where number is not null;

alter table position_rows add primary key (market, player, outcome);
create index position_rows_player on position_rows (player, market);
alter table activity_rows add primary key (player, at, id);

-- The fills of an order: its own trades have its sequence, and the others came while it rested.
create function order_fills(given order_rows) returns setof fill_rows language sql stable as $$
  select * from fill_rows f where f.market = given.market and f.sequence = given.sequence and f.order_id = given.id
    and f.number is not null
  union all
  select * from fill_rows f where given.rested and f.order_id = given.id and f.number is null
$$;

-- The details of an entry as the activity lists them.
create function activity_details(given activity_rows) returns jsonb language sql stable as $$
  select case
    when given.details is not null then given.details
    when given.kind = 't' then (
      select jsonb_build_object('outcome', f.outcome, 'side', order_side(f.side), 'shares', f.shares, 'credits', f.credits,
          'priceBps', f.price_bps, 'against', case f.against when 'm' then 'maker' else 'order' end)
        || case when f.number is null then '{"fromReserve": true}'::jsonb else '{}' end
      from order_rows o cross join lateral order_fills(o) f
      where o.player = given.player and o.id = given.order_id and f.message = given.message)
    when given.kind = 'o' then (
      select jsonb_build_object('outcome', o.outcome, 'side', order_side(o.side), 'limitPriceBps', o.limit_bps, 'amount', o.amount,
        'timeInForce', order_time_in_force(o.time_in_force), 'status', case when o.rested then 'open' else order_status(o.status) end,
        'reserved', case when not o.rested then 0 else o.amount - coalesce((
          select sum(case o.side when 'b' then f.credits else f.shares end)::bigint from fill_rows f
          where f.market = o.market and f.sequence = o.sequence and f.order_id = o.id and f.number is not null), 0) end)
      from order_rows o where o.player = given.player and o.id = given.order_id)
    when given.kind = 'c' then (
      select jsonb_build_object('outcome', o.outcome, 'side', order_side(o.side), 'status', order_status(o.status),
        'reason', order_cancel_reason(o.cancel_reason), 'released', o.remaining)
      from order_rows o where o.player = given.player and o.id = given.order_id)
    else '{}' end
$$;

-- An order with what its first reply needs, for replays: its own trades are those that it made on arrival.
create function stored_order(given order_rows) returns json language sql stable as $$
  select json_build_object('id', given.id, 'player', given.player, 'market', m.event_id, 'client', given.client_order_id,
    'digest', encode(given.body_digest, 'hex'), 'outcome', given.outcome, 'side', given.side, 'timeInForce', given.time_in_force,
    'limitBps', given.limit_bps, 'amount', given.amount, 'filledCredits', given.filled_credits, 'filledShares', given.filled_shares,
    'remaining', given.remaining, 'status', given.status, 'cancelReason', given.cancel_reason, 'rested', given.rested,
    'available', given.available, 'sequence', given.sequence, 'pricesBps', given.prices_bps, 'warnings', given.warnings,
    'createdAt', floor(extract(epoch from given.created_at) * 1000), 'expiresAt', floor(extract(epoch from given.expires_at) * 1000),
    'fills', (
      select json_agg(json_build_array(f.id, floor(extract(epoch from f.at) * 1000), f.shares, f.credits, f.price_bps, f.against,
        f.prices_bps) order by f.at, f.id)
      from fill_rows f where f.market = given.market and f.sequence = given.sequence and f.order_id = given.id
        and f.number is not null))
  from (select 1) as one left join markets m on m.no = given.market
$$;

create view orders as
select id_of('ord', o.id) as id, a.player_id, o.client_order_id, o.body_digest, m.event_id, o.outcome::integer as outcome,
  order_side(o.side) as side, order_time_in_force(o.time_in_force) as time_in_force, o.limit_bps::integer as limit_bps, o.amount,
  o.filled_credits, o.filled_shares, o.remaining, order_status(o.status) as status,
  order_cancel_reason(o.cancel_reason) as cancel_reason, o.sequence, o.created_at, o.updated_at, o.expires_at
from order_rows o left join accounts a on a.no = o.player left join markets m on m.no = o.market;

create view fills as
select id_of('trd', f.id) as id, f.at, m.event_id, id_of('ord', f.order_id) as order_id, a.player_id, f.outcome::integer as outcome,
  order_side(f.side) as side, f.shares, f.credits, f.price_bps::integer as price_bps,
  case f.against when 'm' then 'maker' else 'order' end as against, f.number is not null as public, f.sequence,
  f.prices_bps::integer[] as prices_bps, f.number
from fill_rows f left join accounts a on a.no = f.player left join markets m on m.no = f.market;

create view positions as
select m.event_id, a.player_id, p.outcome::integer as outcome, p.shares, p.reserved_shares, p.cost, p.realized_profit, p.paid,
  p.settled_version, p.updated_at
from position_rows p left join accounts a on a.no = p.player left join markets m on m.no = p.market;

create view transfers as
select t.at, transfer_kind(t.kind) as kind, coalesce(t.reference, id_of('ord', t.order_id)) as reference,
  ledger_account(t.from_account) as from_account, ledger_account(t.to_account) as to_account, t.amount
from transfer_rows t;

create view activity as
select id_of('act', c.id) as id, c.at, a.player_id, activity_kind(c.kind) as kind, c.credits, c.balance_after, m.event_id,
  id_of('ord', c.order_id) as order_id, activity_details(c) as details
from activity_rows c left join accounts a on a.no = c.player left join markets m on m.no = c.market;

-- Locks the markets and then the accounts of a batch, each in the order of their ids, and reads what the batch needs. Every statement
-- of a volatile function sees what was committed before it began, so each read follows the locks before it.
create function desk_load(
  p_markets integer[], p_players integer[], p_order_players integer[], p_clients text, p_pair_markets integer[],
  p_pair_players integer[], out markets text, out accounts text, out stored text, out positions text, out paused boolean,
  out now bigint) language plpgsql volatile as $$
begin
  select string_agg(x.no || ' ' || x.sequence, E'\n') into markets
  from (select m.no, m.sequence from markets m where m.no = any(p_markets) order by m.event_id for update) x;
  now := floor(extract(epoch from clock_timestamp()) * 1000);
  select string_agg(concat_ws(' ', x.no, x.retired::integer, x.available, x.owed, x.granted, x.last_grant_day - date '1970-01-01',
    x.practice, coalesce(floor(extract(epoch from x.practice_topped_at) * 1000), 0), x.messages, x.order_moments, x.forecast_moments),
    E'\n') into accounts
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

-- Saves a batch. Each table gets one statement; its numbers come row by row in one array, with 0 for null, and texts one to a line.
create function desk_save(
  p_at timestamptz, p_order_ids uuid[], p_orders bigint[], p_clients text, p_digests text, p_warnings text,
  p_fill_ids uuid[], p_fill_orders uuid[], p_fills bigint[], p_prices integer[], p_position_markets integer[], p_positions bigint[],
  p_market_nos integer[], p_market_statuses text[], p_markets bigint[], p_market_lists bigint[],
  p_account_nos integer[], p_accounts bigint[], p_moments bigint[],
  p_activity_ids uuid[], p_activity_orders uuid[], p_activity bigint[], p_activity_details text,
  p_transfer_orders uuid[], p_transfers bigint[], p_references text,
  p_message_players integer[], p_messages bigint[], p_message_orders text, p_message_others text,
  p_change_ids uuid[], p_changes bigint[]) returns void language plpgsql volatile as $$
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
      message, prices_bps)
    select f.id, p_fill_orders[f.i], p_at, p_fills[b], p_fills[b + 1], p_fills[b + 2], p_fills[b + 3]::integer::"char",
      p_fills[b + 4]::integer::"char", p_fills[b + 5], p_fills[b + 6], nullif(p_fills[b + 7], 0), p_fills[b + 8], p_fills[b + 9],
      nullif(p_fills[b + 10], 0),
      case when p_fills[b + 12] > 0 then p_prices[p_fills[b + 11] : p_fills[b + 11] + p_fills[b + 12] - 1]::smallint[] end
    from (select id, i::integer as i, ((i - 1) * 13 + 1)::integer as b from unnest(p_fill_ids) with ordinality as u(id, i) offset 0) f;
  end if;
  if cardinality(p_position_markets) > 0 then
    insert into position_rows (market, player, outcome, shares, reserved_shares, cost, realized_profit, updated_at)
    select p.market, p_positions[b], p_positions[b + 1], p_positions[b + 2], p_positions[b + 3], p_positions[b + 4], p_positions[b + 5],
      p_at
    from (select market, ((i - 1) * 6 + 1)::integer as b from unnest(p_position_markets) with ordinality as u(market, i) offset 0) p
    on conflict (market, player, outcome) do update set shares = excluded.shares, reserved_shares = excluded.reserved_shares,
      cost = excluded.cost, realized_profit = excluded.realized_profit, updated_at = excluded.updated_at;
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
    insert into activity_rows (id, at, order_id, player, market, kind, credits, balance_after, message, details)
    select c.id, p_at, p_activity_orders[c.i], p_activity[b], nullif(p_activity[b + 1], 0), p_activity[b + 2]::integer::"char",
      p_activity[b + 3], p_activity[b + 4], nullif(p_activity[b + 5], 0), details[c.i]::jsonb
    from (select id, i::integer as i, ((i - 1) * 6 + 1)::integer as b
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
