-- What never changes about an event.
create table events (
  id text primary key,
  slug text not null unique check (slug ~ '^[a-z0-9-]{3,80}$'),
  pubkey text not null unique,
  title text not null check (length(title) between 1 and 200),
  description text not null check (length(description) <= 10000),
  category text not null check (length(category) between 1 and 60),
  tags text[] not null default '{}',
  outcomes text[] not null check (cardinality(outcomes) between 2 and 100),
  resolution_source jsonb not null,
  liquidity bigint not null check (liquidity > 0),
  opening_shares bigint[] not null,
  created_at timestamptz not null,
  demo boolean not null default false,
  practice boolean not null default false
);
create index events_created on events (created_at desc, id desc);

-- What moves: one narrow row for each event, locked by every write to its market. Amounts are millionths.
create table markets (
  event_id text primary key references events (id),
  status text not null check (status in ('scheduled', 'active', 'paused', 'closed', 'resolved', 'void')),
  opens_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > opens_at),
  closed_at timestamptz,
  resolved_at timestamptz,
  -- The market sequence: one more with every change of the book or of the state.
  sequence bigint not null check (sequence > 0),
  shares bigint[] not null,
  account bigint not null check (account >= 0),
  price_bps integer[] not null,
  volume bigint not null default 0,
  outcome_volumes bigint[] not null,
  -- Milliseconds, 0 for never.
  outcome_traded_at bigint[] not null,
  last_trade_at timestamptz,
  traders integer not null default 0 check (traders >= 0),
  open_orders integer not null default 0 check (open_orders >= 0),
  -- The resolution in force, and up to which of its versions everybody has been paid.
  resolution jsonb,
  resolution_version integer not null default 0,
  settled_version integer not null default 0 check (settled_version <= resolution_version)
) with (fillfactor = 60);
create index markets_status on markets (status, ends_at);
create index markets_settling on markets (event_id) where settled_version < resolution_version;

-- Earlier resolutions stay on record when a correction replaces them.
create table resolutions (
  event_id text not null references events (id),
  version integer not null check (version > 0),
  resolution jsonb not null,
  primary key (event_id, version)
);

-- Free credits. What resting orders hold is on the orders; issuance and treasury are sums over transfers.
create table accounts (
  player_id text primary key references players (id),
  available bigint not null check (available >= 0),
  granted bigint not null default 0 check (granted >= 0),
  last_grant_day date not null,
  -- Kept here as well as with the player, so that whoever locks the account sees it.
  retired boolean not null default false,
  -- The moments, in milliseconds, of the writes of the last hour: what the write budgets are counted from.
  order_moments bigint[] not null default '{}',
  forecast_moments bigint[] not null default '{}'
) with (fillfactor = 60);

-- One row for each grant, so that no clock and no retry can give a day twice.
create table grants (
  player_id text not null references players (id),
  day date not null,
  amount bigint not null check (amount > 0),
  primary key (player_id, day)
);

-- Orders, positions, fills and transfers name rows that the write desk has locked, so they carry no foreign keys: checking
-- each row again would cost a quarter of the rate. The audit looks at all of them.
create table orders (
  id text primary key,
  player_id text not null,
  client_order_id text not null check (length(client_order_id) between 1 and 128),
  body_digest bytea not null,
  event_id text not null,
  outcome integer not null,
  side text not null check (side in ('buy', 'sell')),
  time_in_force text not null check (time_in_force in ('GTC', 'IOC', 'FOK')),
  limit_bps integer not null check (limit_bps between 1 and 9999),
  amount bigint not null check (amount > 0),
  filled_credits bigint not null check (filled_credits >= 0),
  filled_shares bigint not null check (filled_shares >= 0),
  -- Credits of a buy or shares of a sell: the reserve of an open order lives here, under its market's lock.
  remaining bigint not null check (remaining >= 0),
  status text not null check (status in ('open', 'filled', 'cancelled', 'expired')),
  cancel_reason text,
  -- The market sequence at which it came: among equal limits the lower one is older.
  sequence bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz,
  -- What of the first reply is nowhere else, for replays.
  reply jsonb not null,
  unique (player_id, client_order_id)
) with (fillfactor = 80);
create index orders_open on orders (event_id) where status = 'open';
create index orders_player_open on orders (player_id) where status = 'open';
create index orders_player on orders (player_id, created_at desc, id desc);
create index orders_expiring on orders (expires_at) where status = 'open' and expires_at is not null;

create table positions (
  event_id text not null,
  player_id text not null,
  outcome integer not null,
  shares bigint not null check (shares >= 0),
  reserved_shares bigint not null check (reserved_shares between 0 and shares),
  cost bigint not null check (cost >= 0),
  realized_profit bigint not null,
  -- What resolutions have paid, and the version that did so last.
  paid bigint not null default 0,
  settled_version integer not null default 0,
  updated_at timestamptz not null,
  primary key (event_id, player_id, outcome)
) with (fillfactor = 80);
create index positions_player on positions (player_id, event_id);

-- Every trade of every party. Those of incoming orders are the public record, with the prices that they left behind.
create table fills (
  id text not null,
  at timestamptz not null,
  event_id text not null,
  order_id text not null,
  player_id text not null,
  outcome integer not null,
  side text not null,
  shares bigint not null check (shares >= 0),
  credits bigint not null check (credits >= 0),
  price_bps integer not null,
  against text not null check (against in ('maker', 'order')),
  public boolean not null,
  sequence bigint not null,
  prices_bps integer[]
) partition by range (at);
create table fills_rest partition of fills default;
create index fills_order on fills (order_id);
create index fills_public on fills (event_id, at desc, id desc) where public;

-- Double entry: each row takes from one account what it gives to another.
create table transfers (
  id bigint generated always as identity,
  at timestamptz not null,
  kind text not null,
  reference text not null,
  from_account text not null,
  to_account text not null,
  amount bigint not null check (amount > 0),
  check (from_account <> to_account)
) partition by range (at);
create table transfers_rest partition of transfers default;

-- What a player sees of their own account.
create table activity (
  id text not null,
  at timestamptz not null,
  player_id text not null,
  kind text not null check (kind in ('grant', 'order', 'trade', 'cancel', 'settlement', 'refund', 'forecast', 'score')),
  credits bigint not null,
  balance_after bigint not null,
  event_id text,
  order_id text,
  details jsonb not null default '{}',
  primary key (player_id, at, id)
) partition by range (at);
create table activity_rest partition of activity default;

-- Settings of the whole arena that operators change while it runs, and secrets that nodes share.
create table arena (
  name text primary key,
  value jsonb not null
);
insert into arena (name, value) values ('trading_paused', 'false');

create table operator_actions (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null,
  action text not null,
  subject text not null,
  details jsonb not null
);
