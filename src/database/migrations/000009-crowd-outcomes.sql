-- What players together say about each question of an event, as it was published last. A question is an outcome or,
-- where there are only two, 0 for both of them. The row stays while too few are left to show it: the next mean is held
-- against what the public has seen.
drop table crowd_means;
create table crowd_outcomes (
  event_id text not null,
  question integer not null check (question >= 0),
  taken_at timestamptz not null,
  -- How many players were in it.
  forecasters integer not null check (forecasters > 0),
  percent integer not null check (percent between 0 and 100),
  shown boolean not null,
  primary key (event_id, question)
);
