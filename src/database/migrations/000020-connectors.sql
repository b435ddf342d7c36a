-- Data sources outside the arena: settings, state and runs. Keys come from the environment and are never stored.
create table connectors (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{1,39}$'),
  format text not null,
  kind text not null check (kind in ('venue', 'odds', 'scores')),
  name text not null,
  enabled boolean not null default false,
  demo boolean not null default false,
  settings jsonb not null default '{}',
  interval_seconds integer not null check (interval_seconds > 0),
  -- When the scheduler starts the next run; null while disabled and where nothing is fetched.
  next_run_at timestamptz,
  -- The end of the last run, whatever its outcome.
  last_run_at timestamptz,
  -- The end of the last run that read every page: rows that are not missing are as fresh as this.
  confirmed_at timestamptz,
  last_error_code text,
  last_error text,
  updated_at timestamptz not null
);
create index connectors_due on connectors (next_run_at) where enabled and next_run_at is not null;

create table connector_runs (
  id bigint generated always as identity primary key,
  connector_id text not null references connectors (id) on delete cascade,
  trigger text not null check (trigger in ('schedule', 'operator', 'push')),
  started_at timestamptz not null,
  ended_at timestamptz not null,
  pages integer not null,
  not_modified integer not null,
  received integer not null,
  inserted integer not null,
  updated integer not null,
  unchanged integer not null,
  ignored integer not null,
  rejected integer not null,
  error_code text,
  error text
);
create index connector_runs_by_connector on connector_runs (connector_id, id);

-- Broken rows with the reason, for the operator to look at. Bounded per run and in age.
create table connector_rejected_rows (
  id bigint generated always as identity primary key,
  connector_id text not null references connectors (id) on delete cascade,
  run_id bigint not null references connector_runs (id) on delete cascade,
  row_id text,
  reason text not null,
  -- The first characters of the row as it came; text, because it may not be valid JSON.
  row_text text not null,
  at timestamptz not null
);
create index connector_rejected_by_connector on connector_rejected_rows (connector_id, id);
create index connector_rejected_by_run on connector_rejected_rows (run_id);
create index connector_rejected_by_age on connector_rejected_rows (at);

-- Validators of the pages of the last run, for conditional requests.
create table connector_pages (
  connector_id text not null references connectors (id) on delete cascade,
  path text not null,
  etag text,
  last_modified text,
  -- Requests that the page led to, and its rows: a page that was not modified confirms both.
  next jsonb not null default '[]',
  row_ids text[] not null default '{}',
  primary key (connector_id, path)
);

-- The aggregator: one row per market of a venue, our own events included (source presage).
create table venue_markets (
  id text primary key,
  source text not null,
  source_market_id text not null,
  -- Of our own events only.
  event_id text references events (id) on delete cascade,
  title text not null,
  category text,
  status text not null check (status in ('active', 'closed', 'resolved')),
  tradable boolean not null,
  -- [{ label, priceBps, bidBps, askBps }]; null until a response has contained the outcomes.
  outcomes jsonb,
  volume double precision,
  volume_24h double precision,
  volume_unit text not null,
  closes_at timestamptz,
  resolved_at timestamptz,
  resolution text,
  url text,
  demo boolean not null,
  -- When the source listed it, or when it was first fetched.
  listed_at timestamptz not null,
  -- When its content was last written. While it is not missing, it is as fresh as its source's last complete run.
  fetched_at timestamptz not null,
  missing boolean not null default false,
  -- Of the row as the source sent it; a row with the same digest is not written again.
  digest text not null,
  -- Sort keys. lane: 0 active and tradable, 1 active, 2 closed, 3 resolved.
  lane smallint not null check (lane between 0 and 3),
  volume_rank integer not null default 2147483647,
  ends_key timestamptz not null,
  move_bps integer not null default 0,
  search tsvector not null,
  -- Whether links to markets of other sources have been suggested for its title.
  link_checked boolean not null default false,
  unique (source, source_market_id)
) with (fillfactor = 85);

-- Each page is a merge of scans of these indexes, one per source and lane.
create index venue_markets_by_volume on venue_markets (source, lane, volume_rank, id);
create index venue_markets_by_listing on venue_markets (source, lane, listed_at, id);
create index venue_markets_by_end on venue_markets (source, lane, ends_key, id);
create index venue_markets_by_move on venue_markets (source, lane, move_bps, id);
create index venue_markets_category_volume on venue_markets (source, lane, category, volume_rank, id) where category is not null;
create index venue_markets_category_listing on venue_markets (source, lane, category, listed_at, id) where category is not null;
create index venue_markets_category_end on venue_markets (source, lane, category, ends_key, id) where category is not null;
create index venue_markets_category_move on venue_markets (source, lane, category, move_bps, id) where category is not null;
create index venue_markets_search on venue_markets using gin (search);
create index venue_markets_ending on venue_markets (ends_key) where lane < 2;
create index venue_markets_missing on venue_markets (fetched_at) where missing;
create index venue_markets_unlinked on venue_markets (id) where not link_checked and lane < 2;
create unique index venue_markets_of_event on venue_markets (event_id) where event_id is not null;

-- The last price of each hour in which it changed, for the change over 24 hours.
create table venue_prices (
  market_id text not null references venue_markets (id) on delete cascade,
  hour integer not null,
  price_bps integer[] not null,
  primary key (market_id, hour)
);
create index venue_prices_by_hour on venue_prices (hour);

-- The same question on two venues.
create table venue_links (
  id text primary key,
  left_id text not null references venue_markets (id) on delete cascade,
  right_id text not null references venue_markets (id) on delete cascade,
  score double precision not null check (score between 0 and 1),
  status text not null check (status in ('suggested', 'confirmed', 'rejected')),
  suggested_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  check (left_id < right_id collate "C"),
  unique (left_id, right_id)
);
create index venue_links_right on venue_links (right_id);
create index venue_links_by_score on venue_links (status, score, id);
