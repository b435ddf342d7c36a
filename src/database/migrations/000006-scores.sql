-- What each player got from an event by each version of its resolution. A correction adds a version; the others stay.
create table event_scores (
  event_id text not null,
  version integer not null check (version > 0),
  player_id text not null,
  -- Null for who only traded.
  brier double precision check (brier between 0 and 1),
  market_brier double precision check (market_brier between 0 and 1),
  last double precision check (last between 0 and 1),
  coverage double precision check (coverage > 0 and coverage <= 1),
  -- Percent for each outcome at the last instant; null where the market's price stood in.
  final_percents double precision[],
  -- Null for who only forecast.
  profit bigint,
  primary key (event_id, version, player_id)
);
create index event_scores_player on event_scores (player_id, event_id, version);

-- One row for each version that was scored, with what the boards compare players with.
create table event_scorings (
  number bigint generated always as identity unique,
  event_id text not null,
  version integer not null check (version > 0),
  scored_at timestamptz not null,
  resolved_at timestamptz not null,
  effective_close_at timestamptz not null,
  -- Null: void, nobody is scored.
  payout_bps integer[],
  baselines jsonb,
  forecasters integer not null,
  primary key (event_id, version)
);

-- Up to which version of its resolution a market has been scored.
alter table markets add column scored_version integer not null default 0 check (scored_version <= settled_version);
create index markets_scoring on markets (event_id) where scored_version < settled_version;

-- Leaderboards, built as a whole and kept for as long as somebody may be paging through them.
create table board_versions (
  version bigint generated always as identity primary key,
  as_of timestamptz not null,
  took_milliseconds integer not null,
  -- The last scoring that is in them.
  scorings bigint not null,
  -- Which version of which event they count.
  events jsonb not null
);
create table boards (
  version bigint not null references board_versions (version) on delete cascade,
  window_name text not null,
  -- Empty for all categories together.
  category text not null,
  body bytea not null,
  primary key (version, window_name, category)
);
alter table boards alter column body set storage external;

-- What players together say about events that are open, taken once an hour so that nobody can be seen in it.
create table crowd_means (
  event_id text primary key,
  taken_at timestamptz not null,
  forecasters integer not null,
  percents double precision[] not null
);

-- Few, and looked for now and then.
create index accounts_retired on accounts (player_id) where retired;
