-- Players whose practice events were removed. Practice counts as play, and nothing else remembers it after eight days.
create table practice_players (
  player_id text primary key
);
insert into practice_players (player_id)
  select player_id from accounts where practice_topped_at is not null
  union select player_id from practice_activity where kind in ('order', 'trade', 'forecast')
  union select player_id from sandbox_runs;

-- The people who, as operators, created, edited or proposed an event: they and their agents can't play there.
alter table events add column operator_ids text[] not null default '{}';
update events e set operator_ids = a.actors
from (
  select subject, array_agg(distinct actor) as actors from operator_actions
  where action in ('event.create', 'event.edit', 'event.propose') and actor like 'plr\_%' group by subject
) a
where a.subject = e.slug;

-- Whether public rows of a person's agents name the owner.
alter table people add column show_owner boolean not null default false;

-- Handles, names of agents and emails of deleted players, which can't be used again. Salted digests without any link to a
-- player: whoever has a candidate can ask whether it was used, and nothing more. Emails are hashed before, because that is
-- all that is known of those which were deleted earlier.
insert into arena (name, value) values
  ('identity_salt', to_jsonb(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')));
create table retired_identities (
  digest bytea primary key check (length(digest) = 32)
);
create function identity_digest(kind text, identity text) returns bytea language sql stable as $$
  select sha256(convert_to(concat_ws(' ', value #>> '{}', kind, identity), 'UTF8')) from arena where name = 'identity_salt'
$$;

insert into retired_identities (digest)
  select identity_digest('handle', handle) from players where retired_at is not null
  union select identity_digest('name', folded_name) from players where retired_at is not null and kind = 'agent'
  union select identity_digest('email', encode(former_email_hash, 'hex')) from people where former_email_hash is not null;
alter table people drop column former_email_hash;

-- Players who were deleted before lose their personal data as those who are deleted from here on.
create temporary table deleted_players on commit drop as
  select id, handle as old_handle, 'deleted-' || left(replace(gen_random_uuid()::text, '-', ''), 8) as handle
  from players where retired_at is not null;
update operator_actions o set subject = d.handle from deleted_players d
  where o.action = 'player.plan' and o.subject = d.old_handle;
update players p set handle = d.handle, name = d.handle, folded_name = d.handle from deleted_players d where p.id = d.id;
update agents a set description = 'Deleted.', homepage = null, model = null from deleted_players d where a.player_id = d.id;
delete from forecast_rationales r using forecasts f, deleted_players d where f.id = r.forecast_id and f.player_id = d.id;
delete from stored_replies r using deleted_players d
  where r.player_id = d.id or (r.kind = 'createAgent' and r.reply #>> '{agent,id}' = d.id);

-- Attempts to sign in and up within the window of their budget, as moments in milliseconds. They are here and not in a
-- node's memory, so that neither a restart nor a second node gives an attacker more of them. Holders are salted digests.
create table attempt_counts (
  budget text not null,
  holder bytea not null check (length(holder) = 32),
  moments bigint[] not null,
  ends_at timestamptz not null,
  primary key (budget, holder)
);
create index attempt_counts_ended on attempt_counts (ends_at);

-- Client addresses from which a person has signed in: attempts from elsewhere never shut these out. Salted digests.
create table sign_in_addresses (
  person_id text not null references people (player_id),
  address bytea not null check (length(address) = 32),
  last_used_at timestamptz not null,
  primary key (person_id, address)
);

-- Changes of an account that wait for a one-time token, which its holder gets by email or from an operator. Only the hash
-- of a token is here. Rows whose token nobody has take the place of real ones where an answer must not differ.
create table confirmations (
  token_hash bytea primary key check (length(token_hash) = 32),
  kind text not null check (kind in ('sign-up', 'password-reset', 'email-change')),
  -- Null for sign-ups.
  person_id text references people (player_id),
  email text not null,
  details jsonb not null default '{}',
  expires_at timestamptz not null
);
create index confirmations_person on confirmations (person_id) where person_id is not null;
create index confirmations_ended on confirmations (expires_at);
