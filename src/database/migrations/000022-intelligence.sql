-- A player's public address is base58 of SHA-256 over the player id. Ids are ASCII without backslashes, so decoding one yields its bytes.
create unique index players_address on players (sha256(decode(id, 'escape')));

-- Requests are metered per key.
alter table request_log add column key_id text;

-- Public trades of one player, and of all markets together. Trades of one moment are sorted by id when they are read, which keeps the
-- entries half as large.
create index fills_player_trades on fills (player_id, at) where public;
create index fills_time on fills (at) where public;

-- Spread and depth of each outcome and the participants of a market: one row every five minutes at most, where one of them has changed.
create table market_samples (
  event_id text not null,
  at timestamptz not null,
  -- The market sequence that was sampled.
  sequence bigint not null,
  -- By outcome; null where a side of the book is empty.
  spreads smallint[] not null,
  -- By outcome: millionths within 200 bps of the price, on the thinner side.
  depths bigint[] not null,
  traders integer not null,
  forecasters integer not null,
  primary key (event_id, at)
);
create index market_samples_at on market_samples (at);

-- Published signals. A row is never changed, except that `hit` is set once, a day after it was detected.
create table signals (
  id text primary key,
  type text not null check (type in ('momentum', 'mispricing', 'liquidity', 'stale', 'resolution-near', 'unusual-flow')),
  event_id text not null,
  outcome integer not null check (outcome >= 0),
  demo boolean not null,
  direction text not null check (direction in ('up', 'down', 'none')),
  strength double precision not null check (strength between 0 and 1),
  evidence jsonb not null,
  -- The market that was looked at: a hit is judged by the trades behind this sequence.
  sequence bigint not null,
  price_bps integer not null,
  spread_bps integer,
  detected_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > detected_at),
  hit boolean,
  check (direction = 'none' or spread_bps is not null)
);
create index signals_detected on signals (detected_at desc, id desc);
create index signals_type on signals (type, detected_at desc, id desc);
create index signals_market on signals (event_id, expires_at);
create index signals_due on signals (detected_at) where hit is null and direction <> 'none';

-- Judged signals by type, counted when they are judged, so that they outlive the signals.
create table signal_backtests (
  type text not null,
  demo boolean not null,
  n integer not null check (n >= hits),
  hits integer not null check (hits >= 0),
  primary key (type, demo)
);

-- How many events name a resolution source: by its name, the origin of its address and the category of the events. Practice is left out.
create table resolution_source_uses (
  name text not null,
  origin text not null,
  category text not null,
  demo boolean not null,
  events integer not null check (events >= 0),
  primary key (name, origin, category, demo)
);

create function source_origin(source jsonb) returns text language sql immutable strict parallel safe as $$
  select coalesce(substring(source->>'url' from '^https?://[^/?#]+'), '')
$$;

create function count_resolution_sources() returns trigger language plpgsql as $$
begin
  insert into resolution_source_uses as u (name, origin, category, demo, events)
  select resolution_source->>'name', source_origin(resolution_source), category, demo, count(*) from fresh
  where not practice and resolution_source ? 'name' group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (name, origin, category, demo) do update set events = u.events + excluded.events;
  return null;
end
$$;
create trigger events_sources_counted after insert on events referencing new table as fresh
  for each statement execute function count_resolution_sources();

create function recount_resolution_source() returns trigger language plpgsql as $$
begin
  update resolution_source_uses set events = events - 1
  where (name, origin, category, demo) = (old.resolution_source->>'name', source_origin(old.resolution_source), old.category, old.demo);
  insert into resolution_source_uses as u (name, origin, category, demo, events)
  select new.resolution_source->>'name', source_origin(new.resolution_source), new.category, new.demo, 1
  where new.resolution_source ? 'name'
  on conflict (name, origin, category, demo) do update set events = u.events + 1;
  return null;
end
$$;
create trigger events_sources_recounted after update of resolution_source, category on events for each row
  when (not new.practice and (old.resolution_source, old.category) is distinct from (new.resolution_source, new.category))
  execute function recount_resolution_source();

insert into resolution_source_uses (name, origin, category, demo, events)
select resolution_source->>'name', source_origin(resolution_source), category, demo, count(*) from events
where not practice and resolution_source ? 'name' group by 1, 2, 3, 4;
