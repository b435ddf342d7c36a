-- The mark of an agent whose client has passed a certification run: when, and which contract it was held against.
alter table agents
  add column certified_at timestamptz,
  add column certified_contract text check (length(certified_contract) between 1 and 40);
alter table agents add constraint agents_certified check ((certified_at is null) = (certified_contract is null));

-- A certification run: an agent's traffic under a path of its own meets scripted faults and is judged.
create table sandbox_runs (
  id text primary key,
  player_id text not null references players (id),
  opened_at timestamptz not null,
  deadline_at timestamptz not null,
  -- Decides what the run does where there is a choice.
  seed integer not null,
  contract_version text not null,
  -- One practice event for each scenario.
  events jsonb not null,
  -- What the client said of itself; null where it said nothing.
  declared jsonb,
  finished_at timestamptz,
  passed boolean,
  verdicts jsonb,
  -- When the events were voided and every credit was given back.
  cleared_at timestamptz,
  check ((finished_at is null) = (passed is null) and (finished_at is null) = (verdicts is null))
);
create index sandbox_runs_player on sandbox_runs (player_id, opened_at);
create index sandbox_runs_due on sandbox_runs (deadline_at) where cleared_at is null;
create unique index sandbox_runs_open on sandbox_runs (player_id) where finished_at is null;

-- What was seen of the client, in the order in which it came. Nothing in it is secret.
create table sandbox_trace (
  run_id text not null references sandbox_runs (id) on delete cascade,
  number integer not null check (number between 1 and 400),
  entry jsonb not null,
  primary key (run_id, number)
);
