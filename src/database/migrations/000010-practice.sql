-- The purse of practice events: outside everything that ordinary credits are counted in.
alter table accounts add column practice bigint not null default 0 check (practice >= 0);
-- The hour of the last top-up; null before the first.
alter table accounts add column practice_topped_at timestamptz;

-- Double entry of the practice purse, in a book of its own: no row of it names an account of the other one.
create table practice_transfers (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null,
  reference text not null,
  -- Null for top-ups, which belong to no event.
  event_id text,
  from_account text not null,
  to_account text not null,
  amount bigint not null check (amount > 0),
  check (from_account <> to_account)
);
create index practice_transfers_event on practice_transfers (event_id) where event_id is not null;
create index practice_transfers_grants on practice_transfers (at) where event_id is null;
-- No clock and no retry can top a purse up twice in an hour.
create unique index practice_transfers_grant on practice_transfers (reference) where kind = 'grant';

-- What a player sees of the practice purse.
create table practice_activity (
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
);
create index practice_activity_event on practice_activity (event_id) where event_id is not null;
create index practice_activity_grants on practice_activity (at) where event_id is null;

-- Practice events are forgotten after a while. What their transfers came to stays here, account by account.
create table practice_carried (
  account text primary key,
  amount bigint not null
);

-- What each player got from a practice event by the resolution in force.
create table practice_scores (
  event_id text not null,
  player_id text not null,
  resolved_at timestamptz not null,
  payout_bps integer[] not null,
  -- Null for who only traded.
  brier double precision check (brier between 0 and 1),
  market_brier double precision check (market_brier between 0 and 1),
  last double precision check (last between 0 and 1),
  coverage double precision check (coverage > 0 and coverage <= 1),
  final_percents double precision[],
  -- Null for who only forecast.
  profit bigint,
  primary key (event_id, player_id)
);
create index practice_scores_resolved on practice_scores (resolved_at);

create index events_practice on events (created_at) where practice;

-- Forecasts on practice events go with their event; all others stay.
create or replace function keep_forecast() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from events where id = old.event_id and practice) then
    return old;
  end if;
  if tg_op = 'DELETE' or old.ended_at is not null
    or to_jsonb(new) - 'ended_at' - 'ended_by' <> to_jsonb(old) - 'ended_at' - 'ended_by' then
    raise exception 'forecast % stays as it was recorded', old.id;
  end if;
  return new;
end
$$;
