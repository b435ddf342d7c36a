-- Games. Status, sides and score are merged from fixture_reports; the figures about lines are computed from sports_lines.
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
  -- The source that reported it first.
  source text collate "C" not null,
  source_event_id text collate "C" not null,
  demo boolean not null,
  scores_disagree boolean not null default false,
  -- When a source last changed or confirmed the game or its lines.
  as_of timestamptz not null,
  -- The same for its lines alone; null while it has none.
  lines_as_of timestamptz,
  -- Consensus of each selection.
  lines jsonb not null default '[]',
  books integer not null default 0,
  line_count integer not null default 0,
  outlier_count integer not null default 0,
  -- The event on its winner.
  event_id text unique references events (id),
  -- When its final score was proposed as the event's resolution.
  proposed_at timestamptz,
  created_at timestamptz not null
) with (fillfactor = 80);
create index fixtures_start on fixtures (starts_at, id);
create index fixtures_league on fixtures (league, starts_at, id);
create index fixtures_sport on fixtures (sport, starts_at, id);
create index fixtures_to_propose on fixtures (id) where status = 'final' and event_id is not null and proposed_at is null;

-- What each source says. A source may speak of a game in two parts: its listing, and its score.
create table fixture_reports (
  source text collate "C" not null,
  source_event_id text collate "C" not null,
  part text collate "C" not null check (part in ('listing', 'score')),
  fixture_id text not null references fixtures (id) on delete cascade,
  -- The order in which the reports of a fixture came.
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
create index fixture_reports_fixture on fixture_reports (fixture_id);
create index fixture_reports_event on fixture_reports (source_event_id);

-- Every line that a book has offered. A row is written when its quote changes, never for an unchanged one.
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
  -- Judged against the other current lines for as long as it is current.
  outlier boolean not null default false,
  current boolean not null default true,
  demo boolean not null,
  offered_at timestamptz not null
) with (fillfactor = 90);
create unique index sports_lines_current on sports_lines
  (fixture_id, source, book, market, selection, coalesce(point, 0)) where current;
create index sports_lines_fixture on sports_lines (fixture_id, offered_at, id);
create index sports_lines_offered on sports_lines (offered_at, id);
create index sports_lines_market on sports_lines (market, offered_at, id);

-- Counts transactions that changed what sports reads show, so that a cached reply is known to be current.
create table sports_version (
  only_row boolean primary key default true check (only_row),
  version bigint not null default 0
);
insert into sports_version default values;
