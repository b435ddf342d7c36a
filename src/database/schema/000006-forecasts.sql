-- Forecasts, scores, leaderboards and crowd means.

create table forecasts (
  id text primary key,
  player_id text not null,
  client_forecast_id text not null check (length(client_forecast_id) between 1 and 128),
  body_digest bytea not null,
  event_id text not null references events (id) on delete cascade,
  outcome integer not null check (outcome >= 0),
  question integer not null,
  probability integer not null check (probability between 0 and 1000000),
  market_price_bps integer not null check (market_price_bps between 1 and 9999),
  market_sequence bigint not null check (market_sequence > 0),
  at timestamptz not null,
  supersedes text unique,
  ended_at timestamptz,
  ended_by text check (ended_by in ('superseded', 'withdrawn')),
  unique (player_id, client_forecast_id),
  constraint forecasts_question check (question in (0, outcome)),
  constraint forecasts_interval check (ended_at > at),
  constraint forecasts_end check ((ended_at is null) = (ended_by is null))
) with (fillfactor = 80);
create index forecasts_player on forecasts (player_id, at desc, id desc);
create index forecasts_player_in_force on forecasts (player_id, at desc, id desc) where ended_at is null;
create index forecasts_withdrawn on forecasts (event_id, player_id, ended_at) where ended_by = 'withdrawn';
create unique index forecasts_event on forecasts (event_id, player_id, at);
create unique index forecasts_in_force on forecasts (event_id, player_id, question) where ended_at is null;
comment on table forecasts is
  'Forecasts of players. Rows are never changed except for their end, which is written once. presage audit checks references to players.';
comment on column forecasts.client_forecast_id is 'The client''s own id, unique per player: a repetition gets the first response.';
comment on column forecasts.body_digest is 'A digest of the request''s body.';
comment on column forecasts.question is 'What it answers, and therefore replaces: the outcome or, of an event with two outcomes, 0 for both.';
comment on column forecasts.probability is 'Of the outcome, in millionths.';
comment on column forecasts.market_price_bps is 'The price of the outcome when it was recorded, in basis points.';
comment on column forecasts.market_sequence is 'The market''s sequence when it was recorded.';
comment on column forecasts.at is 'In whole milliseconds; for one player and event each is later than the one before.';
comment on column forecasts.supersedes is 'The forecast that it replaced.';
comment on column forecasts.ended_at is 'When it was superseded or withdrawn; null while it is in force.';

create function keep_forecast() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from events where id = old.event_id and not practice) then
    return old;
  end if;
  if tg_op = 'DELETE' or old.ended_at is not null
    or to_jsonb(new) - 'ended_at' - 'ended_by' <> to_jsonb(old) - 'ended_at' - 'ended_by' then
    raise exception 'forecast % stays as it was recorded', old.id;
  end if;
  return new;
end
$$;
comment on function keep_forecast is
  'Rejects changes of forecasts other than writing their end, and deleting those of practice events, which go with their event.';

create trigger forecasts_kept before update or delete on forecasts for each row execute function keep_forecast();

create table forecast_rationales (
  forecast_id text primary key references forecasts (id) on delete cascade,
  rationale text not null check (length(rationale) <= 4000)
);
comment on table forecast_rationales is
  'Reasons that players gave. Not in forecasts, so that reads for scores and public records never load them.';

create table event_forecasters (
  event_id text primary key references events (id) on delete cascade,
  forecasters integer not null check (forecasters > 0)
) with (fillfactor = 60);
comment on table event_forecasters is
  'How many players have forecast an event. Not in markets, whose rows forecasts do not lock.';

create table event_scorings (
  number bigint generated always as identity unique,
  event_id text not null,
  version integer not null check (version > 0),
  rules integer not null default 1,
  scored_at timestamptz not null,
  resolved_at timestamptz not null,
  effective_close_at timestamptz not null,
  payout_bps integer[],
  baselines jsonb,
  forecasters integer not null,
  primary key (event_id, version)
);
create index event_scorings_outdated on event_scorings (event_id, version) where rules < 2;
create index event_scorings_resolved on event_scorings (resolved_at);
comment on table event_scorings is
  'One row per resolution version that was scored, with the figures that leaderboards compare players with.';
comment on column event_scorings.version is 'The resolution version (resolutions.version).';
comment on column event_scorings.rules is 'The version of the scoring rules; rows of older rules are scored again.';
comment on column event_scorings.effective_close_at is 'The end of the period that forecasts are scored over.';
comment on column event_scorings.payout_bps is 'By outcome, in basis points; null for a void, which is not scored.';
comment on column event_scorings.baselines is 'Scores of the market, the crowd and constant forecasts.';

create table event_scores (
  event_id text not null,
  version integer not null check (version > 0),
  player_id text not null,
  brier double precision check (brier between 0 and 1),
  market_brier double precision check (market_brier between 0 and 1),
  benchmark_brier double precision check (benchmark_brier between 0 and 1),
  last double precision check (last between 0 and 1),
  coverage double precision check (coverage > 0 and coverage <= 1),
  final_percents double precision[],
  profit bigint,
  primary key (event_id, version, player_id)
);
create index event_scores_player on event_scores (player_id, event_id, version);
comment on table event_scores is
  'What each player scored on an event by each version of its resolution. A correction adds a version.';
comment on column event_scores.brier is 'The time-weighted Brier score, from 0 (perfect) to 1; null for players who only traded.';
comment on column event_scores.market_brier is 'The market''s score over the same time.';
comment on column event_scores.benchmark_brier is 'The benchmark''s score over the same time; null if the event does not count for the player''s edge.';
comment on column event_scores.last is 'The Brier score of the last forecast.';
comment on column event_scores.coverage is 'The share of the event''s life that the player had a forecast in force.';
comment on column event_scores.final_percents is 'By outcome, at the last instant; null if the market''s price stood in.';
comment on column event_scores.profit is 'Millionths of a credit; null for players who only forecast.';

create table established_owners (
  owner_id text primary key,
  since timestamptz not null
);
create index established_owners_since on established_owners (since);
comment on table established_owners is
  'Owners who count in the benchmark, and since when. Rows are only added, each later than every event scored before, so that scoring an event again finds the same owners.';

create table board_versions (
  version bigint generated always as identity primary key,
  as_of timestamptz not null,
  took_milliseconds integer not null,
  scorings bigint not null,
  events jsonb not null
);
comment on table board_versions is
  'Versions of the leaderboards. Old ones stay while clients may page through them.';
comment on column board_versions.scorings is 'The last scoring that is counted (event_scorings.number).';
comment on column board_versions.events is 'Which resolution version of which event is counted.';

create table boards (
  version bigint not null references board_versions (version) on delete cascade,
  events text not null check (events in ('real', 'demo', 'all')),
  window_name text not null,
  category text not null,
  body bytea not null,
  primary key (version, events, window_name, category)
);
alter table boards alter column body set storage external;
comment on table boards is
  'Leaderboards, each stored as a whole.';
comment on column boards.events is 'Real events, demo events, or all.';
comment on column boards.window_name is 'The period that it covers.';
comment on column boards.category is 'Empty for all categories together.';

create table board_offsets (
  version bigint not null references board_versions (version) on delete cascade,
  events text not null check (events in ('real', 'demo', 'all')),
  offsets jsonb not null,
  primary key (version, events)
);
comment on table board_offsets is
  'What the adjustment for difficulty adds to a score on each event.';
comment on column board_offsets.offsets is 'By event.';

create table crowd_batches (
  number bigint generated always as identity primary key,
  event_id text not null,
  question integer not null check (question >= 0),
  at timestamptz not null,
  size integer not null check (size >= 8),
  percent integer not null check (percent between 0 and 100 and percent % 5 = 0)
);
create index crowd_batches_event on crowd_batches (event_id, question, number);
comment on table crowd_batches is
  'Published crowd means of open events. Batches of at least eight owners, rounded to 5 %, hide single forecasts.';
comment on column crowd_batches.question is 'As forecasts.question.';
comment on column crowd_batches.size is 'The number of owners in it.';

create table crowd_members (
  forecast_id text primary key,
  event_id text not null,
  question integer not null,
  owner_id text not null,
  at timestamptz not null,
  probability integer not null
);
create index crowd_members_owner on crowd_members (event_id, question, owner_id, at);
comment on table crowd_members is
  'The forecasts that have been in a batch; the key keeps each from entering another one.';
comment on column crowd_members.probability is 'Of the question''s outcome, in millionths.';
