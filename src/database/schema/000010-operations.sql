-- The request log, the audit trail of operators, and the history of the service.

create table request_kinds (
  number integer generated always as identity primary key,
  route_id text not null,
  method text not null,
  path text not null,
  status smallint not null,
  code text,
  unique nulls not distinct (route_id, method, path, status, code)
);
comment on table request_kinds is
  'Each combination of operation, status and error code that has occurred: a few hundred.';

create table requests (
  at timestamptz not null,
  request uuid,
  player integer,
  key integer,
  kind integer not null,
  milliseconds real not null,
  client_id text,
  field text
) partition by range (at);
create index requests_client on requests (client_id) where client_id is not null;
create index requests_player on requests (player, at);
comment on table requests is
  'The log of completed requests, without queries, bodies and headers. Partitioned by day and dropped by age. Read it through the view request_log.';
comment on column requests.at is 'The time of the response.';
comment on column requests.request is 'A generated id whose time is at most 5 seconds before at, so that it is found by player and time. Any other id is in client_id.';
comment on column requests.player is 'The player''s account (accounts.number); null for anonymous requests.';
comment on column requests.key is 'The agent''s key (agent_keys.number).';
comment on column requests.kind is 'The operation and its outcome (request_kinds.number).';
comment on column requests.field is 'The field that was refused, if any.';

create view request_log as
select coalesce(r.client_id, id_of('req', r.request)) as request_id, r.at, k.route_id, k.method, k.path, k.status, k.code, r.field,
  r.milliseconds, a.player_id, g.id as key_id
from requests r join request_kinds k on k.number = r.kind left join accounts a on a.number = r.player
  left join agent_keys g on g.number = r.key;
comment on view request_log is 'The request log with public ids, for operators. A look-up by id scans the log.';

create table operator_actions (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null,
  action text not null,
  subject text not null,
  reason text not null default '',
  before jsonb,
  after jsonb,
  details jsonb not null
);
create index operator_actions_by_actor on operator_actions (actor, id desc);
create index operator_actions_by_subject on operator_actions (subject, id desc);
comment on table operator_actions is
  'The audit trail of operators. Append-only, except that the handle of a deleted player is replaced in subject.';
comment on column operator_actions.actor is 'The id of an operator, or a name such as operator for the token.';
comment on column operator_actions.subject is 'The slug, handle or name that was acted on.';
comment on column operator_actions.before is 'The state before, where it was recorded.';
comment on column operator_actions.after is 'The state after, where it was recorded.';

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
comment on function refuse_change_of_operator_actions is
  'Rejects changes of the audit trail, except for subject.';

create trigger operator_actions_append_only before update or delete on operator_actions
  for each row execute function refuse_change_of_operator_actions();

create table status_samples (
  minute timestamptz not null,
  node text not null,
  ready boolean not null,
  figures jsonb not null,
  primary key (minute, node)
);
comment on table status_samples is
  'The figures of one node in one minute. A minute without a row of any node was an outage.';

create table incidents (
  id text primary key,
  title text not null,
  impact text not null check (impact in ('maintenance', 'minor', 'major', 'critical')),
  status text not null check (status in ('investigating', 'identified', 'monitoring', 'resolved')),
  started_at timestamptz not null,
  resolved_at timestamptz,
  constraint incidents_resolved check ((status = 'resolved') = (resolved_at is not null))
);
create index incidents_by_start on incidents (started_at desc, id desc);
comment on table incidents is
  'Incidents that operators have published.';

create table incident_updates (
  id bigint generated always as identity primary key,
  incident_id text not null references incidents (id),
  at timestamptz not null,
  status text not null,
  text text not null,
  actor text not null
);
create index incident_updates_by_incident on incident_updates (incident_id, id);
comment on table incident_updates is
  'What operators have published about an incident, in order.';

create table backups (
  finished_at timestamptz primary key,
  bytes bigint,
  note text not null default '',
  actor text not null
);
comment on table backups is
  'Backups that were reported to the arena.';
