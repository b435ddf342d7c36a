-- Data from outside the arena: markets of other venues, games and their odds.

create table connectors (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{1,39}$'),
  format text not null,
  kind text not null check (kind in ('venue', 'odds', 'scores')),
  name text not null,
  enabled boolean not null default false,
  demo boolean not null default false,
  settings jsonb not null default '{}',
  interval_seconds integer not null check (interval_seconds > 0),
  next_run_at timestamptz,
  last_run_at timestamptz,
  confirmed_at timestamptz,
  last_error_code text,
  last_error text,
  updated_at timestamptz not null
);
create index connectors_due on connectors (next_run_at) where enabled and next_run_at is not null;
comment on table connectors is
  'Data sources outside the arena: settings and state. Their keys come from the environment and are never stored.';
comment on column connectors.format is 'The adapter that reads the source.';
comment on column connectors.next_run_at is 'Null while disabled, and for sources that push.';
comment on column connectors.last_run_at is 'The end of the last run, whatever its outcome.';
comment on column connectors.confirmed_at is 'The end of the last run that read every page: rows that are not missing are as fresh as this.';

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
comment on table connector_runs is
  'What each run of a connector received and changed.';

create table connector_rejected_rows (
  id bigint generated always as identity primary key,
  connector_id text not null references connectors (id) on delete cascade,
  run_id bigint not null references connector_runs (id) on delete cascade,
  row_id text,
  reason text not null,
  row_text text not null,
  at timestamptz not null
);
create index connector_rejected_by_age on connector_rejected_rows (at);
create index connector_rejected_by_connector on connector_rejected_rows (connector_id, id);
create index connector_rejected_by_run on connector_rejected_rows (run_id);
comment on table connector_rejected_rows is
  'Malformed rows with the reason, bounded per run and in age.';
comment on column connector_rejected_rows.row_text is 'The first characters of the row as received.';

create table connector_pages (
  connector_id text not null references connectors (id) on delete cascade,
  path text not null,
  etag text,
  last_modified text,
  next jsonb not null default '[]',
  row_ids text[] not null default '{}',
  primary key (connector_id, path)
);
comment on table connector_pages is
  'Validators of the pages of the last run, for conditional requests.';
comment on column connector_pages.next is 'Requests that the page led to.';
comment on column connector_pages.row_ids is 'Rows of the page; an unmodified page confirms them.';

create table venue_markets (
  id text primary key,
  source text not null,
  source_market_id text not null,
  event_id text references events (id) on delete cascade,
  title text not null,
  category text,
  status text not null check (status in ('active', 'closed', 'resolved')),
  tradable boolean not null,
  outcomes jsonb,
  volume double precision,
  volume_24h double precision,
  volume_unit text not null,
  closes_at timestamptz,
  resolved_at timestamptz,
  resolution text,
  url text,
  demo boolean not null,
  listed_at timestamptz not null,
  fetched_at timestamptz not null,
  missing boolean not null default false,
  digest text not null,
  lane smallint not null check (lane between 0 and 3),
  ends_key timestamptz not null,
  search tsvector not null,
  link_checked boolean not null default false,
  unique (source, source_market_id)
) with (fillfactor = 85);
create index venue_markets_by_end on venue_markets (source, lane, ends_key, id);
create index venue_markets_by_listing on venue_markets (source, lane, listed_at, id);
create index venue_markets_category_end on venue_markets (source, lane, category, ends_key, id) where category is not null;
create index venue_markets_category_listing on venue_markets (source, lane, category, listed_at, id) where category is not null;
create index venue_markets_ending on venue_markets (ends_key) where lane < 2;
create index venue_markets_missing on venue_markets (fetched_at) where missing;
create index venue_markets_search on venue_markets using gin (search);
create index venue_markets_unlinked on venue_markets (id) where not link_checked and lane < 2;
create unique index venue_markets_of_event on venue_markets (event_id) where event_id is not null;
comment on table venue_markets is
  'Markets of other venues, and our own events (source presage).';
comment on column venue_markets.event_id is 'Of our own events only.';
comment on column venue_markets.outcomes is '[{ label, priceBps, bidBps, askBps }]; null until a response has contained the outcomes.';
comment on column venue_markets.volume_unit is 'The unit of volume and volume_24h, as the venue counts.';
comment on column venue_markets.listed_at is 'When the source listed it, or when it was first fetched.';
comment on column venue_markets.fetched_at is 'When its content was last written. While it is not missing, it is as fresh as its source''s last complete run.';
comment on column venue_markets.missing is 'The last complete run did not contain it.';
comment on column venue_markets.digest is 'Of the row as the source sent it; an equal row is not written again.';
comment on column venue_markets.lane is '0 active and tradable, 1 active, 2 closed, 3 resolved.';
comment on column venue_markets.ends_key is 'Sort key by end.';
comment on column venue_markets.link_checked is 'Whether links to markets of other sources have been suggested for its title.';

create table venue_ranks (
  market_id text not null references venue_markets (id) on delete cascade,
  sort text collate "C" not null check (sort in ('volume', 'movers')),
  key integer not null,
  since integer not null default 0,
  until integer not null default 2147483647,
  source text not null,
  lane smallint not null,
  category text,
  primary key (market_id, sort, since)
) with (fillfactor = 85);
create index venue_ranks_ended on venue_ranks (until) where until < 2147483647;
create index venue_ranks_present on venue_ranks (source, sort, lane, key, market_id) where until = 2147483647;
create index venue_ranks_present_category on venue_ranks (source, sort, lane, category, key, market_id) where until = 2147483647 and category is not null;
create index venue_ranks_versions on venue_ranks (source, sort, lane, key, market_id, since, until);
create index venue_ranks_versions_category on venue_ranks (source, sort, lane, category, key, market_id, since, until) where category is not null;
comment on table venue_ranks is
  'Positions of venue markets by volume and price change, by version of the ranking. A row stays for an hour after it was replaced, so that a client can page through the version that it began with.';
comment on column venue_ranks.since is 'The first version of the ranking that has this row.';
comment on column venue_ranks.until is 'The first version that no longer has it; 2147483647 for the current row.';

create table venue_rank_versions (
  version integer primary key,
  made_at timestamptz not null
);
comment on table venue_rank_versions is
  'Versions of the rankings of venue markets.';

create function rank_new_venue_markets() returns trigger language plpgsql as $$
begin
  insert into venue_ranks (market_id, sort, key, source, lane, category)
  select f.id, v.sort, v.key, f.source, f.lane, f.category
  from fresh f, (values ('volume', 2147483647), ('movers', 0)) v(sort, key);
  return null;
end
$$;
comment on function rank_new_venue_markets is
  'Ranks new venue markets last, until the next version of the ranking.';

create trigger venue_markets_ranked after insert on venue_markets referencing new table as fresh
  for each statement execute function rank_new_venue_markets();

create function relist_venue_market() returns trigger language plpgsql as $$
begin
  update venue_ranks set lane = new.lane, category = new.category where market_id = new.id;
  return null;
end
$$;
comment on function relist_venue_market is
  'Updates lane and category in all ranks of a venue market.';

create trigger venue_markets_relisted after update on venue_markets for each row
  when (old.lane <> new.lane or old.category is distinct from new.category)
  execute function relist_venue_market();

create table venue_prices (
  market_id text not null references venue_markets (id) on delete cascade,
  hour integer not null,
  price_bps integer[] not null,
  primary key (market_id, hour)
);
create index venue_prices_by_hour on venue_prices (hour);
comment on table venue_prices is
  'The last price of each hour in which it changed, for the change over 24 hours.';
comment on column venue_prices.hour is 'Hours since 1970.';

create table venue_links (
  id text primary key,
  left_id text not null references venue_markets (id) on delete cascade,
  right_id text not null references venue_markets (id) on delete cascade,
  score double precision not null check (score between 0 and 1),
  status text not null check (status in ('suggested', 'confirmed', 'rejected')),
  suggested_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  unique (left_id, right_id),
  constraint venue_links_order check (left_id < right_id collate "C")
);
create index venue_links_by_score on venue_links (status, score, id);
create index venue_links_right on venue_links (right_id);
comment on table venue_links is
  'Pairs of markets of two venues that ask the same question.';
comment on column venue_links.score is 'The similarity of their titles, from 0 to 1.';

create table fixtures (
  id text primary key,
  sport text collate "C" not null,
  league text collate "C" not null,
  starts_at timestamptz not null,
  status text not null check (status in ('scheduled', 'live', 'final', 'postponed', 'cancelled')),
  period integer,
  clock text,
  home_name text not null,
  home_abbreviation text,
  home_score integer,
  away_name text not null,
  away_abbreviation text,
  away_score integer,
  source text collate "C" not null,
  source_event_id text collate "C" not null,
  demo boolean not null,
  scores_disagree boolean not null default false,
  as_of timestamptz not null,
  lines_as_of timestamptz,
  lines jsonb not null default '[]',
  books integer not null default 0,
  line_count integer not null default 0,
  outlier_count integer not null default 0,
  event_id text unique references events (id),
  proposed_at timestamptz,
  created_at timestamptz not null
) with (fillfactor = 80);
create index fixtures_league on fixtures (league, starts_at, id);
create index fixtures_sport on fixtures (sport, starts_at, id);
create index fixtures_start on fixtures (starts_at, id);
create index fixtures_to_propose on fixtures (id) where status = 'final' and event_id is not null and proposed_at is null;
comment on table fixtures is
  'Games. Status, sides and score are merged from fixture_reports; figures about lines are computed from sports_lines.';
comment on column fixtures.source is 'The source that reported it first.';
comment on column fixtures.scores_disagree is 'Sources report different scores.';
comment on column fixtures.as_of is 'When a source last changed or confirmed the game or its lines.';
comment on column fixtures.lines_as_of is 'When a source last changed or confirmed its lines; null without lines.';
comment on column fixtures.lines is 'The consensus of each selection.';
comment on column fixtures.event_id is 'The event about its winner.';
comment on column fixtures.proposed_at is 'When its final score was proposed as the event''s resolution.';

create table fixture_reports (
  source text collate "C" not null,
  source_event_id text collate "C" not null,
  part text collate "C" not null check (part in ('listing', 'score')),
  fixture_id text not null references fixtures (id) on delete cascade,
  number integer generated always as identity,
  league text collate "C" not null,
  starts_at timestamptz not null,
  status text,
  period integer,
  clock text,
  home_name text not null,
  home_abbreviation text,
  home_score integer,
  away_name text not null,
  away_abbreviation text,
  away_score integer,
  demo boolean not null,
  as_of timestamptz not null,
  primary key (source, source_event_id, part)
) with (fillfactor = 80);
create index fixture_reports_event on fixture_reports (source_event_id);
create index fixture_reports_fixture on fixture_reports (fixture_id);
comment on table fixture_reports is
  'What each source reports about a game, in up to two parts: listing and score.';
comment on column fixture_reports.number is 'The order in which the reports arrived.';

create table sports_lines (
  id text collate "C" primary key,
  fixture_id text not null references fixtures (id) on delete cascade,
  source text collate "C" not null,
  source_event_id text collate "C" not null,
  book text collate "C" not null,
  market text collate "C" not null check (market in ('moneyline', 'spread', 'total')),
  selection text collate "C" not null check (selection in ('home', 'away', 'draw', 'over', 'under')),
  point double precision,
  decimal_price double precision not null check (decimal_price > 1),
  implied_bps double precision not null,
  fair_bps double precision not null,
  outlier boolean not null default false,
  current boolean not null default true,
  demo boolean not null,
  offered_at timestamptz not null
) with (fillfactor = 90);
create index sports_lines_fixture on sports_lines (fixture_id, offered_at, id);
create index sports_lines_market on sports_lines (market, offered_at, id);
create index sports_lines_offered on sports_lines (offered_at, id);
create unique index sports_lines_current on sports_lines (fixture_id, source, book, market, selection, coalesce(point, 0)) where current;
comment on table sports_lines is
  'Every line that a bookmaker has offered. A row is written only when its quote changes.';
comment on column sports_lines.point is 'The handicap or total; null for a moneyline.';
comment on column sports_lines.implied_bps is '10,000 / decimal_price.';
comment on column sports_lines.fair_bps is 'Without the bookmaker''s margin.';
comment on column sports_lines.outlier is 'Compared with the other current lines, as long as it is current.';

create table sports_version (
  only_row boolean default true primary key check (only_row),
  version bigint not null default 0
);
comment on table sports_version is
  'Counts transactions that changed what sports reads show, so that nodes know whether a cached response is current.';

insert into sports_version default values;
