-- People sign in with an email and a password. Who has neither can't sign in: house players and deleted accounts.
alter table people
  add column email text,
  add column password_hash text,
  -- Left behind when somebody who has played deletes the account: the same email can't start afresh with new credits.
  add column former_email_hash bytea check (length(former_email_hash) = 32);
alter table people add constraint people_sign_in check ((email is null) = (password_hash is null));
create unique index people_email on people (email);
create unique index people_former_email on people (former_email_hash);

-- A deleted agent gives its place among its owner's agents back only if it never played.
alter table agents add column holds_place boolean not null default true;

-- Only the hash of a session's token is here. A session ends some time after its last use, which is what moves on.
create table sessions (
  id text primary key,
  person_id text not null references people (player_id),
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null,
  last_used_at timestamptz not null
);
create index sessions_person on sessions (person_id, created_at);
