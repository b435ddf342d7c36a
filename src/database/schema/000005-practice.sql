-- The purse and scores of practice events, and certification runs.

create table practice_transfers (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null,
  reference text not null,
  event_id text,
  from_account text not null,
  to_account text not null,
  amount bigint not null check (amount > 0),
  constraint practice_transfers_two_accounts check (from_account <> to_account)
);
create index practice_transfers_event on practice_transfers (event_id) where event_id is not null;
create index practice_transfers_grants on practice_transfers (at) where event_id is null;
create unique index practice_transfers_grant on practice_transfers (reference) where kind = 'grant';
comment on table practice_transfers is
  'Double entry of the practice purse. No row names an account of the ordinary ledger.';
comment on column practice_transfers.event_id is 'Null for top-ups.';
comment on column practice_transfers.amount is 'Millionths of a practice credit.';

create table practice_activity (
  id text not null,
  at timestamptz not null,
  player_id text not null,
  kind text not null check (kind in ('grant', 'order', 'trade', 'cancel', 'settlement', 'refund', 'forecast', 'score')),
  credits bigint not null,
  balance_after bigint not null,
  event_id text references events (id) on delete cascade,
  order_id text,
  details jsonb not null default '{}',
  primary key (player_id, at, id)
);
create index practice_activity_event on practice_activity (event_id) where event_id is not null;
create index practice_activity_grants on practice_activity (at) where event_id is null;
comment on table practice_activity is
  'What a player sees of the practice purse. Amounts are millionths of a practice credit.';

create table practice_carried (
  account text primary key,
  amount bigint not null
);
comment on table practice_carried is
  'The sums of transfers of deleted practice events, by account.';
comment on column practice_carried.amount is 'Millionths of a practice credit.';

create table practice_scores (
  event_id text not null references events (id) on delete cascade,
  player_id text not null,
  resolved_at timestamptz not null,
  payout_bps integer[] not null,
  brier double precision check (brier between 0 and 1),
  market_brier double precision check (market_brier between 0 and 1),
  last double precision check (last between 0 and 1),
  coverage double precision check (coverage > 0 and coverage <= 1),
  final_percents double precision[],
  profit bigint,
  benchmark_brier double precision check (benchmark_brier between 0 and 1),
  primary key (event_id, player_id)
);
create index practice_scores_resolved on practice_scores (resolved_at);
comment on table practice_scores is
  'What each player scored on a practice event by the resolution in force. The scores are those of event_scores.';
comment on column practice_scores.brier is 'Null for players who only traded.';
comment on column practice_scores.final_percents is 'By outcome, at the last instant; null if the market''s price stood in.';
comment on column practice_scores.profit is 'Millionths of a practice credit; null for players who only forecast.';

create table practice_players (
  player_id text primary key
);
comment on table practice_players is
  'Players whose practice events were deleted. Practice counts as play, and no other row remembers it.';

create table sandbox_runs (
  id text primary key,
  player_id text not null references players (id),
  opened_at timestamptz not null,
  deadline_at timestamptz not null,
  seed integer not null,
  contract_version text not null,
  events jsonb not null,
  declared jsonb,
  finished_at timestamptz,
  passed boolean,
  verdicts jsonb,
  cleared_at timestamptz,
  constraint sandbox_runs_finished check ((finished_at is null) = (passed is null) and (finished_at is null) = (verdicts is null))
);
create index sandbox_runs_due on sandbox_runs (deadline_at) where cleared_at is null;
create index sandbox_runs_player on sandbox_runs (player_id, opened_at);
create unique index sandbox_runs_open on sandbox_runs (player_id) where finished_at is null;
comment on table sandbox_runs is
  'Certification runs: an agent''s traffic under a separate address meets scripted faults and is judged.';
comment on column sandbox_runs.seed is 'Decides what the run does where there is a choice.';
comment on column sandbox_runs.events is 'One practice event for each scenario.';
comment on column sandbox_runs.declared is 'What the client said of itself.';
comment on column sandbox_runs.cleared_at is 'When its events were voided and all credits given back.';

create table sandbox_trace (
  run_id text not null references sandbox_runs (id) on delete cascade,
  number integer not null check (number between 1 and 400),
  entry jsonb not null,
  primary key (run_id, number)
);
comment on table sandbox_trace is
  'What was observed of the client, in order. No entry is secret.';
