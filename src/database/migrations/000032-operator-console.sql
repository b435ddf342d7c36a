-- Why an operator acted, and the state before and after. Actions of earlier versions have their facts in details.
alter table operator_actions
  add column reason text not null default '',
  add column before jsonb,
  add column after jsonb;
create index operator_actions_by_subject on operator_actions (subject, id desc);
create index operator_actions_by_actor on operator_actions (actor, id desc);

-- The audit trail is append-only. The one exception is the handle of a deleted player, which is replaced in `subject`.
create function refuse_change_of_operator_actions() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and
     (new.id, new.at, new.actor, new.action, new.reason, new.details) is not distinct from
     (old.id, old.at, old.actor, old.action, old.reason, old.details) and
     new.before is not distinct from old.before and new.after is not distinct from old.after then
    return new;
  end if;
  raise exception 'operator_actions is append-only';
end
$$;
create trigger operator_actions_append_only before update or delete on operator_actions
  for each row execute function refuse_change_of_operator_actions();

-- Every suspension of a player, with who imposed and lifted it and why. A suspended person's agents are suspended too.
create table suspensions (
  id bigint generated always as identity primary key,
  player_id text not null references players (id),
  reason text not null,
  suspended_at timestamptz not null,
  suspended_by text not null,
  lifted_at timestamptz,
  lifted_by text,
  lift_reason text
);
create unique index suspensions_in_force on suspensions (player_id) where lifted_at is null;
create index suspensions_by_player on suspensions (player_id, id desc);
create constraint trigger suspensions_changed after insert or update on suspensions
  deferrable initially deferred for each row execute function count_credential_change();

-- The figures of one node in one minute. A minute without a row of any node was an outage.
create table status_samples (
  minute timestamptz not null,
  node text not null,
  ready boolean not null,
  figures jsonb not null,
  primary key (minute, node)
);

create table incidents (
  id text primary key,
  title text not null,
  impact text not null check (impact in ('maintenance', 'minor', 'major', 'critical')),
  status text not null check (status in ('investigating', 'identified', 'monitoring', 'resolved')),
  started_at timestamptz not null,
  resolved_at timestamptz,
  check ((status = 'resolved') = (resolved_at is not null))
);
create index incidents_by_start on incidents (started_at desc, id desc);
create table incident_updates (
  id bigint generated always as identity primary key,
  incident_id text not null references incidents (id),
  at timestamptz not null,
  status text not null,
  text text not null,
  actor text not null
);
create index incident_updates_by_incident on incident_updates (incident_id, id);

-- Backups that were reported to the arena.
create table backups (
  finished_at timestamptz primary key,
  bytes bigint,
  note text not null default '',
  actor text not null
);

-- What audits of the books found.
create table audit_runs (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  started_by text not null,
  balanced boolean not null,
  difference_count integer not null,
  milliseconds integer not null,
  counts jsonb not null,
  totals jsonb not null,
  practice_totals jsonb not null
);
create index audit_runs_by_time on audit_runs (at desc);
