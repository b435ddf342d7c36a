-- What every part of the service uses: functions for texts and ids, settings, counts of limits, and leases.
-- Amounts in all files are integers: credits and shares in millionths, prices in basis points (1/10,000 of a credit).

comment on table schema_migrations is 'The files of src/database/schema that this database has, with their checksums.';

create function lines(given text) returns text[] language sql immutable parallel safe as $$
  select string_to_array(given, e'\n', '')
$$;
comment on function lines is
  'Splits a text into lines; an empty line is null. A column of many rows is sent as one text, because parsing an array literal takes several times as long.';

create function crockford(id text, place integer) returns integer language sql immutable parallel safe as $$
  select strpos('0123456789abcdefghjkmnpqrstvwxyz', substr(id, place + 4, 1)) - 1
$$;
comment on function crockford is
  'The five-bit value of a character of a public id. Helper of uuid_of().';

create function crockford_group(id text, place integer) returns text language sql immutable parallel safe as $$
  select lpad(to_hex((crockford(id, place) << 15) | (crockford(id, place + 1) << 10) | (crockford(id, place + 2) << 5)
    | crockford(id, place + 3)), 5, '0')
$$;
comment on function crockford_group is
  'Four characters of a public id as five hexadecimal digits. Helper of uuid_of().';

create function uuid_of(id text) returns uuid language sql immutable strict parallel safe as $$
  select (lpad(to_hex((crockford(id, 1) << 5) | crockford(id, 2)), 2, '0') || crockford_group(id, 3) || crockford_group(id, 7)
    || crockford_group(id, 11) || crockford_group(id, 15) || crockford_group(id, 19) || crockford_group(id, 23))::uuid
$$;
comment on function uuid_of is
  'The 128 bits of a public id without its prefix. Both forms sort alike.';

create function id_of(prefix text, id uuid) returns text language sql immutable strict parallel safe as $$
  select prefix || '_' || string_agg(
    substr('0123456789abcdefghjkmnpqrstvwxyz', substring(bits from place * 5 + 1 for 5)::integer + 1, 1), '' order by place)
  from (select B'00' || ('x' || replace(id::text, '-', ''))::bit(128) as bits) as given, generate_series(0, 25) as place
$$;
comment on function id_of is
  'The public id of a uuid: Crockford base32 behind a prefix and an underscore, such as ord_….';

create table settings (
  name text primary key,
  value jsonb not null
);
comment on table settings is
  'Settings of the whole arena that operators change while it runs, and secrets that nodes share, by name.';

insert into settings (name, value) values
  ('trading_paused', 'false'),
  -- Of the digests of retired identities.
  ('identity_salt', to_jsonb(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))),
  -- The last scoring that was searched for newly established owners.
  ('owners_established_to', '0');

create table stored_replies (
  player_id text not null,
  kind text not null,
  client_id text not null check (length(client_id) between 1 and 128),
  body_digest bytea not null,
  status smallint not null,
  reply jsonb not null,
  created_at timestamptz not null,
  primary key (player_id, kind, client_id)
);
comment on table stored_replies is
  'Responses of accepted writes that carry an idempotency key, for their repetition. Orders and forecasts are repeated from their own rows.';
comment on column stored_replies.player_id is 'A player''s id, or a name that no player has for the operator token.';
comment on column stored_replies.kind is 'The operation.';
comment on column stored_replies.client_id is 'The idempotency key.';
comment on column stored_replies.body_digest is 'A digest of the request''s body: the same key with another body is refused.';

create unlogged table read_counts (
  holder text not null,
  node text not null,
  slot bigint not null,
  ends_at timestamptz not null,
  count integer not null check (count > 0),
  primary key (holder, slot, node)
);
create index read_counts_ended on read_counts (ends_at);
comment on table read_counts is
  'Reads that nodes have counted against limits, exchanged once per second. Unlogged, because a crash may lose a minute of them.';
comment on column read_counts.holder is 'The player or client address whose limit it is.';
comment on column read_counts.slot is 'Which part of the limit''s window: a sixtieth of it.';

create table attempt_counts (
  budget text not null,
  holder bytea not null check (length(holder) = 32),
  moments bigint[] not null,
  ends_at timestamptz not null,
  primary key (budget, holder)
);
create index attempt_counts_ended on attempt_counts (ends_at);
comment on table attempt_counts is
  'Attempts to sign in and to sign up within the window of their limit. In the database, so that neither a restart nor a second node grants more of them.';
comment on column attempt_counts.budget is 'The name of the limit.';
comment on column attempt_counts.holder is 'A salted digest of the account or client address.';
comment on column attempt_counts.moments is 'The times of the attempts, in epoch milliseconds.';

create table job_leases (
  name text primary key,
  holder text,
  token bigint not null default 0,
  expires_at timestamptz not null default '-infinity'
) with (fillfactor = 50);
comment on table job_leases is
  'Which node runs a job. A transaction of leased work locks the row in key share mode and fails unless holder and token are still its own.';
comment on column job_leases.holder is 'Null while no node runs the job.';
comment on column job_leases.token is 'Grows with every change of the holder.';
