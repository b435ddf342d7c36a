-- Events, their markets, and how they are resolved.

create table events (
  id text primary key,
  slug text not null unique check (slug ~ '^[a-z0-9-]{3,80}$'),
  pubkey text not null unique,
  title text not null check (length(title) between 1 and 200),
  description text not null check (length(description) <= 10000),
  category text not null check (length(category) between 1 and 60),
  tags text[] not null default '{}',
  outcomes text[] not null check (cardinality(outcomes) between 2 and 100),
  resolution_source jsonb not null,
  liquidity bigint not null check (liquidity > 0),
  opening_shares bigint[] not null,
  created_at timestamptz not null,
  demo boolean not null default false,
  practice boolean not null default false,
  request_digest bytea,
  operator_ids text[] not null default '{}'
);
create index events_created on events (created_at desc, id desc);
create index events_practice on events (created_at) where practice;
comment on table events is
  'Questions with two to a hundred outcomes: the facts that trading does not change. An event and its market have one id. Outcomes are counted from 0.';
comment on column events.slug is 'The readable name in addresses.';
comment on column events.pubkey is 'The address by which clients of similar exchanges name a market.';
comment on column events.resolution_source is 'What decides the outcome: { name, url, … }.';
comment on column events.liquidity is 'The parameter b of the market maker (LMSR), in millionths of a credit. The most it can lose is b × ln(number of outcomes).';
comment on column events.opening_shares is 'The market maker''s shares of each outcome at the opening, in millionths; they set the opening prices.';
comment on column events.demo is 'Made up for the demonstration arena; demo and real events are never ranked together.';
comment on column events.practice is 'Traded with practice credits; deleted after some days.';
comment on column events.request_digest is 'A digest of the request that created the event, so that its repetition is recognized.';
comment on column events.operator_ids is 'People who, as operators, created, edited or proposed the event: they and their agents can''t play in it.';

create function keep_event() returns trigger language plpgsql as $$
begin
  if not old.practice then
    raise exception 'event % is on record and can''t be deleted', old.slug;
  end if;
  return old;
end
$$;
comment on function keep_event is
  'Rejects deleting an event that is not for practice: its market, forecasts and scores would go with it.';

create trigger events_kept before delete on events for each row execute function keep_event();

create table markets (
  event_id text primary key references events (id) on delete cascade,
  number integer generated always as identity unique,
  status text not null,
  opens_at timestamptz not null,
  ends_at timestamptz not null,
  closed_at timestamptz,
  resolved_at timestamptz,
  sequence bigint not null,
  trades bigint not null default 0,
  volume bigint not null default 0,
  outcome_volumes bigint[] not null,
  last_trade_at timestamptz,
  outcome_traded_at bigint[] not null,
  shares bigint[] not null,
  price_bps integer[] not null,
  account bigint not null,
  traders integer not null default 0,
  open_orders integer not null default 0,
  proposal jsonb,
  proposal_final_at timestamptz,
  resolution_version integer not null default 0,
  settled_version integer not null default 0,
  settling_total integer not null default 0,
  settling_done integer not null default 0,
  scored_version integer not null default 0,
  constraint markets_sound check (account >= 0 and ends_at > opens_at and scored_version <= settled_version
    and settled_version <= resolution_version)
) with (fillfactor = 60);
create index markets_opening on markets (opens_at) where status = 'scheduled';
create index markets_proposal_due on markets (proposal_final_at) where proposal_final_at is not null;
create index markets_scoring on markets (event_id) where scored_version < settled_version;
create index markets_settling on markets (event_id) where settled_version < resolution_version;
create index markets_status on markets (status, ends_at);
comment on table markets is
  'The state of an event''s market: one narrow row, which every write to the market locks. Amounts are millionths of a credit or share.';
comment on column markets.number is 'An integer that orders, fills and positions refer to; never changed and never used again.';
comment on column markets.status is 'scheduled, active, paused, closed, resolved or void.';
comment on column markets.resolved_at is 'When the resolution in force was decided.';
comment on column markets.sequence is 'Counts the changes of the market: one more with every accepted order, cancel or transition.';
comment on column markets.trades is 'The number of public trades; the last of them has this number.';
comment on column markets.volume is 'Millionths of a credit that public trades have moved.';
comment on column markets.outcome_volumes is 'By outcome: the volume.';
comment on column markets.outcome_traded_at is 'By outcome: the time of the last trade in epoch milliseconds, 0 for never.';
comment on column markets.shares is 'By outcome: the shares outstanding at the market maker, its own opening shares included.';
comment on column markets.price_bps is 'By outcome: the market maker''s price in basis points: 10,000 are one credit per share.';
comment on column markets.account is 'Millionths of a credit that the market holds to pay out.';
comment on column markets.traders is 'The number of players that have held a position.';
comment on column markets.proposal is 'The resolution that is proposed for a closed market; null if there is none.';
comment on column markets.proposal_final_at is 'When the proposal becomes final unless it is disputed; null while it waits for an operator or is disputed.';
comment on column markets.resolution_version is 'The version of the resolution in force (resolutions.version); 0 before the first.';
comment on column markets.settled_version is 'The resolution version that every holder has been paid by.';
comment on column markets.settling_total is 'How many positions the current settlement has to pay.';
comment on column markets.settling_done is 'How many of them it has paid.';
comment on column markets.scored_version is 'The resolution version that every player has been scored by.';

create table resolutions (
  event_id text not null references events (id) on delete cascade,
  version integer not null check (version > 0),
  resolution jsonb not null,
  primary key (event_id, version)
);
comment on table resolutions is
  'Every resolution of an event. A correction adds a version; the highest one is in force.';
comment on column resolutions.resolution is '{ kind, payouts or winning outcome, evidence, who decided it and when }.';

create table event_edits (
  number bigint generated always as identity primary key,
  event_id text not null references events (id),
  at timestamptz not null,
  changes jsonb not null,
  note text not null default ''
);
create index event_edits_event on event_edits (event_id, number desc);
comment on table event_edits is
  'Changes of operators to the text and the end of an event: the public history of its rules.';
comment on column event_edits.changes is 'By field, the values before and after.';
comment on column event_edits.note is 'The operator''s note for people.';

create table disputes (
  id text primary key,
  event_id text not null references events (id),
  proposal integer not null,
  person_id text not null references players (id),
  reason text not null,
  created_at timestamptz not null,
  unique (event_id, proposal, person_id)
);
create index disputes_newest on disputes (event_id, id desc);
create index disputes_person on disputes (person_id);
comment on table disputes is
  'Objections of people to a proposed resolution, one per person and proposal. Kept when the event is resolved.';
comment on column disputes.proposal is 'The number of the proposal within its event.';

create table followed_events (
  person_id text not null references people (player_id),
  event_id text not null references events (id),
  followed_at timestamptz not null,
  closing_notified_at timestamptz,
  primary key (person_id, event_id)
);
create index followed_events_newest on followed_events (person_id, followed_at desc, event_id desc);
create index followed_events_waiting on followed_events (event_id) where closing_notified_at is null;
comment on table followed_events is
  'Events that a person follows. Only the person sees this.';
comment on column followed_events.closing_notified_at is 'When the person was notified that trading ends soon.';
