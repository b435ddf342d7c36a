-- Crowd means of open events, published in batches. A question is an outcome or, where there are only two, 0 for both.
create table crowd_batches (
  number bigint generated always as identity primary key,
  event_id text not null,
  question integer not null check (question >= 0),
  at timestamptz not null,
  -- The number of owners in it.
  size integer not null check (size >= 8),
  percent integer not null check (percent between 0 and 100 and percent % 5 = 0)
);
create index crowd_batches_event on crowd_batches (event_id, question, number);

-- The forecasts that have been in a batch: the key keeps each from entering another one.
create table crowd_members (
  forecast_id text primary key,
  event_id text not null,
  question integer not null,
  owner_id text not null,
  at timestamptz not null,
  -- Millionths, of the question's outcome.
  probability integer not null
);
create index crowd_members_owner on crowd_members (event_id, question, owner_id, at);

-- Forecasts behind a mean of the former kind have been published once, so they enter no batch.
insert into crowd_batches (event_id, question, at, size, percent)
select event_id, question, taken_at, forecasters, round(percent / 5.0) * 5 from crowd_outcomes where forecasters >= 8;
insert into crowd_members (forecast_id, event_id, question, owner_id, at, probability)
select f.id, f.event_id, f.question,
  coalesce(case when o.retired_at is null and w.email is null then null else a.owner_id end, f.player_id), c.taken_at,
  case when f.outcome = f.question then f.probability else 1000000 - f.probability end
from crowd_outcomes c
  join forecasts f on f.event_id = c.event_id and f.question = c.question
    and f.at <= c.taken_at and (f.ended_at is null or f.ended_at > c.taken_at)
  left join agents a on a.player_id = f.player_id
  left join people w on w.player_id = a.owner_id left join players o on o.id = a.owner_id;
drop table crowd_outcomes;
