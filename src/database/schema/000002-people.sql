-- Players, their credentials, and what people set, follow and report.

create table players (
  id text primary key,
  kind text not null check (kind in ('agent', 'human')),
  handle text not null unique check (handle ~ '^[a-z0-9](-?[a-z0-9])*$' and (length(handle) between 1 and 64)),
  name text not null check (length(name) between 1 and 80),
  folded_name text not null,
  plan text not null default 'free' check (plan in ('free', 'pro', 'enterprise')),
  house boolean not null default false,
  created_at timestamptz not null,
  retired_at timestamptz
);
create unique index players_address on players (sha256(decode(id, 'escape')));
create unique index players_agent_name on players (folded_name) where kind = 'agent';
comment on table players is
  'Agents and people: one namespace of handles. Rows are never deleted; a deleted player keeps its row without personal data.';
comment on column players.kind is 'agent or human.';
comment on column players.handle is 'The public name in addresses; "deleted-…" after deletion.';
comment on column players.folded_name is 'The name after Unicode, case and space folding. Names of agents are unique in this form.';
comment on column players.plan is 'Decides the limits of requests: free, pro or enterprise.';
comment on column players.house is 'Plays for the demonstration arena by fixed rules and has no owner.';
comment on column players.retired_at is 'When the player was deleted; null for all others.';

create table people (
  player_id text primary key references players (id),
  role text not null default 'member' check (role in ('member', 'operator')),
  email text,
  password_hash text,
  show_owner boolean not null default false,
  constraint people_sign_in check ((email is null) = (password_hash is null))
);
create unique index people_email on people (email);
comment on table people is
  'The players that are people. A person without an email cannot sign in: house players and deleted accounts.';
comment on column people.role is 'operator or member.';
comment on column people.email is 'Unique among people; null together with the password.';
comment on column people.password_hash is 'An argon2id hash.';
comment on column people.show_owner is 'Whether public rows of the person''s agents name their owner.';

create table agents (
  player_id text primary key references players (id),
  owner_id text references people (player_id),
  description text not null check (length(description) between 1 and 500),
  homepage text check (length(homepage) <= 500),
  model text check (length(model) <= 120),
  holds_place boolean not null default true,
  certified_at timestamptz,
  certified_contract text check (length(certified_contract) between 1 and 40),
  certified_client jsonb,
  constraint agents_certified check ((certified_at is null) = (certified_contract is null)),
  constraint agents_certified_client check (certified_client is null or certified_at is not null)
);
create index agents_owner on agents (owner_id);
comment on table agents is
  'The players that are agents. A person and all of their agents are one owner, who counts once in every rank, mean and threshold.';
comment on column agents.owner_id is 'The person who registered the agent; null for house players.';
comment on column agents.holds_place is 'Whether it counts among the agents that its owner may have. A deleted agent still does, unless it never played.';
comment on column agents.certified_at is 'When its client passed a certification run.';
comment on column agents.certified_contract is 'The version of the contract that the run tested.';
comment on column agents.certified_client is 'What was certified: { subject, name, version }.';

create table agent_keys (
  id text primary key,
  number integer generated always as identity unique,
  agent_id text not null references agents (player_id),
  key_hash bytea not null unique check (length(key_hash) = 32),
  last_four text not null check (length(last_four) = 4),
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
) with (fillfactor = 70);
create index agent_keys_agent on agent_keys (agent_id);
comment on table agent_keys is
  'Keys by which agents authenticate. Only hashes are stored.';
comment on column agent_keys.number is 'An integer that requests refer to; never changed and never used again.';
comment on column agent_keys.key_hash is 'SHA-256 of the key.';
comment on column agent_keys.last_four is 'The end of the key, so that its owner recognizes it.';

create table sessions (
  id text primary key,
  person_id text not null references people (player_id),
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  user_agent text check (length(user_agent) <= 300)
);
create index sessions_person on sessions (person_id, created_at);
comment on table sessions is
  'Sign-ins of people in a browser. A session ends some time after its last use.';
comment on column sessions.token_hash is 'SHA-256 of the session''s token.';
comment on column sessions.user_agent is 'What the browser called itself when it signed in.';

create table sign_in_addresses (
  person_id text not null references people (player_id),
  address bytea not null check (length(address) = 32),
  last_used_at timestamptz not null,
  primary key (person_id, address)
);
comment on table sign_in_addresses is
  'Client addresses from which a person has signed in. Failed attempts from elsewhere never block these.';
comment on column sign_in_addresses.address is 'A salted digest of the client address.';

create table confirmations (
  token_hash bytea primary key check (length(token_hash) = 32),
  kind text not null check (kind in ('sign-up', 'password-reset', 'email-change')),
  person_id text references people (player_id),
  email text not null,
  details jsonb not null default '{}',
  expires_at timestamptz not null
);
create index confirmations_ended on confirmations (expires_at);
create index confirmations_person on confirmations (person_id) where person_id is not null;
comment on table confirmations is
  'Changes of an account that wait for a one-time token. Rows whose token was never sent stand in for real ones, so that a response does not reveal whether an account exists.';
comment on column confirmations.token_hash is 'SHA-256 of the token.';
comment on column confirmations.person_id is 'Null for sign-ups.';

create table passkeys (
  id text primary key,
  person_id text not null references people (player_id),
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  backed_up boolean not null,
  name text not null check (length(name) between 1 and 80),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_person on passkeys (person_id, created_at);
comment on table passkeys is
  'Public keys of people that sign a challenge in place of the password.';
comment on column passkeys.credential_id is 'The authenticator''s id of the key (WebAuthn).';
comment on column passkeys.counter is 'The authenticator''s signature counter; 0 for authenticators that do not count.';

create table passkey_challenges (
  challenge text primary key,
  person_id text references people (player_id),
  expires_at timestamptz not null
);
create index passkey_challenges_ended on passkey_challenges (expires_at);
create index passkey_challenges_person on passkey_challenges (person_id) where person_id is not null;
comment on table passkey_challenges is
  'Challenges that wait for an authenticator. Each is used once, whatever the result.';
comment on column passkey_challenges.person_id is 'The person who adds a passkey; null for a sign-in.';

create table retired_identities (
  digest bytea primary key check (length(digest) = 32)
);
comment on table retired_identities is
  'Handles, names and emails of deleted players, which cannot be used again. A digest has no link to a player: with a candidate one can check whether it was used, and nothing more.';
comment on column retired_identities.digest is 'SHA-256 of a salt, the kind and the identity; see identity_digest().';

create function identity_digest(kind text, identity text) returns bytea language sql stable as $$
  select sha256(convert_to(concat_ws(' ', value #>> '{}', kind, identity), 'UTF8')) from settings where name = 'identity_salt'
$$;
comment on function identity_digest is
  'A salted digest of a handle, name or email of a deleted player.';

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
create index suspensions_by_player on suspensions (player_id, id desc);
create unique index suspensions_in_force on suspensions (player_id) where lifted_at is null;
comment on table suspensions is
  'Every suspension of a player, with who imposed and lifted it and why. A suspended person''s agents are suspended too.';
comment on column suspensions.suspended_by is 'The id of an operator, or the name of a process.';
comment on column suspensions.lifted_at is 'Null while the suspension is in force.';

create table credential_changes (
  only_row boolean default true primary key check (only_row),
  changes bigint not null,
  transaction xid8
);
comment on table credential_changes is
  'Counts the transactions that changed what a credential may do. A node that read a credential at one count need not read it again while the count is the same.';
comment on column credential_changes.transaction is 'The last transaction that was counted, so that it is counted once.';

insert into credential_changes (changes) values (0);

create function count_credential_change() returns trigger language plpgsql as $$
begin
  update credential_changes set changes = changes + 1, transaction = pg_current_xact_id()
    where transaction is distinct from pg_current_xact_id();
  -- PostgreSQL sends equal notifications of a transaction once.
  perform pg_notify('presage_markets', 'database $');
  return null;
end
$$;
comment on function count_credential_change is
  'Counts a change of credentials at the commit, when the transaction asks for no other lock, so that there is no deadlock, and notifies all nodes.';

create constraint trigger agent_keys_changed after update of key_hash, agent_id, revoked_at or delete on agent_keys
  deferrable initially deferred for each row execute function count_credential_change();

create constraint trigger players_changed after update of handle, plan, retired_at or delete on players
  deferrable initially deferred for each row execute function count_credential_change();

create constraint trigger agents_changed after update of owner_id on agents
  deferrable initially deferred for each row execute function count_credential_change();

create constraint trigger people_changed after update of role on people
  deferrable initially deferred for each row execute function count_credential_change();

create constraint trigger sessions_changed after update of token_hash, person_id or delete on sessions
  deferrable initially deferred for each row execute function count_credential_change();

create constraint trigger suspensions_changed after insert or update on suspensions
  deferrable initially deferred for each row execute function count_credential_change();

create table notifications (
  id text primary key,
  person_id text not null references players (id),
  kind text not null,
  text text not null,
  event_slug text,
  request_id text,
  created_at timestamptz not null,
  read_at timestamptz
);
create index notifications_age on notifications (created_at);
create index notifications_person on notifications (person_id, id desc);
create index notifications_unread on notifications (person_id) where read_at is null;
comment on table notifications is
  'Messages to people: at most 200 per person, and none older than 90 days.';
comment on column notifications.event_slug is 'The event that it is about, if any.';

create table notification_settings (
  person_id text primary key references people (player_id),
  muted text[] not null
);
comment on table notification_settings is 'Settings of people who have changed them.';
comment on column notification_settings.muted is 'Kinds of notifications that the person does not want.';

create table reports (
  id text primary key,
  person_id text not null references people (player_id),
  subject_kind text not null check (subject_kind in ('event', 'player', 'market-request', 'dispute')),
  subject_id text not null,
  subject_name text not null,
  category text not null check (category in ('spam', 'abuse', 'misleading', 'personal-data', 'rules', 'other')),
  reason text not null check (length(reason) <= 2000),
  created_at timestamptz not null,
  status text not null default 'open' check (status in ('open', 'upheld', 'dismissed')),
  closed_at timestamptz,
  closed_by text,
  note text,
  constraint reports_closed check ((status = 'open') = (closed_at is null))
);
create index reports_person on reports (person_id, id desc);
create index reports_status on reports (status, id desc);
create index reports_subject on reports (subject_kind, subject_id) where status = 'open';
create unique index reports_open on reports (person_id, subject_kind, subject_id) where status = 'open';
comment on table reports is
  'What people report to operators: at most one open report per person and subject.';
comment on column reports.subject_id is 'The id of the reported event, player, market request or dispute.';
comment on column reports.subject_name is 'How the subject was named when it was reported.';

create table followed_players (
  person_id text not null references people (player_id),
  player_id text not null references players (id),
  followed_at timestamptz not null,
  primary key (person_id, player_id)
);
create index followed_players_newest on followed_players (person_id, followed_at desc, player_id desc);
comment on table followed_players is
  'Players whom a person follows. Only the person sees this.';
