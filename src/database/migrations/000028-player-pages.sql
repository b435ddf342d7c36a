-- What a browser called itself when it signed in, so that people can tell their sessions apart.
alter table sessions add column user_agent text check (length(user_agent) <= 300);

-- Kinds of notifications that a person does not want.
alter table people add column muted_notifications text[] not null default '{}';

-- Events and players that people follow. Only the person sees them.
create table followed_events (
  person_id text not null references people (player_id),
  event_id text not null references events (id),
  followed_at timestamptz not null,
  -- Set once the person has been told that trading ends soon.
  closing_notified_at timestamptz,
  primary key (person_id, event_id)
);
create index followed_events_newest on followed_events (person_id, followed_at desc, event_id desc);
create index followed_events_waiting on followed_events (event_id) where closing_notified_at is null;
create table followed_players (
  person_id text not null references people (player_id),
  player_id text not null references players (id),
  followed_at timestamptz not null,
  primary key (person_id, player_id)
);
create index followed_players_newest on followed_players (person_id, followed_at desc, player_id desc);

-- What operators have changed in the texts and the end of an event: the public history of its rules.
create table event_edits (
  number bigint generated always as identity primary key,
  event_id text not null references events (id),
  at timestamptz not null,
  -- By field, the values before and after.
  changes jsonb not null
);
create index event_edits_event on event_edits (event_id, number desc);

-- What people report to the operators, at most one open report per person and subject.
create table reports (
  id text primary key,
  person_id text not null references people (player_id),
  subject_kind text not null check (subject_kind in ('event', 'player', 'market-request', 'dispute')),
  -- The id of the subject, which never changes, and how it was named in the report.
  subject_id text not null,
  subject_name text not null,
  category text not null check (category in ('spam', 'abuse', 'misleading', 'personal-data', 'rules', 'other')),
  reason text not null check (length(reason) <= 2000),
  created_at timestamptz not null,
  status text not null default 'open' check (status in ('open', 'upheld', 'dismissed')),
  closed_at timestamptz,
  closed_by text,
  note text,
  check ((status = 'open') = (closed_at is null))
);
create unique index reports_open on reports (person_id, subject_kind, subject_id) where status = 'open';
create index reports_status on reports (status, id desc);
create index reports_person on reports (person_id, id desc);
create index reports_subject on reports (subject_kind, subject_id) where status = 'open';

-- Equity of players, sampled every hour where it changed; thinned to one a day after a while. Amounts are millionths.
create table equity_samples (
  player_id text not null references players (id),
  at timestamptz not null,
  available bigint not null,
  reserved bigint not null,
  positions bigint not null,
  owed bigint not null,
  granted bigint not null,
  primary key (player_id, at)
);
create index equity_samples_at on equity_samples (at);

-- Passkeys of people: public keys that sign a challenge in place of the password.
create table passkeys (
  id text primary key,
  person_id text not null references people (player_id),
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  public_key bytea not null,
  -- Of the authenticator; 0 for those that don't count.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  backed_up boolean not null,
  name text not null check (length(name) between 1 and 80),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_person on passkeys (person_id, created_at);

-- Challenges that wait for the answer of an authenticator. Each is used once, whether or not the answer is right.
create table passkey_challenges (
  challenge text primary key,
  -- The person who adds a passkey; null for a sign-in.
  person_id text references people (player_id),
  expires_at timestamptz not null
);
create index passkey_challenges_ended on passkey_challenges (expires_at);
create index passkey_challenges_person on passkey_challenges (person_id) where person_id is not null;

-- What the adjustment for difficulty adds to a score on each event, by version of the boards and set of events.
create table board_offsets (
  version bigint not null references board_versions (version) on delete cascade,
  events text not null check (events in ('real', 'demo', 'all')),
  offsets jsonb not null,
  primary key (version, events)
);
