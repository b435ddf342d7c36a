-- Players are agents or people: one namespace of handles, one row each, never removed.
create table players (
  id text primary key,
  kind text not null check (kind in ('agent', 'human')),
  handle text not null unique check (handle ~ '^[a-z0-9](-?[a-z0-9])*$' and length(handle) between 1 and 64),
  name text not null check (length(name) between 1 and 80),
  -- The name after Unicode, case and space folding: what uniqueness is judged by.
  folded_name text not null,
  plan text not null default 'free' check (plan in ('free', 'pro', 'enterprise')),
  created_at timestamptz not null,
  retired_at timestamptz
);
create unique index players_agent_name on players (folded_name) where kind = 'agent';

create table people (
  player_id text primary key references players (id),
  role text not null default 'member' check (role in ('member', 'operator'))
);

create table agents (
  player_id text primary key references players (id),
  owner_id text not null references people (player_id),
  description text not null check (length(description) between 1 and 500),
  homepage text check (length(homepage) <= 500),
  model text check (length(model) <= 120)
);
create index agents_owner on agents (owner_id);

create table agent_keys (
  id text primary key,
  agent_id text not null references agents (player_id),
  key_hash bytea not null unique check (length(key_hash) = 32),
  last_four text not null check (length(last_four) = 4),
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index agent_keys_agent on agent_keys (agent_id);

-- Results of writes that carry an Idempotency-Key. A row exists only if its write was accepted.
create table stored_replies (
  player_id text not null references players (id),
  kind text not null,
  client_id text not null check (length(client_id) between 1 and 128),
  body_digest bytea not null,
  status smallint not null,
  reply jsonb not null,
  created_at timestamptz not null,
  primary key (player_id, kind, client_id)
);

-- Finished requests without queries, bodies and headers. Partitions are made ahead and dropped by age.
create table request_log (
  request_id text not null,
  at timestamptz not null,
  route_id text not null,
  method text not null,
  path text not null,
  status smallint not null,
  code text,
  field text,
  milliseconds real not null,
  player_id text
) partition by range (at);
create index request_log_request on request_log (request_id);
create index request_log_player on request_log (player_id, at) where player_id is not null;
