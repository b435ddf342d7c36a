-- The request log in compact rows: numbers for players, keys and what many requests have in common, and 16 bytes for a generated id.

-- A node of an earlier version that writes meanwhile waits, then loses rows of its log, not requests.
lock table request_log in access exclusive mode;

-- Each combination of operation and outcome that has occurred. Routes, methods, statuses and codes are fixed sets, so there are few.
create table request_kinds (
  no integer generated always as identity primary key,
  route_id text not null,
  method text not null,
  path text not null,
  status smallint not null,
  code text,
  unique nulls not distinct (route_id, method, path, status, code)
);

-- Completed requests without queries, bodies and headers. Partitions are made ahead and dropped by age. A row has at most eight
-- columns, so that its null bitmap fits into the header.
create table request_rows (
  at timestamptz not null,
  -- A generated id whose time is at most 5 seconds before `at`, in milliseconds, so that it is found by player and time. Any other
  -- id is a client_id.
  request uuid,
  -- The number of the account; null for anonymous requests.
  player integer,
  key integer,
  kind integer not null,
  milliseconds real not null,
  client_id text,
  field text
) partition by range (at);

do $$
declare
  part record;
begin
  for part in
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'request_log'::regclass
  loop
    execute format('create table %I partition of request_rows %s', replace(part.name, 'request_log', 'request_rows'), part.bound);
  end loop;
end
$$;

insert into request_kinds (route_id, method, path, status, code)
select distinct route_id, method, path, status, code from request_log order by 1, 2, 3, 4, 5;
analyze request_kinds;

-- With uuid_of() the migration would take four times as long. The digits are those of crockford().
create function pg_temp.digit(id bytea, place integer) returns bigint language sql immutable as $$
  select ('{0,1,2,3,4,5,6,7,8,9,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,'
    '10,11,12,13,14,15,16,17,0,18,19,0,20,21,0,22,23,24,25,26,0,27,28,29,30,31}'::bigint[])[get_byte(id, place + 4) - 47]
$$;
create function pg_temp.digits(id bytea, place integer) returns bigint language sql immutable as $$
  select (pg_temp.digit(id, place) << 15) | (pg_temp.digit(id, place + 1) << 10) | (pg_temp.digit(id, place + 2) << 5)
    | pg_temp.digit(id, place + 3)
$$;

-- Omits requests of players without an account: they would become anonymous, and any caller may look those up.
insert into request_rows (at, request, player, key, kind, milliseconds, client_id, field)
select l.at, case when o.is_own then (lpad(to_hex(n.high), 16, '0') || lpad(to_hex(n.low), 16, '0'))::uuid end, a.no, g.no, k.no,
  l.milliseconds, case when o.is_own then null else l.request_id end, l.field
from request_log l
  join request_kinds k on k.route_id = l.route_id and k.method = l.method and k.path = l.path and k.status = l.status
    and coalesce(k.code, '') = coalesce(l.code, '')
  left join accounts a on a.player_id = l.player_id
  left join agent_keys g on g.id = l.key_id
  cross join lateral (
    select case when l.request_id ~ '^req_[0-7][0-9a-hjkmnp-tv-z]{25}$' then convert_to(l.request_id, 'UTF8') end as id offset 0) u
  cross join lateral (
    select (pg_temp.digit(u.id, 0) << 61) | (pg_temp.digits(u.id, 1) << 41) | (pg_temp.digits(u.id, 5) << 21)
        | (pg_temp.digits(u.id, 9) << 1) | (pg_temp.digit(u.id, 13) >> 4) as high,
      (pg_temp.digit(u.id, 13) << 60) | (pg_temp.digits(u.id, 14) << 40) | (pg_temp.digits(u.id, 18) << 20)
        | pg_temp.digits(u.id, 22) as low
    offset 0) n
  cross join lateral (
    select coalesce((extract(epoch from l.at) * 1000)::bigint - (n.high >> 16) between 0 and 5000, false) as is_own offset 0) o
where l.player_id is null or a.no is not null;

drop table request_log;

create index request_rows_player on request_rows (player, at);
create index request_rows_client on request_rows (client_id) where client_id is not null;

-- For operators. It rejects inserts, so that a node of an earlier version fails to write and loses its log.
create view request_log as
select coalesce(r.client_id, id_of('req', r.request)) as request_id, r.at, k.route_id, k.method, k.path, k.status, k.code, r.field,
  r.milliseconds, a.player_id, g.id as key_id
from request_rows r join request_kinds k on k.no = r.kind left join accounts a on a.no = r.player
  left join agent_keys g on g.no = r.key;
