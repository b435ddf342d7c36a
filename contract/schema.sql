-- Written by `npm run contract:write` from the catalogue of a migrated database. Do not edit.

create table agent_keys (
  id text not null,
  agent_id text not null,
  key_hash bytea not null,
  last_four text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint agent_keys_key_hash_check CHECK ((length(key_hash) = 32)),
  constraint agent_keys_last_four_check CHECK ((length(last_four) = 4)),
  constraint agent_keys_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(player_id),
  constraint agent_keys_pkey PRIMARY KEY (id),
  constraint agent_keys_key_hash_key UNIQUE (key_hash)
);
CREATE INDEX agent_keys_agent ON public.agent_keys USING btree (agent_id);

create table agents (
  player_id text not null,
  owner_id text not null,
  description text not null,
  homepage text,
  model text,
  constraint agents_description_check CHECK (((length(description) >= 1) AND (length(description) <= 500))),
  constraint agents_homepage_check CHECK ((length(homepage) <= 500)),
  constraint agents_model_check CHECK ((length(model) <= 120)),
  constraint agents_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES people(player_id),
  constraint agents_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
  constraint agents_pkey PRIMARY KEY (player_id)
);
CREATE INDEX agents_owner ON public.agents USING btree (owner_id);

create table people (
  player_id text not null,
  role text default 'member'::text not null,
  constraint people_role_check CHECK ((role = ANY (ARRAY['member'::text, 'operator'::text]))),
  constraint people_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
  constraint people_pkey PRIMARY KEY (player_id)
);

create table players (
  id text not null,
  kind text not null,
  handle text not null,
  name text not null,
  folded_name text not null,
  plan text default 'free'::text not null,
  created_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  constraint players_handle_check CHECK (((handle ~ '^[a-z0-9](-?[a-z0-9])*$'::text) AND ((length(handle) >= 1) AND (length(handle) <= 64)))),
  constraint players_kind_check CHECK ((kind = ANY (ARRAY['agent'::text, 'human'::text]))),
  constraint players_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint players_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'pro'::text, 'enterprise'::text]))),
  constraint players_pkey PRIMARY KEY (id),
  constraint players_handle_key UNIQUE (handle)
);
CREATE UNIQUE INDEX players_agent_name ON public.players USING btree (folded_name) WHERE (kind = 'agent'::text);

create table request_log (
  request_id text not null,
  at timestamp with time zone not null,
  route_id text not null,
  method text not null,
  path text not null,
  status smallint not null,
  code text,
  field text,
  milliseconds real not null,
  player_id text
) partition by RANGE (at);
CREATE INDEX request_log_player ON ONLY public.request_log USING btree (player_id, at) WHERE (player_id IS NOT NULL);
CREATE INDEX request_log_request ON ONLY public.request_log USING btree (request_id);

create table schema_migrations (
  number integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (number)
);

create table stored_replies (
  player_id text not null,
  kind text not null,
  client_id text not null,
  body_digest bytea not null,
  status smallint not null,
  reply jsonb not null,
  created_at timestamp with time zone not null,
  constraint stored_replies_client_id_check CHECK (((length(client_id) >= 1) AND (length(client_id) <= 128))),
  constraint stored_replies_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
  constraint stored_replies_pkey PRIMARY KEY (player_id, kind, client_id)
);
