-- Written by `npm run contract:write` from the catalogue of a migrated database. Do not edit.
-- Types, then tables, views, functions and triggers, each in the order of their names.

create extension pg_trgm;

-- Kinds of entries in the activity of a player.
create type activity_kind as enum ('grant', 'order', 'trade', 'cancel', 'settlement', 'refund', 'forecast', 'score');

-- Why an order was cancelled: by its player, by its time in force, because it would trade with an order of the same owner, at the
-- end of the market, or to collect a debt.
create type cancel_reason as enum ('requested', 'ioc', 'fok', 'self_trade', 'market_closed', 'correction');

-- The other side of a trade: the market maker or another order.
create type counterparty as enum ('maker', 'order');

-- Kinds of private messages.
create type message_kind as enum ('order', 'trade', 'settlement', 'grant');

-- A buy spends credits for shares, a sell spends shares for credits.
create type order_side as enum ('buy', 'sell');

-- Open orders rest in the book; all others are final.
create type order_status as enum ('open', 'filled', 'cancelled', 'expired');

-- GTC rests until it is filled, cancelled or expired; IOC cancels what does not trade at once; FOK trades as a whole or not.
create type time_in_force as enum ('GTC', 'IOC', 'FOK');

-- Why credits moved: free credits, the stake of a market maker and its return, reserves of orders and their release, trades,
-- payouts, reversed trades of a void, corrected payouts, debts that the treasury advances and their repayment, and losses that it
-- covers.
create type transfer_kind as enum ('grant', 'market_funding', 'reserve', 'release', 'trade', 'settlement', 'refund', 'correction', 'advance', 'repayment', 'treasury_cover', 'market_return');

-- Free credits of players. Amounts are millionths of a credit. What resting buys reserve is in orders; what was issued in total
-- follows from the transfers.
create table accounts (
  player_id text not null,
  -- An integer that orders, fills and positions refer to; never changed and never used again.
  number integer generated always as identity not null,
  -- The player was deleted. A copy of players.retired_at for transactions that lock the account.
  retired boolean default false not null,
  -- Millionths that the player can spend.
  available bigint not null,
  -- What voids and corrections could not collect and the treasury advanced. Every inflow repays it first, so nothing is available
  -- meanwhile.
  owed bigint default 0 not null,
  -- The sum of all grants.
  granted bigint default 0 not null,
  -- The UTC day of the last grant.
  last_grant_day date not null,
  -- Millionths of a practice credit, a separate purse.
  practice bigint default 0 not null,
  -- The hour of the last top-up of practice credits.
  practice_topped_at timestamptz,
  -- The number of the player's last private message.
  messages bigint default 0 not null,
  -- The five-minute period since 1970 of the first counts: epoch seconds / 300.
  write_period integer default 0 not null,
  -- Orders of this period and the twelve before it, newest first, for the limit of orders; missing counts are 0.
  order_counts smallint[] default '{}'::smallint[] not null,
  -- The same of cancels.
  cancel_counts smallint[] default '{}'::smallint[] not null,
  -- The same of forecasts.
  forecast_counts smallint[] default '{}'::smallint[] not null,
  constraint accounts_sound CHECK (((available >= 0) AND (practice >= 0) AND ((owed = 0) OR ((owed > 0) AND (available = 0))))),
  constraint accounts_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
  constraint accounts_pkey PRIMARY KEY (player_id),
  constraint accounts_number_key UNIQUE (number)
) with (fillfactor=60);
CREATE INDEX accounts_retired ON public.accounts USING btree (player_id) WHERE retired;

-- Keys by which agents authenticate. Only hashes are stored.
create table agent_keys (
  id text not null,
  -- An integer that requests refer to; never changed and never used again.
  number integer generated always as identity not null,
  agent_id text not null,
  -- SHA-256 of the key.
  key_hash bytea not null,
  -- The end of the key, so that its owner recognizes it.
  last_four text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  constraint agent_keys_key_hash_check CHECK ((length(key_hash) = 32)),
  constraint agent_keys_last_four_check CHECK ((length(last_four) = 4)),
  constraint agent_keys_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(player_id),
  constraint agent_keys_pkey PRIMARY KEY (id),
  constraint agent_keys_key_hash_key UNIQUE (key_hash),
  constraint agent_keys_number_key UNIQUE (number)
) with (fillfactor=70);
CREATE INDEX agent_keys_agent ON public.agent_keys USING btree (agent_id);

-- The players that are agents. A person and all of their agents are one owner, who counts once in every rank, mean and threshold.
create table agents (
  player_id text not null,
  -- The person who registered the agent; null for house players.
  owner_id text,
  description text not null,
  homepage text,
  model text,
  -- Whether it counts among the agents that its owner may have. A deleted agent still does, unless it never played.
  holds_place boolean default true not null,
  -- When its client passed a certification run.
  certified_at timestamptz,
  -- The version of the contract that the run tested.
  certified_contract text,
  -- What was certified: { subject, name, version }.
  certified_client jsonb,
  constraint agents_certified CHECK (((certified_at IS NULL) = (certified_contract IS NULL))),
  constraint agents_certified_client CHECK (((certified_client IS NULL) OR (certified_at IS NOT NULL))),
  constraint agents_certified_contract_check CHECK (((length(certified_contract) >= 1) AND (length(certified_contract) <= 40))),
  constraint agents_description_check CHECK (((length(description) >= 1) AND (length(description) <= 500))),
  constraint agents_homepage_check CHECK ((length(homepage) <= 500)),
  constraint agents_model_check CHECK ((length(model) <= 120)),
  constraint agents_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES people(player_id),
  constraint agents_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
  constraint agents_pkey PRIMARY KEY (player_id)
);
CREATE INDEX agents_owner ON public.agents USING btree (owner_id);

-- Attempts to sign in and to sign up within the window of their limit. In the database, so that neither a restart nor a second
-- node grants more of them.
create table attempt_counts (
  -- The name of the limit.
  budget text not null,
  -- A salted digest of the account or client address.
  holder bytea not null,
  -- The times of the attempts, in epoch milliseconds.
  moments bigint[] not null,
  ends_at timestamptz not null,
  constraint attempt_counts_holder_check CHECK ((length(holder) = 32)),
  constraint attempt_counts_pkey PRIMARY KEY (budget, holder)
);
CREATE INDEX attempt_counts_ended ON public.attempt_counts USING btree (ends_at);

-- Audits of the books and what they found. Totals are millionths of a credit.
create table audit_runs (
  id bigint generated always as identity not null,
  at timestamptz not null,
  started_by text not null,
  balanced boolean not null,
  -- How many recomputed figures differed from the stored ones.
  difference_count integer not null,
  milliseconds integer not null,
  counts jsonb not null,
  totals jsonb not null,
  practice_totals jsonb not null,
  constraint audit_runs_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_runs_by_time ON public.audit_runs USING btree (at DESC);

-- Backups that were reported to the arena.
create table backups (
  finished_at timestamptz not null,
  bytes bigint,
  note text default ''::text not null,
  actor text not null,
  constraint backups_pkey PRIMARY KEY (finished_at)
);

-- What the adjustment for difficulty adds to a score on each event.
create table board_offsets (
  version bigint not null,
  events text not null,
  -- By event.
  offsets jsonb not null,
  constraint board_offsets_events_check CHECK ((events = ANY (ARRAY['real'::text, 'demo'::text, 'all'::text]))),
  constraint board_offsets_version_fkey FOREIGN KEY (version) REFERENCES board_versions(version) ON DELETE CASCADE,
  constraint board_offsets_pkey PRIMARY KEY (version, events)
);

-- Versions of the leaderboards. Old ones stay while clients may page through them.
create table board_versions (
  version bigint generated always as identity not null,
  as_of timestamptz not null,
  took_milliseconds integer not null,
  -- The last scoring that is counted (event_scorings.number).
  scorings bigint not null,
  -- Which resolution version of which event is counted.
  events jsonb not null,
  constraint board_versions_pkey PRIMARY KEY (version)
);

-- Leaderboards, each stored as a whole.
create table boards (
  version bigint not null,
  -- Real events, demo events, or all.
  events text not null,
  -- The period that it covers.
  window_name text not null,
  -- Empty for all categories together.
  category text not null,
  body bytea not null,
  constraint boards_events_check CHECK ((events = ANY (ARRAY['real'::text, 'demo'::text, 'all'::text]))),
  constraint boards_version_fkey FOREIGN KEY (version) REFERENCES board_versions(version) ON DELETE CASCADE,
  constraint boards_pkey PRIMARY KEY (version, events, window_name, category)
);

-- How far the public trades of an event have been folded into its candles.
create table candle_progress (
  event_id text not null,
  -- The market's sequence up to which trades are folded.
  sequence bigint not null,
  -- Millionths of a credit folded; what markets.volume has beyond it is not folded yet.
  volume bigint default 0 not null,
  -- The prices that the last folded trade left behind; null before the first.
  prices smallint[],
  -- Whether the rankings have been updated since.
  ranked boolean default true not null,
  constraint candle_progress_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint candle_progress_pkey PRIMARY KEY (event_id)
) with (fillfactor=70);
CREATE INDEX candle_progress_unranked ON public.candle_progress USING btree (event_id) WHERE (NOT ranked);

-- Prices and volumes of a minute, an hour or a day with trades. Can be rebuilt from the fills.
create table candles (
  event_id text not null,
  -- The length: 60, 3,600 or 86,400.
  seconds integer not null,
  start timestamptz not null,
  -- The market's sequence of the first trade.
  first_sequence bigint not null,
  last_sequence bigint not null,
  -- By outcome, in basis points; so are high, low and close.
  open smallint[] not null,
  high smallint[] not null,
  low smallint[] not null,
  close smallint[] not null,
  -- By outcome, in millionths of a credit.
  volumes bigint[] not null,
  -- By outcome.
  trades integer[] not null,
  -- Of all outcomes.
  volume bigint not null,
  trade_count integer not null,
  constraint candles_seconds_check CHECK ((seconds = ANY (ARRAY[60, 3600, 86400]))),
  constraint candles_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint candles_pkey PRIMARY KEY (event_id, seconds, start)
) with (fillfactor=70);
CREATE INDEX candles_start ON public.candles USING btree (seconds, start, event_id);

-- Changes of an account that wait for a one-time token. Rows whose token was never sent stand in for real ones, so that a
-- response does not reveal whether an account exists.
create table confirmations (
  -- SHA-256 of the token.
  token_hash bytea not null,
  kind text not null,
  -- Null for sign-ups.
  person_id text,
  email text not null,
  details jsonb default '{}'::jsonb not null,
  expires_at timestamptz not null,
  constraint confirmations_kind_check CHECK ((kind = ANY (ARRAY['sign-up'::text, 'password-reset'::text, 'email-change'::text]))),
  constraint confirmations_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint confirmations_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(player_id),
  constraint confirmations_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX confirmations_ended ON public.confirmations USING btree (expires_at);
CREATE INDEX confirmations_person ON public.confirmations USING btree (person_id) WHERE (person_id IS NOT NULL);

-- Validators of the pages of the last run, for conditional requests.
create table connector_pages (
  connector_id text not null,
  path text not null,
  etag text,
  last_modified text,
  -- Requests that the page led to.
  next jsonb default '[]'::jsonb not null,
  -- Rows of the page; an unmodified page confirms them.
  row_ids text[] default '{}'::text[] not null,
  constraint connector_pages_connector_id_fkey FOREIGN KEY (connector_id) REFERENCES connectors(id) ON DELETE CASCADE,
  constraint connector_pages_pkey PRIMARY KEY (connector_id, path)
);

-- Malformed rows with the reason, bounded per run and in age.
create table connector_rejected_rows (
  id bigint generated always as identity not null,
  connector_id text not null,
  run_id bigint not null,
  row_id text,
  reason text not null,
  -- The first characters of the row as received.
  row_text text not null,
  at timestamptz not null,
  constraint connector_rejected_rows_connector_id_fkey FOREIGN KEY (connector_id) REFERENCES connectors(id) ON DELETE CASCADE,
  constraint connector_rejected_rows_run_id_fkey FOREIGN KEY (run_id) REFERENCES connector_runs(id) ON DELETE CASCADE,
  constraint connector_rejected_rows_pkey PRIMARY KEY (id)
);
CREATE INDEX connector_rejected_by_age ON public.connector_rejected_rows USING btree (at);
CREATE INDEX connector_rejected_by_connector ON public.connector_rejected_rows USING btree (connector_id, id);
CREATE INDEX connector_rejected_by_run ON public.connector_rejected_rows USING btree (run_id);

-- What each run of a connector received and changed.
create table connector_runs (
  id bigint generated always as identity not null,
  connector_id text not null,
  trigger text not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  pages integer not null,
  not_modified integer not null,
  received integer not null,
  inserted integer not null,
  updated integer not null,
  unchanged integer not null,
  ignored integer not null,
  rejected integer not null,
  error_code text,
  error text,
  constraint connector_runs_trigger_check CHECK ((trigger = ANY (ARRAY['schedule'::text, 'operator'::text, 'push'::text]))),
  constraint connector_runs_connector_id_fkey FOREIGN KEY (connector_id) REFERENCES connectors(id) ON DELETE CASCADE,
  constraint connector_runs_pkey PRIMARY KEY (id)
);
CREATE INDEX connector_runs_by_connector ON public.connector_runs USING btree (connector_id, id);

-- Data sources outside the arena: settings and state. Their keys come from the environment and are never stored.
create table connectors (
  id text not null,
  -- The adapter that reads the source.
  format text not null,
  kind text not null,
  name text not null,
  enabled boolean default false not null,
  demo boolean default false not null,
  settings jsonb default '{}'::jsonb not null,
  interval_seconds integer not null,
  -- Null while disabled, and for sources that push.
  next_run_at timestamptz,
  -- The end of the last run, whatever its outcome.
  last_run_at timestamptz,
  -- The end of the last run that read every page: rows that are not missing are as fresh as this.
  confirmed_at timestamptz,
  last_error_code text,
  last_error text,
  updated_at timestamptz not null,
  constraint connectors_id_check CHECK ((id ~ '^[a-z0-9][a-z0-9-]{1,39}$'::text)),
  constraint connectors_interval_seconds_check CHECK ((interval_seconds > 0)),
  constraint connectors_kind_check CHECK ((kind = ANY (ARRAY['venue'::text, 'odds'::text, 'scores'::text]))),
  constraint connectors_pkey PRIMARY KEY (id)
);
CREATE INDEX connectors_due ON public.connectors USING btree (next_run_at) WHERE (enabled AND (next_run_at IS NOT NULL));

-- Counts the transactions that changed what a credential may do. A node that read a credential at one count need not read it
-- again while the count is the same.
create table credential_changes (
  only_row boolean default true not null,
  changes bigint not null,
  -- The last transaction that was counted, so that it is counted once.
  transaction xid8,
  constraint credential_changes_only_row_check CHECK (only_row),
  constraint credential_changes_pkey PRIMARY KEY (only_row)
);

-- Published crowd means of open events. Batches of at least eight owners, rounded to 5 %, hide single forecasts.
create table crowd_batches (
  number bigint generated always as identity not null,
  event_id text not null,
  -- As forecasts.question.
  question integer not null,
  at timestamptz not null,
  -- The number of owners in it.
  size integer not null,
  percent integer not null,
  constraint crowd_batches_percent_check CHECK ((((percent >= 0) AND (percent <= 100)) AND ((percent % 5) = 0))),
  constraint crowd_batches_question_check CHECK ((question >= 0)),
  constraint crowd_batches_size_check CHECK ((size >= 8)),
  constraint crowd_batches_pkey PRIMARY KEY (number)
);
CREATE INDEX crowd_batches_event ON public.crowd_batches USING btree (event_id, question, number);

-- The forecasts that have been in a batch; the key keeps each from entering another one.
create table crowd_members (
  forecast_id text not null,
  event_id text not null,
  question integer not null,
  owner_id text not null,
  at timestamptz not null,
  -- Of the question's outcome, in millionths.
  probability integer not null,
  constraint crowd_members_pkey PRIMARY KEY (forecast_id)
);
CREATE INDEX crowd_members_owner ON public.crowd_members USING btree (event_id, question, owner_id, at);

-- Objections of people to a proposed resolution, one per person and proposal. Kept when the event is resolved.
create table disputes (
  id text not null,
  event_id text not null,
  -- The number of the proposal within its event.
  proposal integer not null,
  person_id text not null,
  reason text not null,
  created_at timestamptz not null,
  constraint disputes_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  constraint disputes_person_id_fkey FOREIGN KEY (person_id) REFERENCES players(id),
  constraint disputes_pkey PRIMARY KEY (id),
  constraint disputes_event_id_proposal_person_id_key UNIQUE (event_id, proposal, person_id)
);
CREATE INDEX disputes_newest ON public.disputes USING btree (event_id, id DESC);
CREATE INDEX disputes_person ON public.disputes USING btree (person_id);

-- The worth of players' accounts, sampled hourly where it changed and thinned to daily rows. Amounts are millionths of a credit.
create table equity_samples (
  player_id text not null,
  at timestamptz not null,
  available bigint not null,
  -- What resting buys reserve.
  reserved bigint not null,
  -- The value of the positions at the market's prices.
  positions bigint not null,
  owed bigint not null,
  granted bigint not null,
  constraint equity_samples_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
  constraint equity_samples_pkey PRIMARY KEY (player_id, at)
);
CREATE INDEX equity_samples_at ON public.equity_samples USING btree (at);

-- Owners who count in the benchmark, and since when. Rows are only added, each later than every event scored before, so that
-- scoring an event again finds the same owners.
create table established_owners (
  owner_id text not null,
  since timestamptz not null,
  constraint established_owners_pkey PRIMARY KEY (owner_id)
);
CREATE INDEX established_owners_since ON public.established_owners USING btree (since);

-- Changes of operators to the text and the end of an event: the public history of its rules.
create table event_edits (
  number bigint generated always as identity not null,
  event_id text not null,
  at timestamptz not null,
  -- By field, the values before and after.
  changes jsonb not null,
  -- The operator's note for people.
  note text default ''::text not null,
  constraint event_edits_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  constraint event_edits_pkey PRIMARY KEY (number)
);
CREATE INDEX event_edits_event ON public.event_edits USING btree (event_id, number DESC);

-- How many players have forecast an event. Not in markets, whose rows forecasts do not lock.
create table event_forecasters (
  event_id text not null,
  forecasters integer not null,
  constraint event_forecasters_forecasters_check CHECK ((forecasters > 0)),
  constraint event_forecasters_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint event_forecasters_pkey PRIMARY KEY (event_id)
) with (fillfactor=60);

-- Short texts of an event with their weights, for searches.
create table event_heads (
  event_number integer not null,
  head tsvector not null,
  constraint event_heads_event_number_fkey FOREIGN KEY (event_number) REFERENCES event_listing(event_number),
  constraint event_heads_pkey PRIMARY KEY (event_number)
);
CREATE INDEX event_heads_words ON public.event_heads USING gin (head) WITH (fastupdate=off);

-- Events that lists and searches show, under a short integer, with the columns that lists filter. Practice events are not listed.
create table event_listing (
  event_number integer generated always as identity not null,
  event_id text not null,
  -- The sort key of the newest first: when the event was created, in epoch milliseconds.
  newest bigint not null,
  -- The sort key of the next to end first: the end of trading in epoch milliseconds, negated.
  ending bigint not null,
  status text collate "C" not null,
  category text collate "C" not null,
  -- The later of the opening and the last trade, at most a day behind.
  active_from timestamptz not null,
  traded boolean not null,
  constraint event_listing_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  constraint event_listing_pkey PRIMARY KEY (event_number),
  constraint event_listing_event_id_key UNIQUE (event_id)
);
CREATE INDEX event_listing_ending ON public.event_listing USING btree (status, ending DESC, event_number DESC, active_from, traded);
CREATE INDEX event_listing_ending_category ON public.event_listing USING btree (category, status, ending DESC, event_number DESC, active_from, traded);
CREATE INDEX event_listing_newest ON public.event_listing USING btree (status, newest DESC, event_number DESC, active_from, traded);
CREATE INDEX event_listing_newest_category ON public.event_listing USING btree (category, status, newest DESC, event_number DESC, active_from, traded);

-- The position of each event in the lists by figures that trades change. Positions change only from one version of the ranking to
-- the next, and old rows stay for a while, so that a client can page through the version that it began with. Status, category and
-- activity are current in all rows: they filter a list, they do not order it.
create table event_ranks (
  event_number integer not null,
  sort text collate "C" not null,
  -- The sort key; the highest comes first.
  value bigint not null,
  -- The first version of the ranking that has this row.
  since integer default 0 not null,
  -- The first version that no longer has it; 2147483647 for the current row.
  until integer default 2147483647 not null,
  status text collate "C" not null,
  category text collate "C" not null,
  -- As in event_listing.
  active_from timestamptz not null,
  traded boolean not null,
  constraint event_ranks_sort_check CHECK ((sort = ANY (ARRAY['volume'::text, 'traders'::text, 'movers'::text, 'trending'::text]))),
  constraint event_ranks_event_number_fkey FOREIGN KEY (event_number) REFERENCES event_listing(event_number),
  constraint event_ranks_pkey PRIMARY KEY (event_number, sort, until)
);
CREATE INDEX event_ranks_category ON public.event_ranks USING btree (sort, category, status, value DESC, event_number DESC, since, until, active_from, traded);
CREATE INDEX event_ranks_over ON public.event_ranks USING btree (until) WHERE (until < 2147483647);
CREATE INDEX event_ranks_status ON public.event_ranks USING btree (sort, status, value DESC, event_number DESC, since, until, active_from, traded);

-- What each player scored on an event by each version of its resolution. A correction adds a version.
create table event_scores (
  event_id text not null,
  version integer not null,
  player_id text not null,
  -- The time-weighted Brier score, from 0 (perfect) to 1; null for players who only traded.
  brier double precision,
  -- The market's score over the same time.
  market_brier double precision,
  -- The benchmark's score over the same time; null if the event does not count for the player's edge.
  benchmark_brier double precision,
  -- The Brier score of the last forecast.
  last double precision,
  -- The share of the event's life that the player had a forecast in force.
  coverage double precision,
  -- By outcome, at the last instant; null if the market's price stood in.
  final_percents double precision[],
  -- Millionths of a credit; null for players who only forecast.
  profit bigint,
  constraint event_scores_benchmark_brier_check CHECK (((benchmark_brier >= (0)::double precision) AND (benchmark_brier <= (1)::double precision))),
  constraint event_scores_brier_check CHECK (((brier >= (0)::double precision) AND (brier <= (1)::double precision))),
  constraint event_scores_coverage_check CHECK (((coverage > (0)::double precision) AND (coverage <= (1)::double precision))),
  constraint event_scores_last_check CHECK (((last >= (0)::double precision) AND (last <= (1)::double precision))),
  constraint event_scores_market_brier_check CHECK (((market_brier >= (0)::double precision) AND (market_brier <= (1)::double precision))),
  constraint event_scores_version_check CHECK ((version > 0)),
  constraint event_scores_pkey PRIMARY KEY (event_id, version, player_id)
);
CREATE INDEX event_scores_player ON public.event_scores USING btree (player_id, event_id, version);

-- One row per resolution version that was scored, with the figures that leaderboards compare players with.
create table event_scorings (
  number bigint generated always as identity not null,
  event_id text not null,
  -- The resolution version (resolutions.version).
  version integer not null,
  -- The version of the scoring rules; rows of older rules are scored again.
  rules integer default 1 not null,
  scored_at timestamptz not null,
  resolved_at timestamptz not null,
  -- The end of the period that forecasts are scored over.
  effective_close_at timestamptz not null,
  -- By outcome, in basis points; null for a void, which is not scored.
  payout_bps integer[],
  -- Scores of the market, the crowd and constant forecasts.
  baselines jsonb,
  forecasters integer not null,
  constraint event_scorings_version_check CHECK ((version > 0)),
  constraint event_scorings_pkey PRIMARY KEY (event_id, version),
  constraint event_scorings_number_key UNIQUE (number)
);
CREATE INDEX event_scorings_outdated ON public.event_scorings USING btree (event_id, version) WHERE (rules < 2);
CREATE INDEX event_scorings_resolved ON public.event_scorings USING btree (resolved_at);

-- All words of an event, its description included, for searches. Narrow rows, because frequent words read many of them.
create table event_texts (
  event_number integer not null,
  words tsvector not null,
  constraint event_texts_event_number_fkey FOREIGN KEY (event_number) REFERENCES event_listing(event_number),
  constraint event_texts_pkey PRIMARY KEY (event_number)
);
CREATE INDEX event_texts_words ON public.event_texts USING gin (words) WITH (fastupdate=off);

-- Questions with two to a hundred outcomes: the facts that trading does not change. An event and its market have one id. Outcomes
-- are counted from 0.
create table events (
  id text not null,
  -- The readable name in addresses.
  slug text not null,
  -- The address by which clients of similar exchanges name a market.
  pubkey text not null,
  title text not null,
  description text not null,
  category text not null,
  tags text[] default '{}'::text[] not null,
  outcomes text[] not null,
  -- What decides the outcome: { name, url, … }.
  resolution_source jsonb not null,
  -- The parameter b of the market maker (LMSR), in millionths of a credit. The most it can lose is b × ln(number of outcomes).
  liquidity bigint not null,
  -- The market maker's shares of each outcome at the opening, in millionths; they set the opening prices.
  opening_shares bigint[] not null,
  created_at timestamptz not null,
  -- Made up for the demonstration arena; demo and real events are never ranked together.
  demo boolean default false not null,
  -- Traded with practice credits; deleted after some days.
  practice boolean default false not null,
  -- A digest of the request that created the event, so that its repetition is recognized.
  request_digest bytea,
  -- People who, as operators, created, edited or proposed the event: they and their agents can't play in it.
  operator_ids text[] default '{}'::text[] not null,
  constraint events_category_check CHECK (((length(category) >= 1) AND (length(category) <= 60))),
  constraint events_description_check CHECK ((length(description) <= 10000)),
  constraint events_liquidity_check CHECK ((liquidity > 0)),
  constraint events_outcomes_check CHECK (((cardinality(outcomes) >= 2) AND (cardinality(outcomes) <= 100))),
  constraint events_slug_check CHECK ((slug ~ '^[a-z0-9-]{3,80}$'::text)),
  constraint events_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200))),
  constraint events_pkey PRIMARY KEY (id),
  constraint events_pubkey_key UNIQUE (pubkey),
  constraint events_slug_key UNIQUE (slug)
);
CREATE INDEX events_created ON public.events USING btree (created_at DESC, id DESC);
CREATE INDEX events_practice ON public.events USING btree (created_at) WHERE practice;

-- Every trade, once for each order in it. The public ones, of incoming orders, have a number. Credits and shares are millionths.
-- Ledger and activity of a trade are derived from its fill.
create table fills (
  -- The 128 bits of the public id "trd_…".
  id uuid not null,
  order_id uuid not null,
  at timestamptz not null,
  -- The market's sequence at the trade. All trades of an incoming order have the order's.
  sequence bigint not null,
  -- Counts the public trades of the market from 1; null for fills of resting orders, which are not public.
  number bigint,
  shares bigint not null,
  credits bigint not null,
  -- The market (markets.number).
  market integer not null,
  -- The player's account (accounts.number).
  player integer not null,
  outcome smallint not null,
  -- The average price in basis points.
  price_bps smallint not null,
  side order_side not null,
  -- Traded with the market maker or with another order.
  against counterparty not null,
  -- By outcome: the prices that a public trade left behind.
  prices_bps smallint[],
  -- The player's free millionths after it; null for practice events, whose transfers and entries are stored.
  balance_after bigint,
  -- The part of its proceeds that repaid a debt.
  repaid bigint
);
CREATE INDEX fills_market ON public.fills USING btree (market, sequence, id);
CREATE INDEX fills_number ON public.fills USING btree (market, number) WHERE (number IS NOT NULL);
CREATE INDEX fills_player_time ON public.fills USING btree (player, at);
CREATE INDEX fills_resting ON public.fills USING btree (order_id) WHERE (number IS NULL);
CREATE INDEX fills_time ON public.fills USING btree (at) WHERE (number IS NOT NULL);

-- What each source reports about a game, in up to two parts: listing and score.
create table fixture_reports (
  source text collate "C" not null,
  source_event_id text collate "C" not null,
  part text collate "C" not null,
  fixture_id text not null,
  -- The order in which the reports arrived.
  number integer generated always as identity not null,
  league text collate "C" not null,
  starts_at timestamptz not null,
  status text,
  period integer,
  clock text,
  home_name text not null,
  home_abbreviation text,
  home_score integer,
  away_name text not null,
  away_abbreviation text,
  away_score integer,
  demo boolean not null,
  as_of timestamptz not null,
  constraint fixture_reports_part_check CHECK ((part = ANY (ARRAY['listing'::text, 'score'::text]))),
  constraint fixture_reports_fixture_id_fkey FOREIGN KEY (fixture_id) REFERENCES fixtures(id) ON DELETE CASCADE,
  constraint fixture_reports_pkey PRIMARY KEY (source, source_event_id, part)
) with (fillfactor=80);
CREATE INDEX fixture_reports_event ON public.fixture_reports USING btree (source_event_id);
CREATE INDEX fixture_reports_fixture ON public.fixture_reports USING btree (fixture_id);

-- Games. Status, sides and score are merged from fixture_reports; figures about lines are computed from sports_lines.
create table fixtures (
  id text not null,
  sport text collate "C" not null,
  league text collate "C" not null,
  starts_at timestamptz not null,
  status text not null,
  period integer,
  clock text,
  home_name text not null,
  home_abbreviation text,
  home_score integer,
  away_name text not null,
  away_abbreviation text,
  away_score integer,
  -- The source that reported it first.
  source text collate "C" not null,
  source_event_id text collate "C" not null,
  demo boolean not null,
  -- Sources report different scores.
  scores_disagree boolean default false not null,
  -- When a source last changed or confirmed the game or its lines.
  as_of timestamptz not null,
  -- When a source last changed or confirmed its lines; null without lines.
  lines_as_of timestamptz,
  -- The consensus of each selection.
  lines jsonb default '[]'::jsonb not null,
  books integer default 0 not null,
  line_count integer default 0 not null,
  outlier_count integer default 0 not null,
  -- The event about its winner.
  event_id text,
  -- When its final score was proposed as the event's resolution.
  proposed_at timestamptz,
  created_at timestamptz not null,
  constraint fixtures_status_check CHECK ((status = ANY (ARRAY['scheduled'::text, 'live'::text, 'final'::text, 'postponed'::text, 'cancelled'::text]))),
  constraint fixtures_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  constraint fixtures_pkey PRIMARY KEY (id),
  constraint fixtures_event_id_key UNIQUE (event_id)
) with (fillfactor=80);
CREATE INDEX fixtures_league ON public.fixtures USING btree (league, starts_at, id);
CREATE INDEX fixtures_sport ON public.fixtures USING btree (sport, starts_at, id);
CREATE INDEX fixtures_start ON public.fixtures USING btree (starts_at, id);
CREATE INDEX fixtures_to_propose ON public.fixtures USING btree (id) WHERE ((status = 'final'::text) AND (event_id IS NOT NULL) AND (proposed_at IS NULL));

-- Events that a person follows. Only the person sees this.
create table followed_events (
  person_id text not null,
  event_id text not null,
  followed_at timestamptz not null,
  -- When the person was notified that trading ends soon.
  closing_notified_at timestamptz,
  constraint followed_events_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  constraint followed_events_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(player_id),
  constraint followed_events_pkey PRIMARY KEY (person_id, event_id)
);
CREATE INDEX followed_events_newest ON public.followed_events USING btree (person_id, followed_at DESC, event_id DESC);
CREATE INDEX followed_events_waiting ON public.followed_events USING btree (event_id) WHERE (closing_notified_at IS NULL);

-- Players whom a person follows. Only the person sees this.
create table followed_players (
  person_id text not null,
  player_id text not null,
  followed_at timestamptz not null,
  constraint followed_players_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(player_id),
  constraint followed_players_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
  constraint followed_players_pkey PRIMARY KEY (person_id, player_id)
);
CREATE INDEX followed_players_newest ON public.followed_players USING btree (person_id, followed_at DESC, player_id DESC);

-- Reasons that players gave. Not in forecasts, so that reads for scores and public records never load them.
create table forecast_rationales (
  forecast_id text not null,
  rationale text not null,
  constraint forecast_rationales_rationale_check CHECK ((length(rationale) <= 4000)),
  constraint forecast_rationales_forecast_id_fkey FOREIGN KEY (forecast_id) REFERENCES forecasts(id) ON DELETE CASCADE,
  constraint forecast_rationales_pkey PRIMARY KEY (forecast_id)
);

-- Forecasts of players. Rows are never changed except for their end, which is written once. presage audit checks references to
-- players.
create table forecasts (
  id text not null,
  player_id text not null,
  -- The client's own id, unique per player: a repetition gets the first response.
  client_forecast_id text not null,
  -- A digest of the request's body.
  body_digest bytea not null,
  event_id text not null,
  outcome integer not null,
  -- What it answers, and therefore replaces: the outcome or, of an event with two outcomes, 0 for both.
  question integer not null,
  -- Of the outcome, in millionths.
  probability integer not null,
  -- The price of the outcome when it was recorded, in basis points.
  market_price_bps integer not null,
  -- The market's sequence when it was recorded.
  market_sequence bigint not null,
  -- In whole milliseconds; for one player and event each is later than the one before.
  at timestamptz not null,
  -- The forecast that it replaced.
  supersedes text,
  -- When it was superseded or withdrawn; null while it is in force.
  ended_at timestamptz,
  ended_by text,
  constraint forecasts_client_forecast_id_check CHECK (((length(client_forecast_id) >= 1) AND (length(client_forecast_id) <= 128))),
  constraint forecasts_end CHECK (((ended_at IS NULL) = (ended_by IS NULL))),
  constraint forecasts_ended_by_check CHECK ((ended_by = ANY (ARRAY['superseded'::text, 'withdrawn'::text]))),
  constraint forecasts_interval CHECK ((ended_at > at)),
  constraint forecasts_market_price_bps_check CHECK (((market_price_bps >= 1) AND (market_price_bps <= 9999))),
  constraint forecasts_market_sequence_check CHECK ((market_sequence > 0)),
  constraint forecasts_outcome_check CHECK ((outcome >= 0)),
  constraint forecasts_probability_check CHECK (((probability >= 0) AND (probability <= 1000000))),
  constraint forecasts_question CHECK (((question = 0) OR (question = outcome))),
  constraint forecasts_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint forecasts_pkey PRIMARY KEY (id),
  constraint forecasts_player_id_client_forecast_id_key UNIQUE (player_id, client_forecast_id),
  constraint forecasts_supersedes_key UNIQUE (supersedes)
) with (fillfactor=80);
CREATE INDEX forecasts_player ON public.forecasts USING btree (player_id, at DESC, id DESC);
CREATE INDEX forecasts_player_in_force ON public.forecasts USING btree (player_id, at DESC, id DESC) WHERE (ended_at IS NULL);
CREATE INDEX forecasts_withdrawn ON public.forecasts USING btree (event_id, player_id, ended_at) WHERE (ended_by = 'withdrawn'::text);
CREATE UNIQUE INDEX forecasts_event ON public.forecasts USING btree (event_id, player_id, at);
CREATE UNIQUE INDEX forecasts_in_force ON public.forecasts USING btree (event_id, player_id, question) WHERE (ended_at IS NULL);

-- Free credits given to players: one row per player and UTC day, so that neither a clock nor a retry gives a day twice.
create table grants (
  player_id text not null,
  day date not null,
  -- Millionths of a credit.
  amount bigint not null,
  constraint grants_amount_check CHECK ((amount > 0)),
  constraint grants_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
  constraint grants_pkey PRIMARY KEY (player_id, day)
);

-- What operators have published about an incident, in order.
create table incident_updates (
  id bigint generated always as identity not null,
  incident_id text not null,
  at timestamptz not null,
  status text not null,
  text text not null,
  actor text not null,
  constraint incident_updates_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id),
  constraint incident_updates_pkey PRIMARY KEY (id)
);
CREATE INDEX incident_updates_by_incident ON public.incident_updates USING btree (incident_id, id);

-- Incidents that operators have published.
create table incidents (
  id text not null,
  title text not null,
  impact text not null,
  status text not null,
  started_at timestamptz not null,
  resolved_at timestamptz,
  constraint incidents_impact_check CHECK ((impact = ANY (ARRAY['maintenance'::text, 'minor'::text, 'major'::text, 'critical'::text]))),
  constraint incidents_resolved CHECK (((status = 'resolved'::text) = (resolved_at IS NOT NULL))),
  constraint incidents_status_check CHECK ((status = ANY (ARRAY['investigating'::text, 'identified'::text, 'monitoring'::text, 'resolved'::text]))),
  constraint incidents_pkey PRIMARY KEY (id)
);
CREATE INDEX incidents_by_start ON public.incidents USING btree (started_at DESC, id DESC);

-- Which node runs a job. A transaction of leased work locks the row in key share mode and fails unless holder and token are still
-- its own.
create table job_leases (
  name text not null,
  -- Null while no node runs the job.
  holder text,
  -- Grows with every change of the holder.
  token bigint default 0 not null,
  expires_at timestamptz default '-infinity'::timestamp with time zone not null,
  constraint job_leases_pkey PRIMARY KEY (name)
) with (fillfactor=50);

-- Votes of people for requests.
create table market_request_votes (
  request_id text not null,
  person_id text not null,
  created_at timestamptz not null,
  constraint market_request_votes_person_id_fkey FOREIGN KEY (person_id) REFERENCES players(id),
  constraint market_request_votes_request_id_fkey FOREIGN KEY (request_id) REFERENCES market_requests(id),
  constraint market_request_votes_pkey PRIMARY KEY (request_id, person_id)
);
CREATE INDEX market_request_votes_person ON public.market_request_votes USING btree (person_id);

-- Requests of people for markets. The texts never change; votes, status and the operator's decision do.
create table market_requests (
  id text not null,
  person_id text not null,
  question text not null,
  category text,
  -- Empty if the person listed none.
  outcomes text[] not null,
  ends_at timestamptz,
  source_name text,
  source_url text,
  observation_rule text,
  demand_evidence text,
  -- The suggested probability of Yes, in millionths.
  suggested_yes integer,
  -- The person intends to place the first limit order.
  first_limit_order_intent boolean not null,
  status text not null,
  reason text,
  votes integer default 0 not null,
  -- 0 to 100: how complete the request was when it was filed.
  readiness_score integer not null,
  -- Rules of the readiness score that did not earn their whole weight.
  failing_rules text[] not null,
  -- Combines readiness and votes.
  rank_score double precision generated always as (((0.6 * (readiness_score)::numeric) + ((40.0 * (votes)::numeric) / ((votes + 10))::numeric))) stored not null,
  event_id text,
  -- When the market of a launched request opens; the request counts as planned until then.
  opens_at timestamptz,
  duplicate_of text,
  -- A digest of the operator's decision, so that its repetition is recognized.
  decision_digest bytea,
  decided_at timestamptz,
  demo boolean default false not null,
  created_at timestamptz not null,
  -- For searches.
  words tsvector generated always as (search_document(((question || ' '::text) || COALESCE(category, ''::text)))) stored not null,
  constraint market_requests_declined CHECK (((status = 'declined'::text) <= (reason IS NOT NULL))),
  constraint market_requests_duplicate CHECK (((status = 'duplicate'::text) <= ((event_id IS NOT NULL) OR (duplicate_of IS NOT NULL)))),
  constraint market_requests_launched CHECK (((status = 'launched'::text) <= ((event_id IS NOT NULL) AND (opens_at IS NOT NULL)))),
  constraint market_requests_readiness_score_check CHECK (((readiness_score >= 0) AND (readiness_score <= 100))),
  constraint market_requests_status_check CHECK ((status = ANY (ARRAY['open'::text, 'launched'::text, 'declined'::text, 'duplicate'::text]))),
  constraint market_requests_suggested_yes_check CHECK (((suggested_yes >= 0) AND (suggested_yes <= 1000000))),
  constraint market_requests_votes_check CHECK ((votes >= 0)),
  constraint market_requests_duplicate_of_fkey FOREIGN KEY (duplicate_of) REFERENCES market_requests(id),
  constraint market_requests_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  constraint market_requests_person_id_fkey FOREIGN KEY (person_id) REFERENCES players(id),
  constraint market_requests_pkey PRIMARY KEY (id)
);
CREATE INDEX market_requests_event ON public.market_requests USING btree (event_id) WHERE (event_id IS NOT NULL);
CREATE INDEX market_requests_person ON public.market_requests USING btree (person_id, status);
CREATE INDEX market_requests_readiness ON public.market_requests USING btree (readiness_score DESC, id DESC);
CREATE INDEX market_requests_status_newest ON public.market_requests USING btree (status, id DESC);
CREATE INDEX market_requests_status_rank ON public.market_requests USING btree (status, rank_score DESC, id DESC);
CREATE INDEX market_requests_status_readiness ON public.market_requests USING btree (status, readiness_score DESC, id DESC);
CREATE INDEX market_requests_status_votes ON public.market_requests USING btree (status, votes DESC, id DESC);
CREATE INDEX market_requests_votes ON public.market_requests USING btree (votes DESC, id DESC);
CREATE INDEX market_requests_words ON public.market_requests USING gin (words);

-- Spread, depth and participants of a market: at most one row every five minutes, where one of them has changed.
create table market_samples (
  event_id text not null,
  at timestamptz not null,
  -- The market's sequence that was sampled.
  sequence bigint not null,
  -- By outcome, in basis points; null where a side of the book is empty.
  spreads smallint[] not null,
  -- By outcome: millionths within 200 bps of the price, on the thinner side.
  depths bigint[] not null,
  traders integer not null,
  forecasters integer not null,
  constraint market_samples_pkey PRIMARY KEY (event_id, at)
);
CREATE INDEX market_samples_at ON public.market_samples USING btree (at);

-- The state of an event's market: one narrow row, which every write to the market locks. Amounts are millionths of a credit or
-- share.
create table markets (
  event_id text not null,
  -- An integer that orders, fills and positions refer to; never changed and never used again.
  number integer generated always as identity not null,
  -- scheduled, active, paused, closed, resolved or void.
  status text not null,
  opens_at timestamptz not null,
  ends_at timestamptz not null,
  closed_at timestamptz,
  -- When the resolution in force was decided.
  resolved_at timestamptz,
  -- Counts the changes of the market: one more with every accepted order, cancel or transition.
  sequence bigint not null,
  -- The number of public trades; the last of them has this number.
  trades bigint default 0 not null,
  -- Millionths of a credit that public trades have moved.
  volume bigint default 0 not null,
  -- By outcome: the volume.
  outcome_volumes bigint[] not null,
  last_trade_at timestamptz,
  -- By outcome: the time of the last trade in epoch milliseconds, 0 for never.
  outcome_traded_at bigint[] not null,
  -- By outcome: the shares outstanding at the market maker, its own opening shares included.
  shares bigint[] not null,
  -- By outcome: the market maker's price in basis points: 10,000 are one credit per share.
  price_bps integer[] not null,
  -- Millionths of a credit that the market holds to pay out.
  account bigint not null,
  -- The number of players that have held a position.
  traders integer default 0 not null,
  open_orders integer default 0 not null,
  -- The resolution that is proposed for a closed market; null if there is none.
  proposal jsonb,
  -- When the proposal becomes final unless it is disputed; null while it waits for an operator or is disputed.
  proposal_final_at timestamptz,
  -- The version of the resolution in force (resolutions.version); 0 before the first.
  resolution_version integer default 0 not null,
  -- The resolution version that every holder has been paid by.
  settled_version integer default 0 not null,
  -- How many positions the current settlement has to pay.
  settling_total integer default 0 not null,
  -- How many of them it has paid.
  settling_done integer default 0 not null,
  -- The resolution version that every player has been scored by.
  scored_version integer default 0 not null,
  constraint markets_sound CHECK (((account >= 0) AND (ends_at > opens_at) AND (scored_version <= settled_version) AND (settled_version <= resolution_version))),
  constraint markets_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint markets_pkey PRIMARY KEY (event_id),
  constraint markets_number_key UNIQUE (number)
) with (fillfactor=60);
CREATE INDEX markets_opening ON public.markets USING btree (opens_at) WHERE (status = 'scheduled'::text);
CREATE INDEX markets_proposal_due ON public.markets USING btree (proposal_final_at) WHERE (proposal_final_at IS NOT NULL);
CREATE INDEX markets_scoring ON public.markets USING btree (event_id) WHERE (scored_version < settled_version);
CREATE INDEX markets_settling ON public.markets USING btree (event_id) WHERE (settled_version < resolution_version);
CREATE INDEX markets_status ON public.markets USING btree (status, ends_at);

-- Settings of people who have changed them.
create table notification_settings (
  person_id text not null,
  -- Kinds of notifications that the person does not want.
  muted text[] not null,
  constraint notification_settings_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(player_id),
  constraint notification_settings_pkey PRIMARY KEY (person_id)
);

-- Messages to people: at most 200 per person, and none older than 90 days.
create table notifications (
  id text not null,
  person_id text not null,
  kind text not null,
  text text not null,
  -- The event that it is about, if any.
  event_slug text,
  request_id text,
  created_at timestamptz not null,
  read_at timestamptz,
  constraint notifications_person_id_fkey FOREIGN KEY (person_id) REFERENCES players(id),
  constraint notifications_pkey PRIMARY KEY (id)
);
CREATE INDEX notifications_age ON public.notifications USING btree (created_at);
CREATE INDEX notifications_person ON public.notifications USING btree (person_id, id DESC);
CREATE INDEX notifications_unread ON public.notifications USING btree (person_id) WHERE (read_at IS NULL);

-- The audit trail of operators. Append-only, except that the handle of a deleted player is replaced in subject.
create table operator_actions (
  id bigint generated always as identity not null,
  at timestamptz not null,
  -- The id of an operator, or a name such as operator for the token.
  actor text not null,
  action text not null,
  -- The slug, handle or name that was acted on.
  subject text not null,
  reason text default ''::text not null,
  -- The state before, where it was recorded.
  before jsonb,
  -- The state after, where it was recorded.
  after jsonb,
  details jsonb not null,
  constraint operator_actions_pkey PRIMARY KEY (id)
);
CREATE INDEX operator_actions_by_actor ON public.operator_actions USING btree (actor, id DESC);
CREATE INDEX operator_actions_by_subject ON public.operator_actions USING btree (subject, id DESC);

-- Orders of both purses. Credits and shares are millionths. A buy's amount is in credits, a sell's in shares. No foreign keys:
-- checking locked rows again took a quarter of the throughput; presage audit checks all references.
create table orders (
  -- The 128 bits of the public id "ord_…"; id_of() converts it. It begins with the time, so ids sort by time.
  id uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When it stops resting; null if never.
  expires_at timestamptz,
  -- The market's sequence when it was accepted. Among equal limits the lower one is older.
  sequence bigint not null,
  -- Of credits (buy) or shares (sell).
  amount bigint not null,
  filled_credits bigint not null,
  filled_shares bigint not null,
  -- What is left of the amount: the reserve of an open order.
  remaining bigint not null,
  -- The player's free millionths after it was accepted, for the repetition of the first response.
  available bigint not null,
  -- The player's account (accounts.number).
  player integer not null,
  -- The market (markets.number).
  market integer not null,
  outcome smallint not null,
  -- The limit price in basis points.
  limit_bps smallint not null,
  side order_side not null,
  time_in_force time_in_force not null,
  status order_status not null,
  cancel_reason cancel_reason,
  -- It was open when it was accepted. Otherwise its first response equals its row.
  rested boolean not null,
  -- The client's own id, unique per player: a repetition gets the first response.
  client_order_id text not null,
  -- A digest of the request's body.
  body_digest bytea not null,
  -- The market's prices after it was accepted; null if it traded, because its public fills have them.
  prices_bps smallint[],
  -- Warnings of the first response.
  warnings jsonb,
  constraint orders_pkey PRIMARY KEY (player, id)
) with (fillfactor=85);
CREATE INDEX orders_expiring ON public.orders USING btree (expires_at) WHERE ((status = 'open'::order_status) AND (expires_at IS NOT NULL));
CREATE INDEX orders_open ON public.orders USING btree (market, sequence) WHERE (status = 'open'::order_status);
CREATE INDEX orders_player_open ON public.orders USING btree (player) WHERE (status = 'open'::order_status);
CREATE UNIQUE INDEX orders_client ON public.orders USING btree (player, client_order_id);

-- Challenges that wait for an authenticator. Each is used once, whatever the result.
create table passkey_challenges (
  challenge text not null,
  -- The person who adds a passkey; null for a sign-in.
  person_id text,
  expires_at timestamptz not null,
  constraint passkey_challenges_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(player_id),
  constraint passkey_challenges_pkey PRIMARY KEY (challenge)
);
CREATE INDEX passkey_challenges_ended ON public.passkey_challenges USING btree (expires_at);
CREATE INDEX passkey_challenges_person ON public.passkey_challenges USING btree (person_id) WHERE (person_id IS NOT NULL);

-- Public keys of people that sign a challenge in place of the password.
create table passkeys (
  id text not null,
  person_id text not null,
  -- The authenticator's id of the key (WebAuthn).
  credential_id bytea not null,
  public_key bytea not null,
  -- The authenticator's signature counter; 0 for authenticators that do not count.
  counter bigint not null,
  transports text[] not null,
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkeys_counter_check CHECK ((counter >= 0)),
  constraint passkeys_credential_id_check CHECK (((length(credential_id) >= 1) AND (length(credential_id) <= 1023))),
  constraint passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint passkeys_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(player_id),
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id)
);
CREATE INDEX passkeys_person ON public.passkeys USING btree (person_id, created_at);

-- The players that are people. A person without an email cannot sign in: house players and deleted accounts.
create table people (
  player_id text not null,
  -- operator or member.
  role text default 'member'::text not null,
  -- Unique among people; null together with the password.
  email text,
  -- An argon2id hash.
  password_hash text,
  -- Whether public rows of the person's agents name their owner.
  show_owner boolean default false not null,
  constraint people_role_check CHECK ((role = ANY (ARRAY['member'::text, 'operator'::text]))),
  constraint people_sign_in CHECK (((email IS NULL) = (password_hash IS NULL))),
  constraint people_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
  constraint people_pkey PRIMARY KEY (player_id)
);
CREATE UNIQUE INDEX people_email ON public.people USING btree (email);

-- Messages of private streams, only with values that later changes overwrite. Partitioned by day and dropped by age.
create table player_messages (
  -- Counts the messages of the player from 1; accounts.messages is the last one.
  number bigint not null,
  at timestamptz not null,
  -- The market's sequence: of a trade, or at the end of the transaction that changed an order.
  sequence bigint,
  -- What was left of the order's amount at that sequence.
  remaining bigint,
  -- The player's account (accounts.number).
  player integer not null,
  -- The market (markets.number) of an order or a trade.
  market integer,
  kind message_kind not null,
  -- The status of the order at that sequence.
  status order_status,
  cancel_reason cancel_reason,
  order_id uuid,
  -- The fill that the message is about; its market, sequence and id find it in the index of fills.
  trade_id uuid,
  -- Of settlements and grants.
  details json,
  constraint player_messages_pkey PRIMARY KEY (player, number, at)
) partition by RANGE (at);

-- Agents and people: one namespace of handles. Rows are never deleted; a deleted player keeps its row without personal data.
create table players (
  id text not null,
  -- agent or human.
  kind text not null,
  -- The public name in addresses; "deleted-…" after deletion.
  handle text not null,
  name text not null,
  -- The name after Unicode, case and space folding. Names of agents are unique in this form.
  folded_name text not null,
  -- Decides the limits of requests: free, pro or enterprise.
  plan text default 'free'::text not null,
  -- Plays for the demonstration arena by fixed rules and has no owner.
  house boolean default false not null,
  created_at timestamptz not null,
  -- When the player was deleted; null for all others.
  retired_at timestamptz,
  constraint players_handle_check CHECK (((handle ~ '^[a-z0-9](-?[a-z0-9])*$'::text) AND ((length(handle) >= 1) AND (length(handle) <= 64)))),
  constraint players_kind_check CHECK ((kind = ANY (ARRAY['agent'::text, 'human'::text]))),
  constraint players_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint players_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'pro'::text, 'enterprise'::text]))),
  constraint players_pkey PRIMARY KEY (id),
  constraint players_handle_key UNIQUE (handle)
);
CREATE UNIQUE INDEX players_address ON public.players USING btree (sha256(decode(id, 'escape'::text)));
CREATE UNIQUE INDEX players_agent_name ON public.players USING btree (folded_name) WHERE (kind = 'agent'::text);

-- Holdings: one row per market, player and outcome. Profit of a settled position is paid + realized_profit - cost; a player may
-- hold several outcomes of a market. Amounts are millionths.
create table positions (
  -- The market (markets.number).
  market integer not null,
  -- The player's account (accounts.number).
  player integer not null,
  outcome smallint not null,
  -- The resolution version that paid it last; 0 before the first.
  settled_version integer default 0 not null,
  shares bigint not null,
  -- Shares that open sells have reserved.
  reserved_shares bigint not null,
  -- Millionths of a credit that the held shares cost.
  cost bigint not null,
  -- Proceeds of sold shares minus their cost.
  realized_profit bigint not null,
  -- The sum of all payouts of resolutions; a correction may reduce it.
  paid bigint default 0 not null,
  updated_at timestamptz not null,
  constraint positions_sound CHECK ((((reserved_shares >= 0) AND (reserved_shares <= shares)) AND (cost >= 0))),
  constraint positions_pkey PRIMARY KEY (market, player, outcome)
) with (fillfactor=80);
CREATE INDEX positions_player ON public.positions USING btree (player, market);

-- What a player sees of the practice purse. Amounts are millionths of a practice credit.
create table practice_activity (
  id text not null,
  at timestamptz not null,
  player_id text not null,
  kind text not null,
  credits bigint not null,
  balance_after bigint not null,
  event_id text,
  order_id text,
  details jsonb default '{}'::jsonb not null,
  constraint practice_activity_kind_check CHECK ((kind = ANY (ARRAY['grant'::text, 'order'::text, 'trade'::text, 'cancel'::text, 'settlement'::text, 'refund'::text, 'forecast'::text, 'score'::text]))),
  constraint practice_activity_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint practice_activity_pkey PRIMARY KEY (player_id, at, id)
);
CREATE INDEX practice_activity_event ON public.practice_activity USING btree (event_id) WHERE (event_id IS NOT NULL);
CREATE INDEX practice_activity_grants ON public.practice_activity USING btree (at) WHERE (event_id IS NULL);

-- The sums of transfers of deleted practice events, by account.
create table practice_carried (
  account text not null,
  -- Millionths of a practice credit.
  amount bigint not null,
  constraint practice_carried_pkey PRIMARY KEY (account)
);

-- Players whose practice events were deleted. Practice counts as play, and no other row remembers it.
create table practice_players (
  player_id text not null,
  constraint practice_players_pkey PRIMARY KEY (player_id)
);

-- What each player scored on a practice event by the resolution in force. The scores are those of event_scores.
create table practice_scores (
  event_id text not null,
  player_id text not null,
  resolved_at timestamptz not null,
  payout_bps integer[] not null,
  -- Null for players who only traded.
  brier double precision,
  market_brier double precision,
  last double precision,
  coverage double precision,
  -- By outcome, at the last instant; null if the market's price stood in.
  final_percents double precision[],
  -- Millionths of a practice credit; null for players who only forecast.
  profit bigint,
  benchmark_brier double precision,
  constraint practice_scores_benchmark_brier_check CHECK (((benchmark_brier >= (0)::double precision) AND (benchmark_brier <= (1)::double precision))),
  constraint practice_scores_brier_check CHECK (((brier >= (0)::double precision) AND (brier <= (1)::double precision))),
  constraint practice_scores_coverage_check CHECK (((coverage > (0)::double precision) AND (coverage <= (1)::double precision))),
  constraint practice_scores_last_check CHECK (((last >= (0)::double precision) AND (last <= (1)::double precision))),
  constraint practice_scores_market_brier_check CHECK (((market_brier >= (0)::double precision) AND (market_brier <= (1)::double precision))),
  constraint practice_scores_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint practice_scores_pkey PRIMARY KEY (event_id, player_id)
);
CREATE INDEX practice_scores_resolved ON public.practice_scores USING btree (resolved_at);

-- Double entry of the practice purse. No row names an account of the ordinary ledger.
create table practice_transfers (
  id bigint generated always as identity not null,
  at timestamptz not null,
  kind text not null,
  reference text not null,
  -- Null for top-ups.
  event_id text,
  from_account text not null,
  to_account text not null,
  -- Millionths of a practice credit.
  amount bigint not null,
  constraint practice_transfers_amount_check CHECK ((amount > 0)),
  constraint practice_transfers_two_accounts CHECK ((from_account <> to_account)),
  constraint practice_transfers_pkey PRIMARY KEY (id)
);
CREATE INDEX practice_transfers_event ON public.practice_transfers USING btree (event_id) WHERE (event_id IS NOT NULL);
CREATE INDEX practice_transfers_grants ON public.practice_transfers USING btree (at) WHERE (event_id IS NULL);
CREATE UNIQUE INDEX practice_transfers_grant ON public.practice_transfers USING btree (reference) WHERE (kind = 'grant'::text);

-- Versions of the rankings of events.
create table ranking_versions (
  version integer generated always as identity not null,
  made_at timestamptz not null,
  constraint ranking_versions_pkey PRIMARY KEY (version)
);

-- Reads that nodes have counted against limits, exchanged once per second. Unlogged, because a crash may lose a minute of them.
create unlogged table read_counts (
  -- The player or client address whose limit it is.
  holder text not null,
  node text not null,
  -- Which part of the limit's window: a sixtieth of it.
  slot bigint not null,
  ends_at timestamptz not null,
  count integer not null,
  constraint read_counts_count_check CHECK ((count > 0)),
  constraint read_counts_pkey PRIMARY KEY (holder, slot, node)
);
CREATE INDEX read_counts_ended ON public.read_counts USING btree (ends_at);

-- What people report to operators: at most one open report per person and subject.
create table reports (
  id text not null,
  person_id text not null,
  subject_kind text not null,
  -- The id of the reported event, player, market request or dispute.
  subject_id text not null,
  -- How the subject was named when it was reported.
  subject_name text not null,
  category text not null,
  reason text not null,
  created_at timestamptz not null,
  status text default 'open'::text not null,
  closed_at timestamptz,
  closed_by text,
  note text,
  constraint reports_category_check CHECK ((category = ANY (ARRAY['spam'::text, 'abuse'::text, 'misleading'::text, 'personal-data'::text, 'rules'::text, 'other'::text]))),
  constraint reports_closed CHECK (((status = 'open'::text) = (closed_at IS NULL))),
  constraint reports_reason_check CHECK ((length(reason) <= 2000)),
  constraint reports_status_check CHECK ((status = ANY (ARRAY['open'::text, 'upheld'::text, 'dismissed'::text]))),
  constraint reports_subject_kind_check CHECK ((subject_kind = ANY (ARRAY['event'::text, 'player'::text, 'market-request'::text, 'dispute'::text]))),
  constraint reports_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(player_id),
  constraint reports_pkey PRIMARY KEY (id)
);
CREATE INDEX reports_person ON public.reports USING btree (person_id, id DESC);
CREATE INDEX reports_status ON public.reports USING btree (status, id DESC);
CREATE INDEX reports_subject ON public.reports USING btree (subject_kind, subject_id) WHERE (status = 'open'::text);
CREATE UNIQUE INDEX reports_open ON public.reports USING btree (person_id, subject_kind, subject_id) WHERE (status = 'open'::text);

-- Each combination of operation, status and error code that has occurred: a few hundred.
create table request_kinds (
  number integer generated always as identity not null,
  route_id text not null,
  method text not null,
  path text not null,
  status smallint not null,
  code text,
  constraint request_kinds_pkey PRIMARY KEY (number),
  constraint request_kinds_route_id_method_path_status_code_key UNIQUE NULLS NOT DISTINCT (route_id, method, path, status, code)
);

-- The log of completed requests, without queries, bodies and headers. Partitioned by day and dropped by age. Read it through the
-- view request_log.
create table requests (
  -- The time of the response.
  at timestamptz not null,
  -- A generated id whose time is at most 5 seconds before at, so that it is found by player and time. Any other id is in
  -- client_id.
  request uuid,
  -- The player's account (accounts.number); null for anonymous requests.
  player integer,
  -- The agent's key (agent_keys.number).
  key integer,
  -- The operation and its outcome (request_kinds.number).
  kind integer not null,
  milliseconds real not null,
  client_id text,
  -- The field that was refused, if any.
  field text
) partition by RANGE (at);
CREATE INDEX requests_client ON ONLY public.requests USING btree (client_id) WHERE (client_id IS NOT NULL);
CREATE INDEX requests_player ON ONLY public.requests USING btree (player, at);

-- How many events name a resolution source, by its name, origin and category. Practice events are not counted.
create table resolution_source_uses (
  name text not null,
  -- Scheme and host of the source's address; empty without one.
  origin text not null,
  category text not null,
  demo boolean not null,
  events integer not null,
  constraint resolution_source_uses_events_check CHECK ((events >= 0)),
  constraint resolution_source_uses_pkey PRIMARY KEY (name, origin, category, demo)
);

-- Every resolution of an event. A correction adds a version; the highest one is in force.
create table resolutions (
  event_id text not null,
  version integer not null,
  -- { kind, payouts or winning outcome, evidence, who decided it and when }.
  resolution jsonb not null,
  constraint resolutions_version_check CHECK ((version > 0)),
  constraint resolutions_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint resolutions_pkey PRIMARY KEY (event_id, version)
);

-- Handles, names and emails of deleted players, which cannot be used again. A digest has no link to a player: with a candidate
-- one can check whether it was used, and nothing more.
create table retired_identities (
  -- SHA-256 of a salt, the kind and the identity; see identity_digest().
  digest bytea not null,
  constraint retired_identities_digest_check CHECK ((length(digest) = 32)),
  constraint retired_identities_pkey PRIMARY KEY (digest)
);

-- Certification runs: an agent's traffic under a separate address meets scripted faults and is judged.
create table sandbox_runs (
  id text not null,
  player_id text not null,
  opened_at timestamptz not null,
  deadline_at timestamptz not null,
  -- Decides what the run does where there is a choice.
  seed integer not null,
  contract_version text not null,
  -- One practice event for each scenario.
  events jsonb not null,
  -- What the client said of itself.
  declared jsonb,
  finished_at timestamptz,
  passed boolean,
  verdicts jsonb,
  -- When its events were voided and all credits given back.
  cleared_at timestamptz,
  constraint sandbox_runs_finished CHECK ((((finished_at IS NULL) = (passed IS NULL)) AND ((finished_at IS NULL) = (verdicts IS NULL)))),
  constraint sandbox_runs_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
  constraint sandbox_runs_pkey PRIMARY KEY (id)
);
CREATE INDEX sandbox_runs_due ON public.sandbox_runs USING btree (deadline_at) WHERE (cleared_at IS NULL);
CREATE INDEX sandbox_runs_player ON public.sandbox_runs USING btree (player_id, opened_at);
CREATE UNIQUE INDEX sandbox_runs_open ON public.sandbox_runs USING btree (player_id) WHERE (finished_at IS NULL);

-- What was observed of the client, in order. No entry is secret.
create table sandbox_trace (
  run_id text not null,
  number integer not null,
  entry jsonb not null,
  constraint sandbox_trace_number_check CHECK (((number >= 1) AND (number <= 400))),
  constraint sandbox_trace_run_id_fkey FOREIGN KEY (run_id) REFERENCES sandbox_runs(id) ON DELETE CASCADE,
  constraint sandbox_trace_pkey PRIMARY KEY (run_id, number)
);

-- The files of src/database/schema that this database has, with their checksums.
create table schema_migrations (
  number integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamptz default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (number)
);

-- Words that occur in events. Search replaces an unknown word by the nearest of these.
create table search_vocabulary (
  word text collate "C" not null,
  constraint search_vocabulary_pkey PRIMARY KEY (word)
);
CREATE INDEX search_vocabulary_near ON public.search_vocabulary USING gin (word gin_trgm_ops) WITH (fastupdate=off);

-- Sign-ins of people in a browser. A session ends some time after its last use.
create table sessions (
  id text not null,
  person_id text not null,
  -- SHA-256 of the session's token.
  token_hash bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- What the browser called itself when it signed in.
  user_agent text,
  constraint sessions_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint sessions_user_agent_check CHECK ((length(user_agent) <= 300)),
  constraint sessions_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(player_id),
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX sessions_person ON public.sessions USING btree (person_id, created_at);

-- Settings of the whole arena that operators change while it runs, and secrets that nodes share, by name.
create table settings (
  name text not null,
  value jsonb not null,
  constraint settings_pkey PRIMARY KEY (name)
);

-- Client addresses from which a person has signed in. Failed attempts from elsewhere never block these.
create table sign_in_addresses (
  person_id text not null,
  -- A salted digest of the client address.
  address bytea not null,
  last_used_at timestamptz not null,
  constraint sign_in_addresses_address_check CHECK ((length(address) = 32)),
  constraint sign_in_addresses_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(player_id),
  constraint sign_in_addresses_pkey PRIMARY KEY (person_id, address)
);

-- How many judged signals were hits, by type. They outlive the signals.
create table signal_backtests (
  type text not null,
  demo boolean not null,
  -- The number of judged signals.
  n integer not null,
  hits integer not null,
  constraint signal_backtests_hits CHECK ((n >= hits)),
  constraint signal_backtests_hits_check CHECK ((hits >= 0)),
  constraint signal_backtests_pkey PRIMARY KEY (type, demo)
);

-- Published signals. A row is never changed, except that hit is set once, a day after detection.
create table signals (
  id text not null,
  type text not null,
  event_id text not null,
  outcome integer not null,
  demo boolean not null,
  direction text not null,
  strength double precision not null,
  -- The figures that led to it.
  evidence jsonb not null,
  -- The market's sequence that was examined; later trades decide whether it was a hit.
  sequence bigint not null,
  price_bps integer not null,
  spread_bps integer,
  detected_at timestamptz not null,
  expires_at timestamptz not null,
  hit boolean,
  constraint signals_direction_check CHECK ((direction = ANY (ARRAY['up'::text, 'down'::text, 'none'::text]))),
  constraint signals_interval CHECK ((expires_at > detected_at)),
  constraint signals_outcome_check CHECK ((outcome >= 0)),
  constraint signals_spread CHECK (((direction = 'none'::text) OR (spread_bps IS NOT NULL))),
  constraint signals_strength_check CHECK (((strength >= (0)::double precision) AND (strength <= (1)::double precision))),
  constraint signals_type_check CHECK ((type = ANY (ARRAY['momentum'::text, 'mispricing'::text, 'liquidity'::text, 'stale'::text, 'resolution-near'::text, 'unusual-flow'::text]))),
  constraint signals_pkey PRIMARY KEY (id)
);
CREATE INDEX signals_detected ON public.signals USING btree (detected_at DESC, id DESC);
CREATE INDEX signals_due ON public.signals USING btree (detected_at) WHERE ((hit IS NULL) AND (direction <> 'none'::text));
CREATE INDEX signals_market ON public.signals USING btree (event_id, expires_at);
CREATE INDEX signals_type ON public.signals USING btree (type, detected_at DESC, id DESC);

-- Every line that a bookmaker has offered. A row is written only when its quote changes.
create table sports_lines (
  id text collate "C" not null,
  fixture_id text not null,
  source text collate "C" not null,
  source_event_id text collate "C" not null,
  book text collate "C" not null,
  market text collate "C" not null,
  selection text collate "C" not null,
  -- The handicap or total; null for a moneyline.
  point double precision,
  decimal_price double precision not null,
  -- 10,000 / decimal_price.
  implied_bps double precision not null,
  -- Without the bookmaker's margin.
  fair_bps double precision not null,
  -- Compared with the other current lines, as long as it is current.
  outlier boolean default false not null,
  current boolean default true not null,
  demo boolean not null,
  offered_at timestamptz not null,
  constraint sports_lines_decimal_price_check CHECK ((decimal_price > (1)::double precision)),
  constraint sports_lines_market_check CHECK ((market = ANY (ARRAY['moneyline'::text, 'spread'::text, 'total'::text]))),
  constraint sports_lines_selection_check CHECK ((selection = ANY (ARRAY['home'::text, 'away'::text, 'draw'::text, 'over'::text, 'under'::text]))),
  constraint sports_lines_fixture_id_fkey FOREIGN KEY (fixture_id) REFERENCES fixtures(id) ON DELETE CASCADE,
  constraint sports_lines_pkey PRIMARY KEY (id)
) with (fillfactor=90);
CREATE INDEX sports_lines_fixture ON public.sports_lines USING btree (fixture_id, offered_at, id);
CREATE INDEX sports_lines_market ON public.sports_lines USING btree (market, offered_at, id);
CREATE INDEX sports_lines_offered ON public.sports_lines USING btree (offered_at, id);
CREATE UNIQUE INDEX sports_lines_current ON public.sports_lines USING btree (fixture_id, source, book, market, selection, COALESCE(point, (0)::double precision)) WHERE current;

-- Counts transactions that changed what sports reads show, so that nodes know whether a cached response is current.
create table sports_version (
  only_row boolean default true not null,
  version bigint default 0 not null,
  constraint sports_version_only_row_check CHECK (only_row),
  constraint sports_version_pkey PRIMARY KEY (only_row)
);

-- The figures of one node in one minute. A minute without a row of any node was an outage.
create table status_samples (
  minute timestamptz not null,
  node text not null,
  ready boolean not null,
  figures jsonb not null,
  constraint status_samples_pkey PRIMARY KEY (minute, node)
);

-- What a player sees of their account, apart from trades, which are derived from fills; the view activity has all.
create table stored_activity (
  -- The 128 bits of the public id "act_…".
  id uuid not null,
  at timestamptz not null,
  -- The change of the available millionths.
  credits bigint not null,
  -- The available millionths after it.
  balance_after bigint not null,
  order_id uuid,
  -- The player's account (accounts.number).
  player integer not null,
  -- The market (markets.number), if any.
  market integer,
  kind activity_kind not null,
  -- Null for orders and cancels, whose details follow from the order; see activity_details().
  details jsonb,
  constraint stored_activity_pkey PRIMARY KEY (player, at, id)
);

-- Responses of accepted writes that carry an idempotency key, for their repetition. Orders and forecasts are repeated from their
-- own rows.
create table stored_replies (
  -- A player's id, or a name that no player has for the operator token.
  player_id text not null,
  -- The operation.
  kind text not null,
  -- The idempotency key.
  client_id text not null,
  -- A digest of the request's body: the same key with another body is refused.
  body_digest bytea not null,
  status smallint not null,
  reply jsonb not null,
  created_at timestamptz not null,
  constraint stored_replies_client_id_check CHECK (((length(client_id) >= 1) AND (length(client_id) <= 128))),
  constraint stored_replies_pkey PRIMARY KEY (player_id, kind, client_id)
);

-- Double entry: each row takes an amount from one account and gives it to another. Transfers of trades are derived from fills;
-- the view transfers has all.
create table stored_transfers (
  at timestamptz not null,
  -- Eight times the number of a player's account or market, plus 1 (available), 2 (reserved) or 3 (market); 8 is issuance, 16 the
  -- treasury. ledger_account() names it.
  from_account bigint not null,
  -- As from_account.
  to_account bigint not null,
  -- Millionths of a credit.
  amount bigint not null,
  -- The order that it belongs to; other references are texts.
  order_id uuid,
  kind transfer_kind not null,
  reference text,
  constraint stored_transfers_amount_check CHECK ((amount > 0)),
  constraint stored_transfers_one_reference CHECK (((reference IS NULL) = (order_id IS NOT NULL))),
  constraint stored_transfers_two_accounts CHECK ((to_account <> from_account))
);

-- Every suspension of a player, with who imposed and lifted it and why. A suspended person's agents are suspended too.
create table suspensions (
  id bigint generated always as identity not null,
  player_id text not null,
  reason text not null,
  suspended_at timestamptz not null,
  -- The id of an operator, or the name of a process.
  suspended_by text not null,
  -- Null while the suspension is in force.
  lifted_at timestamptz,
  lifted_by text,
  lift_reason text,
  constraint suspensions_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
  constraint suspensions_pkey PRIMARY KEY (id)
);
CREATE INDEX suspensions_by_player ON public.suspensions USING btree (player_id, id DESC);
CREATE UNIQUE INDEX suspensions_in_force ON public.suspensions USING btree (player_id) WHERE (lifted_at IS NULL);

-- Pairs of markets of two venues that ask the same question.
create table venue_links (
  id text not null,
  left_id text not null,
  right_id text not null,
  -- The similarity of their titles, from 0 to 1.
  score double precision not null,
  status text not null,
  suggested_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  constraint venue_links_order CHECK ((left_id < (right_id COLLATE "C"))),
  constraint venue_links_score_check CHECK (((score >= (0)::double precision) AND (score <= (1)::double precision))),
  constraint venue_links_status_check CHECK ((status = ANY (ARRAY['suggested'::text, 'confirmed'::text, 'rejected'::text]))),
  constraint venue_links_left_id_fkey FOREIGN KEY (left_id) REFERENCES venue_markets(id) ON DELETE CASCADE,
  constraint venue_links_right_id_fkey FOREIGN KEY (right_id) REFERENCES venue_markets(id) ON DELETE CASCADE,
  constraint venue_links_pkey PRIMARY KEY (id),
  constraint venue_links_left_id_right_id_key UNIQUE (left_id, right_id)
);
CREATE INDEX venue_links_by_score ON public.venue_links USING btree (status, score, id);
CREATE INDEX venue_links_right ON public.venue_links USING btree (right_id);

-- Markets of other venues, and our own events (source presage).
create table venue_markets (
  id text not null,
  source text not null,
  source_market_id text not null,
  -- Of our own events only.
  event_id text,
  title text not null,
  category text,
  status text not null,
  tradable boolean not null,
  -- [{ label, priceBps, bidBps, askBps }]; null until a response has contained the outcomes.
  outcomes jsonb,
  volume double precision,
  volume_24h double precision,
  -- The unit of volume and volume_24h, as the venue counts.
  volume_unit text not null,
  closes_at timestamptz,
  resolved_at timestamptz,
  resolution text,
  url text,
  demo boolean not null,
  -- When the source listed it, or when it was first fetched.
  listed_at timestamptz not null,
  -- When its content was last written. While it is not missing, it is as fresh as its source's last complete run.
  fetched_at timestamptz not null,
  -- The last complete run did not contain it.
  missing boolean default false not null,
  -- Of the row as the source sent it; an equal row is not written again.
  digest text not null,
  -- 0 active and tradable, 1 active, 2 closed, 3 resolved.
  lane smallint not null,
  -- Sort key by end.
  ends_key timestamptz not null,
  search tsvector not null,
  -- Whether links to markets of other sources have been suggested for its title.
  link_checked boolean default false not null,
  constraint venue_markets_lane_check CHECK (((lane >= 0) AND (lane <= 3))),
  constraint venue_markets_status_check CHECK ((status = ANY (ARRAY['active'::text, 'closed'::text, 'resolved'::text]))),
  constraint venue_markets_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint venue_markets_pkey PRIMARY KEY (id),
  constraint venue_markets_source_source_market_id_key UNIQUE (source, source_market_id)
) with (fillfactor=85);
CREATE INDEX venue_markets_by_end ON public.venue_markets USING btree (source, lane, ends_key, id);
CREATE INDEX venue_markets_by_listing ON public.venue_markets USING btree (source, lane, listed_at, id);
CREATE INDEX venue_markets_category_end ON public.venue_markets USING btree (source, lane, category, ends_key, id) WHERE (category IS NOT NULL);
CREATE INDEX venue_markets_category_listing ON public.venue_markets USING btree (source, lane, category, listed_at, id) WHERE (category IS NOT NULL);
CREATE INDEX venue_markets_ending ON public.venue_markets USING btree (ends_key) WHERE (lane < 2);
CREATE INDEX venue_markets_missing ON public.venue_markets USING btree (fetched_at) WHERE missing;
CREATE INDEX venue_markets_search ON public.venue_markets USING gin (search);
CREATE INDEX venue_markets_unlinked ON public.venue_markets USING btree (id) WHERE ((NOT link_checked) AND (lane < 2));
CREATE UNIQUE INDEX venue_markets_of_event ON public.venue_markets USING btree (event_id) WHERE (event_id IS NOT NULL);

-- The last price of each hour in which it changed, for the change over 24 hours.
create table venue_prices (
  market_id text not null,
  -- Hours since 1970.
  hour integer not null,
  price_bps integer[] not null,
  constraint venue_prices_market_id_fkey FOREIGN KEY (market_id) REFERENCES venue_markets(id) ON DELETE CASCADE,
  constraint venue_prices_pkey PRIMARY KEY (market_id, hour)
);
CREATE INDEX venue_prices_by_hour ON public.venue_prices USING btree (hour);

-- Versions of the rankings of venue markets.
create table venue_rank_versions (
  version integer not null,
  made_at timestamptz not null,
  constraint venue_rank_versions_pkey PRIMARY KEY (version)
);

-- Positions of venue markets by volume and price change, by version of the ranking. A row stays for an hour after it was
-- replaced, so that a client can page through the version that it began with.
create table venue_ranks (
  market_id text not null,
  sort text collate "C" not null,
  key integer not null,
  -- The first version of the ranking that has this row.
  since integer default 0 not null,
  -- The first version that no longer has it; 2147483647 for the current row.
  until integer default 2147483647 not null,
  source text not null,
  lane smallint not null,
  category text,
  constraint venue_ranks_sort_check CHECK ((sort = ANY (ARRAY['volume'::text, 'movers'::text]))),
  constraint venue_ranks_market_id_fkey FOREIGN KEY (market_id) REFERENCES venue_markets(id) ON DELETE CASCADE,
  constraint venue_ranks_pkey PRIMARY KEY (market_id, sort, since)
) with (fillfactor=85);
CREATE INDEX venue_ranks_ended ON public.venue_ranks USING btree (until) WHERE (until < 2147483647);
CREATE INDEX venue_ranks_present ON public.venue_ranks USING btree (source, sort, lane, key, market_id) WHERE (until = 2147483647);
CREATE INDEX venue_ranks_present_category ON public.venue_ranks USING btree (source, sort, lane, category, key, market_id) WHERE ((until = 2147483647) AND (category IS NOT NULL));
CREATE INDEX venue_ranks_versions ON public.venue_ranks USING btree (source, sort, lane, key, market_id, since, until);
CREATE INDEX venue_ranks_versions_category ON public.venue_ranks USING btree (source, sort, lane, category, key, market_id, since, until) WHERE (category IS NOT NULL);

-- All entries of players' activity, those of trades included. The entry of a trade has the id of its fill.
create view activity as
SELECT id_of('act'::text, c.id) AS id,
    c.at,
    a.player_id,
    c.kind,
    c.credits,
    c.balance_after,
    m.event_id,
    id_of('ord'::text, c.order_id) AS order_id,
    activity_details(c.*) AS details
   FROM ((stored_activity c
     LEFT JOIN accounts a ON ((a.number = c.player)))
     LEFT JOIN markets m ON ((m.number = c.market)))
UNION ALL
 SELECT id_of('act'::text, f.id) AS id,
    f.at,
    a.player_id,
    'trade'::activity_kind AS kind,
    fill_credits(f.*) AS credits,
    f.balance_after,
    m.event_id,
    id_of('ord'::text, f.order_id) AS order_id,
    fill_details(f.*) AS details
   FROM ((fills f
     LEFT JOIN accounts a ON ((a.number = f.player)))
     LEFT JOIN markets m ON ((m.number = f.market)))
  WHERE (f.balance_after IS NOT NULL);

-- Fills with public ids and words.
create view readable_fills as
SELECT id_of('trd'::text, f.id) AS id,
    f.at,
    m.event_id,
    id_of('ord'::text, f.order_id) AS order_id,
    a.player_id,
    (f.outcome)::integer AS outcome,
    f.side,
    f.shares,
    f.credits,
    (f.price_bps)::integer AS price_bps,
    f.against,
    (f.number IS NOT NULL) AS public,
    f.sequence,
    (f.prices_bps)::integer[] AS prices_bps,
    f.number
   FROM ((fills f
     LEFT JOIN accounts a ON ((a.number = f.player)))
     LEFT JOIN markets m ON ((m.number = f.market)));

-- Orders with public ids and words.
create view readable_orders as
SELECT id_of('ord'::text, o.id) AS id,
    a.player_id,
    o.client_order_id,
    o.body_digest,
    m.event_id,
    (o.outcome)::integer AS outcome,
    o.side,
    o.time_in_force,
    (o.limit_bps)::integer AS limit_bps,
    o.amount,
    o.filled_credits,
    o.filled_shares,
    o.remaining,
    o.status,
    o.cancel_reason,
    o.sequence,
    o.created_at,
    o.updated_at,
    o.expires_at
   FROM ((orders o
     LEFT JOIN accounts a ON ((a.number = o.player)))
     LEFT JOIN markets m ON ((m.number = o.market)));

-- Positions with public ids.
-- profit: Of the position, in millionths of a credit; null until the market is settled.
create view readable_positions as
SELECT m.event_id,
    a.player_id,
    (p.outcome)::integer AS outcome,
    p.shares,
    p.reserved_shares,
    p.cost,
    p.realized_profit,
    p.paid,
    p.settled_version,
    p.updated_at,
        CASE
            WHEN ((p.settled_version > 0) AND (p.settled_version = m.resolution_version)) THEN ((p.paid + p.realized_profit) - p.cost)
            ELSE NULL::bigint
        END AS profit
   FROM ((positions p
     LEFT JOIN accounts a ON ((a.number = p.player)))
     LEFT JOIN markets m ON ((m.number = p.market)));

-- The request log with public ids, for operators. A look-up by id scans the log.
create view request_log as
SELECT COALESCE(r.client_id, id_of('req'::text, r.request)) AS request_id,
    r.at,
    k.route_id,
    k.method,
    k.path,
    k.status,
    k.code,
    r.field,
    r.milliseconds,
    a.player_id,
    g.id AS key_id
   FROM (((requests r
     JOIN request_kinds k ON ((k.number = r.kind)))
     LEFT JOIN accounts a ON ((a.number = r.player)))
     LEFT JOIN agent_keys g ON ((g.number = r.key)));

-- All transfers, those of trades included, with integer accounts.
create view transfer_entries as
SELECT stored_transfers.at,
    stored_transfers.from_account,
    stored_transfers.to_account,
    stored_transfers.amount,
    stored_transfers.order_id,
    stored_transfers.kind,
    stored_transfers.reference
   FROM stored_transfers
UNION ALL
 SELECT fills.at,
        CASE
            WHEN (fills.side = 'sell'::order_side) THEN (((fills.market)::bigint * 8) + 3)
            WHEN (fills.number IS NULL) THEN (((fills.player)::bigint * 8) + 2)
            ELSE (((fills.player)::bigint * 8) + 1)
        END AS from_account,
        CASE
            WHEN (fills.side = 'sell'::order_side) THEN (((fills.player)::bigint * 8) + 1)
            ELSE (((fills.market)::bigint * 8) + 3)
        END AS to_account,
    fills.credits AS amount,
    fills.order_id,
    'trade'::transfer_kind AS kind,
    NULL::text AS reference
   FROM fills
  WHERE ((fills.balance_after IS NOT NULL) AND (fills.credits > 0));

-- All transfers, those of trades included, with the names of accounts.
create view transfers as
SELECT at,
    kind,
    COALESCE(reference, id_of('ord'::text, order_id)) AS reference,
    ledger_account(from_account) AS from_account,
    ledger_account(to_account) AS to_account,
    amount
   FROM transfer_entries t;

-- The details of an entry as the activity lists them.
CREATE OR REPLACE FUNCTION public.activity_details(given stored_activity)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when given.details is not null then given.details
    when given.kind = 'order' then (
      select jsonb_build_object('outcome', o.outcome, 'side', o.side, 'limitPriceBps', o.limit_bps, 'amount', o.amount,
        'timeInForce', o.time_in_force, 'status', case when o.rested then 'open' else o.status end,
        'reserved', case when not o.rested then 0 else o.amount - coalesce((
          select sum(case o.side when 'buy' then f.credits else f.shares end)::bigint from fills f
          where f.market = o.market and f.sequence = o.sequence and f.order_id = o.id and f.number is not null), 0) end)
      from orders o where o.player = given.player and o.id = given.order_id)
    when given.kind = 'cancel' then (
      select jsonb_build_object('outcome', o.outcome, 'side', o.side, 'status', o.status,
        'reason', o.cancel_reason, 'released', o.remaining)
      from orders o where o.player = given.player and o.id = given.order_id)
    else '{}' end
$function$;

-- Counts a change of credentials at the commit, when the transaction asks for no other lock, so that there is no deadlock, and
-- notifies all nodes.
CREATE OR REPLACE FUNCTION public.count_credential_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update credential_changes set changes = changes + 1, transaction = pg_current_xact_id()
    where transaction is distinct from pg_current_xact_id();
  -- PostgreSQL sends equal notifications of a transaction once.
  perform pg_notify('presage_markets', 'database $');
  return null;
end
$function$;

-- Counts the sources of new events.
CREATE OR REPLACE FUNCTION public.count_resolution_sources()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into resolution_source_uses as u (name, origin, category, demo, events)
  select resolution_source->>'name', source_origin(resolution_source), category, demo, count(*) from fresh
  where not practice and resolution_source ? 'name' group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (name, origin, category, demo) do update set events = u.events + excluded.events;
  return null;
end
$function$;

-- The five-bit value of a character of a public id. Helper of uuid_of().
CREATE OR REPLACE FUNCTION public.crockford(id text, place integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select strpos('0123456789abcdefghjkmnpqrstvwxyz', substr(id, place + 4, 1)) - 1
$function$;

-- Four characters of a public id as five hexadecimal digits. Helper of uuid_of().
CREATE OR REPLACE FUNCTION public.crockford_group(id text, place integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select lpad(to_hex((crockford(id, place) << 15) | (crockford(id, place + 1) << 10) | (crockford(id, place + 2) << 5)
    | crockford(id, place + 3)), 5, '0')
$function$;

-- Locks the markets and then the accounts of a batch, each in the order of their ids, and reads what the batch needs. Volatile,
-- so that each statement sees what was committed before its locks were granted. Plans are generic: planning took longer than most
-- statements.
CREATE OR REPLACE FUNCTION public.desk_load(p_markets integer[], p_players integer[], p_order_players integer[], p_clients text, p_pair_markets integer[], p_pair_players integer[], OUT markets text, OUT accounts text, OUT stored text, OUT positions text, OUT paused boolean, OUT now bigint)
 RETURNS record
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  select string_agg(x.number || ' ' || x.sequence, E'\n') into markets
  from (select m.number, m.sequence from markets m where m.number = any(p_markets) order by m.event_id for update) x;
  now := floor(extract(epoch from clock_timestamp()) * 1000);
  select string_agg(concat_ws(' ', x.number, x.retired::integer, x.available, x.owed, x.granted, x.last_grant_day - date '1970-01-01',
    x.practice, coalesce(floor(extract(epoch from x.practice_topped_at) * 1000), 0), x.messages, x.write_period,
    array_to_string(x.order_counts, ','), array_to_string(x.cancel_counts, ','), array_to_string(x.forecast_counts, ',')), E'\n') into accounts
  from (select a.* from accounts a where a.number = any(p_players) order by a.player_id for update) x;
  select value into paused from settings where name = 'trading_paused';
  if cardinality(p_order_players) > 0 then
    select json_agg(stored_order(o.entry))::text into stored
    from unnest(p_order_players, lines(p_clients)) as w(player, client)
      cross join lateral (
        select x as entry from orders x where x.player = w.player and x.client_order_id = w.client limit 1) o;
  end if;
  if cardinality(p_pair_markets) > 0 then
    select string_agg(concat_ws(' ', p.market, p.player, p.outcome, p.shares, p.reserved_shares, p.cost, p.realized_profit), E'\n')
    into positions
    from unnest(p_pair_markets, p_pair_players) as w(market, player)
      cross join lateral (select * from positions x where x.market = w.market and x.player = w.player offset 0) p;
  end if;
end
$function$;

-- Changes the existing rows of a batch. Each table gets one statement; its numbers come row by row in one array, with 0 for null.
CREATE OR REPLACE FUNCTION public.desk_update(p_at timestamp with time zone, p_position_markets integer[], p_positions bigint[], p_market_nos integer[], p_market_statuses text[], p_markets bigint[], p_market_lists bigint[], p_account_nos integer[], p_accounts bigint[], p_counts bigint[], p_change_ids uuid[], p_change_statuses text[], p_change_reasons text[], p_changes bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  changed integer;
begin
  if cardinality(p_position_markets) > 0 then
    update positions p set shares = p_positions[b + 2], reserved_shares = p_positions[b + 3], cost = p_positions[b + 4],
      realized_profit = p_positions[b + 5], updated_at = p_at
    from (select market, p_positions[b]::integer as player, p_positions[b + 1]::smallint as outcome, b
      from (select market, ((i - 1) * 6 + 1)::integer as b from unnest(p_position_markets) with ordinality as u(market, i)) given
      offset 0) r
    where p.market = r.market and p.player = r.player and p.outcome = r.outcome;
    get diagnostics changed = row_count;
    if changed <> cardinality(p_position_markets) then
      raise exception '% of % changed positions are missing', cardinality(p_position_markets) - changed,
        cardinality(p_position_markets);
    end if;
  end if;
  if cardinality(p_market_nos) > 0 then
    update markets m set status = p_market_statuses[r.i], opens_at = to_timestamp(p_markets[b] / 1000::float8),
      ends_at = to_timestamp(p_markets[b + 1] / 1000::float8), closed_at = to_timestamp(nullif(p_markets[b + 2], 0) / 1000::float8),
      resolved_at = to_timestamp(nullif(p_markets[b + 3], 0) / 1000::float8), sequence = p_markets[b + 4], account = p_markets[b + 5],
      volume = p_markets[b + 6], last_trade_at = to_timestamp(nullif(p_markets[b + 7], 0) / 1000::float8), traders = p_markets[b + 8],
      open_orders = p_markets[b + 9], trades = p_markets[b + 10], shares = p_market_lists[f : f + n - 1],
      price_bps = p_market_lists[f + n : f + 2 * n - 1]::integer[], outcome_volumes = p_market_lists[f + 2 * n : f + 3 * n - 1],
      outcome_traded_at = p_market_lists[f + 3 * n : f + 4 * n - 1]
    from (select number, i::integer as i, ((i - 1) * 13 + 1)::integer as b, p_markets[(i - 1) * 13 + 12]::integer as f,
        p_markets[(i - 1) * 13 + 13]::integer as n
      from unnest(p_market_nos) with ordinality as u(number, i) offset 0) r
    where m.number = r.number;
  end if;
  if cardinality(p_account_nos) > 0 then
    update accounts a set available = p_accounts[b], owed = p_accounts[b + 1], granted = p_accounts[b + 2],
      last_grant_day = date '1970-01-01' + p_accounts[b + 3]::integer, practice = p_accounts[b + 4],
      practice_topped_at = to_timestamp(nullif(p_accounts[b + 5], 0) / 1000::float8), messages = p_accounts[b + 6],
      write_period = p_accounts[b + 7], order_counts = p_counts[p_accounts[b + 8] : p_accounts[b + 8] + p_accounts[b + 9] - 1]::smallint[],
      cancel_counts = p_counts[p_accounts[b + 10] : p_accounts[b + 10] + p_accounts[b + 11] - 1]::smallint[],
      forecast_counts = p_counts[p_accounts[b + 12] : p_accounts[b + 12] + p_accounts[b + 13] - 1]::smallint[]
    from (select number, ((i - 1) * 14 + 1)::integer as b from unnest(p_account_nos) with ordinality as u(number, i) offset 0) r
    where a.number = r.number;
  end if;
  if cardinality(p_change_ids) > 0 then
    update orders o set filled_credits = o.filled_credits + p_changes[b + 1], filled_shares = o.filled_shares + p_changes[b + 2],
      remaining = p_changes[b + 3], status = p_change_statuses[r.i]::order_status,
      cancel_reason = p_change_reasons[r.i]::cancel_reason, updated_at = p_at
    from (select id, i, p_changes[(i - 1) * 4 + 1]::integer as player, ((i - 1) * 4 + 1)::integer as b
      from unnest(p_change_ids) with ordinality as u(id, i) offset 0) r
    where o.player = r.player and o.id = r.id;
    get diagnostics changed = row_count;
    if changed <> cardinality(p_change_ids) then
      raise exception '% of % changed orders are missing', cardinality(p_change_ids) - changed, cardinality(p_change_ids);
    end if;
  end if;
end
$function$;

-- The weighted words of an event's short texts.
CREATE OR REPLACE FUNCTION public.event_head(event events)
 RETURNS tsvector
 LANGUAGE sql
 STABLE
AS $function$
  select setweight(search_document(event.title || ' ' || event.slug), 'A')
    || setweight(search_document(event.category || ' ' || array_to_string(event.tags, ' ')), 'B')
    || setweight(search_document(array_to_string(event.outcomes, ' ')), 'C')
$function$;

-- The change of the player's available millionths by a fill: a resting buy pays from its reserve.
CREATE OR REPLACE FUNCTION public.fill_credits(given fills)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when given.side = 'sell' then given.credits - coalesce(given.repaid, 0) when given.number is null then 0 else -given.credits end
$function$;

-- The details of a trade as the activity lists them.
CREATE OR REPLACE FUNCTION public.fill_details(given fills)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select jsonb_build_object('outcome', given.outcome, 'side', given.side, 'shares', given.shares, 'credits', given.credits,
      'priceBps', given.price_bps, 'against', given.against)
    || case when given.number is null then '{"fromReserve": true}'::jsonb else '{}' end
    || case when given.repaid is null then '{}' else jsonb_build_object('repaid', given.repaid) end
$function$;

-- The public id of a uuid: Crockford base32 behind a prefix and an underscore, such as ord_….
CREATE OR REPLACE FUNCTION public.id_of(prefix text, id uuid)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select prefix || '_' || string_agg(
    substr('0123456789abcdefghjkmnpqrstvwxyz', substring(bits from place * 5 + 1 for 5)::integer + 1, 1), '' order by place)
  from (select B'00' || ('x' || replace(id::text, '-', ''))::bit(128) as bits) as given, generate_series(0, 25) as place
$function$;

-- A salted digest of a handle, name or email of a deleted player.
CREATE OR REPLACE FUNCTION public.identity_digest(kind text, identity text)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  select sha256(convert_to(concat_ws(' ', value #>> '{}', kind, identity), 'UTF8')) from settings where name = 'identity_salt'
$function$;

-- Rejects deleting an event that is not for practice: its market, forecasts and scores would go with it.
CREATE OR REPLACE FUNCTION public.keep_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not old.practice then
    raise exception 'event % is on record and can''t be deleted', old.slug;
  end if;
  return old;
end
$function$;

-- Rejects changes of forecasts other than writing their end, and deleting those of practice events, which go with their event.
CREATE OR REPLACE FUNCTION public.keep_forecast()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and not exists (select from events where id = old.event_id and not practice) then
    return old;
  end if;
  if tg_op = 'DELETE' or old.ended_at is not null
    or to_jsonb(new) - 'ended_at' - 'ended_by' <> to_jsonb(old) - 'ended_at' - 'ended_by' then
    raise exception 'forecast % stays as it was recorded', old.id;
  end if;
  return new;
end
$function$;

-- The name of a ledger account: issuance, treasury, player:…:available, player:…:reserved or market:….
CREATE OR REPLACE FUNCTION public.ledger_account(code bigint)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case code & 7
    when 1 then 'player:' || coalesce((select player_id from accounts where number = code >> 3), '?') || ':available'
    when 2 then 'player:' || coalesce((select player_id from accounts where number = code >> 3), '?') || ':reserved'
    when 3 then 'market:' || coalesce((select event_id from markets where number = code >> 3), '?')
    else case code when 8 then 'issuance' when 16 then 'treasury' else 'account ' || code end end
$function$;

-- Splits a text into lines; an empty line is null. A column of many rows is sent as one text, because parsing an array literal
-- takes several times as long.
CREATE OR REPLACE FUNCTION public.lines(given text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select string_to_array(given, e'\n', '')
$function$;

-- Adds new events to lists, searches and candles.
CREATE OR REPLACE FUNCTION public.list_markets(event_ids text[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into candle_progress (event_id, sequence)
  select event_id, case when last_trade_at is null then sequence else 0 end from markets where event_id = any(event_ids);
  insert into event_listing (event_id, newest, ending, status, category, active_from, traded)
  select e.id, floor(extract(epoch from e.created_at) * 1000), -floor(extract(epoch from m.ends_at) * 1000),
    m.status, e.category, greatest(m.opens_at, m.last_trade_at), m.volume > 0
  from events e join markets m on m.event_id = e.id
  where e.id = any(event_ids) and not e.practice order by e.created_at, e.id;
  insert into event_ranks (event_number, sort, value, status, category, active_from, traded)
  select l.event_number, v.sort, v.value, l.status, l.category, l.active_from, l.traded
  from event_listing l join markets m on m.event_id = l.event_id,
    lateral (values ('volume', m.volume), ('traders', m.traders), ('movers', 0), ('trending', 0)) v(sort, value)
  where l.event_id = any(event_ids);
  select put_event_texts(event_ids);
$function$;

-- Lists the events of new markets.
CREATE OR REPLACE FUNCTION public.list_new_markets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform list_markets(array(select event_id from fresh));
  return null;
end
$function$;

-- The fills of an order: its own trades have its sequence, the others came while it rested.
CREATE OR REPLACE FUNCTION public.order_fills(given orders)
 RETURNS SETOF fills
 LANGUAGE sql
 STABLE
AS $function$
  select * from fills f where f.market = given.market and f.sequence = given.sequence and f.order_id = given.id
    and f.number is not null
  union all
  select * from fills f where given.rested and f.order_id = given.id and f.number is null
$function$;

-- Lower case, with a space in place of every sign.
CREATE OR REPLACE FUNCTION public.plain_words(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select lower(translate(normalize(given, NFKC),
    '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~¡¿«»‘’‚“”„‐‑‒–—―…·•′″€£', repeat(' ', 80)))
$function$;

-- Updates what searches find of these events.
CREATE OR REPLACE FUNCTION public.put_event_texts(event_ids text[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into event_heads (event_number, head)
  select l.event_number, event_head(e) from event_listing l join events e on e.id = l.event_id
  where l.event_id = any(event_ids)
  on conflict (event_number) do update set head = excluded.head;
  insert into event_texts (event_number, words)
  select l.event_number, strip(h.head || search_document(e.description))
  from event_listing l join events e on e.id = l.event_id join event_heads h on h.event_number = l.event_number
  where l.event_id = any(event_ids)
  on conflict (event_number) do update set words = excluded.words;
  insert into search_vocabulary (word)
  select distinct w.lexeme from events e join event_listing l on l.event_id = e.id,
    unnest(to_tsvector('simple', plain_words(concat_ws(' ', e.title, e.category, e.description,
      array_to_string(e.tags, ' '), array_to_string(e.outcomes, ' '))))) w
  where e.id = any(event_ids) and length(w.lexeme) between 3 and 40 and w.lexeme !~ '^[0-9]+$' order by 1
  on conflict do nothing;
$function$;

-- Ranks new venue markets last, until the next version of the ranking.
CREATE OR REPLACE FUNCTION public.rank_new_venue_markets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into venue_ranks (market_id, sort, key, source, lane, category)
  select f.id, v.sort, v.key, f.source, f.lane, f.category
  from fresh f, (values ('volume', 2147483647), ('movers', 0)) v(sort, key);
  return null;
end
$function$;

-- Counts the source of an edited event.
CREATE OR REPLACE FUNCTION public.recount_resolution_source()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update resolution_source_uses set events = events - 1
  where (name, origin, category, demo) = (old.resolution_source->>'name', source_origin(old.resolution_source), old.category, old.demo);
  insert into resolution_source_uses as u (name, origin, category, demo, events)
  select new.resolution_source->>'name', source_origin(new.resolution_source), new.category, new.demo, 1
  where new.resolution_source ? 'name'
  on conflict (name, origin, category, demo) do update set events = u.events + 1;
  return null;
end
$function$;

-- Rejects changes of the audit trail, except for subject.
CREATE OR REPLACE FUNCTION public.refuse_change_of_operator_actions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and
     (new.id, new.at, new.actor, new.action, new.reason, new.details) is not distinct from
     (old.id, old.at, old.actor, old.action, old.reason, old.details) and
     new.before is not distinct from old.before and new.after is not distinct from old.after then
    return new;
  end if;
  raise exception 'operator_actions is append-only';
end
$function$;

-- Updates lists and searches after an edit.
CREATE OR REPLACE FUNCTION public.relist_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  listed integer;
begin
  update event_listing set category = new.category where event_id = new.id and category <> new.category
  returning event_number into listed;
  update event_ranks set category = new.category where event_number = listed;
  perform put_event_texts(array[new.id]);
  return null;
end
$function$;

-- Updates lists after a transition, or after the first trade of a day; other trades fire no trigger.
CREATE OR REPLACE FUNCTION public.relist_market()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  listed integer;
begin
  -- Updating the listing first keeps this and the making of a ranking version apart.
  update event_listing set status = new.status, traded = new.last_trade_at is not null,
    active_from = greatest(new.opens_at, new.last_trade_at), ending = -floor(extract(epoch from new.ends_at) * 1000)
  where event_id = new.event_id returning event_number into listed;
  update event_ranks set status = new.status, traded = new.last_trade_at is not null,
    active_from = greatest(new.opens_at, new.last_trade_at)
  where event_number = listed;
  return null;
end
$function$;

-- Updates lane and category in all ranks of a venue market.
CREATE OR REPLACE FUNCTION public.relist_venue_market()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update venue_ranks set lane = new.lane, category = new.category where market_id = new.id;
  return null;
end
$function$;

-- The words as they are written, for beginnings of words, and their stems, for other forms of them.
CREATE OR REPLACE FUNCTION public.search_document(given text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select to_tsvector('simple', plain_words(given)) || to_tsvector('english', plain_words(given))
$function$;

-- Scheme and host of a resolution source's address.
CREATE OR REPLACE FUNCTION public.source_origin(source jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select coalesce(substring(source->>'url' from '^https?://[^/?#]+'), '')
$function$;

-- An order with what its first response needs, for its repetition.
CREATE OR REPLACE FUNCTION public.stored_order(given orders)
 RETURNS json
 LANGUAGE sql
 STABLE
AS $function$
  select json_build_object('id', given.id, 'player', given.player, 'market', m.event_id, 'client', given.client_order_id,
    'digest', encode(given.body_digest, 'hex'), 'outcome', given.outcome, 'side', given.side, 'timeInForce', given.time_in_force,
    'limitBps', given.limit_bps, 'amount', given.amount, 'filledCredits', given.filled_credits, 'filledShares', given.filled_shares,
    'remaining', given.remaining, 'status', given.status, 'cancelReason', given.cancel_reason, 'rested', given.rested,
    'available', given.available, 'sequence', given.sequence, 'pricesBps', given.prices_bps, 'warnings', given.warnings,
    'createdAt', floor(extract(epoch from given.created_at) * 1000), 'expiresAt', floor(extract(epoch from given.expires_at) * 1000),
    'fills', (
      select json_agg(json_build_array(f.id, floor(extract(epoch from f.at) * 1000), f.shares, f.credits, f.price_bps, f.against,
        f.prices_bps) order by f.at, f.id)
      from fills f where f.market = given.market and f.sequence = given.sequence and f.order_id = given.id
        and f.number is not null))
  from (select 1) as one left join markets m on m.number = given.market
$function$;

-- The 128 bits of a public id without its prefix. Both forms sort alike.
CREATE OR REPLACE FUNCTION public.uuid_of(id text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select (lpad(to_hex((crockford(id, 1) << 5) | crockford(id, 2)), 2, '0') || crockford_group(id, 3) || crockford_group(id, 7)
    || crockford_group(id, 11) || crockford_group(id, 15) || crockford_group(id, 19) || crockford_group(id, 23))::uuid
$function$;

CREATE CONSTRAINT TRIGGER agent_keys_changed AFTER DELETE OR UPDATE OF key_hash, agent_id, revoked_at ON public.agent_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_credential_change();

CREATE CONSTRAINT TRIGGER agents_changed AFTER UPDATE OF owner_id ON public.agents DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_credential_change();

CREATE CONSTRAINT TRIGGER people_changed AFTER UPDATE OF role ON public.people DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_credential_change();

CREATE CONSTRAINT TRIGGER players_changed AFTER DELETE OR UPDATE OF handle, plan, retired_at ON public.players DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_credential_change();

CREATE CONSTRAINT TRIGGER sessions_changed AFTER DELETE OR UPDATE OF token_hash, person_id ON public.sessions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_credential_change();

CREATE CONSTRAINT TRIGGER suspensions_changed AFTER INSERT OR UPDATE ON public.suspensions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_credential_change();

CREATE TRIGGER events_kept BEFORE DELETE ON public.events FOR EACH ROW EXECUTE FUNCTION keep_event();

CREATE TRIGGER events_relisted AFTER UPDATE OF title, slug, description, category, tags, outcomes ON public.events FOR EACH ROW EXECUTE FUNCTION relist_event();

CREATE TRIGGER events_sources_counted AFTER INSERT ON public.events REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_resolution_sources();

CREATE TRIGGER events_sources_recounted AFTER UPDATE OF resolution_source, category ON public.events FOR EACH ROW WHEN (((NOT new.practice) AND ((old.resolution_source IS DISTINCT FROM new.resolution_source) OR (old.category IS DISTINCT FROM new.category)))) EXECUTE FUNCTION recount_resolution_source();

CREATE TRIGGER forecasts_kept BEFORE DELETE OR UPDATE ON public.forecasts FOR EACH ROW EXECUTE FUNCTION keep_forecast();

CREATE TRIGGER markets_listed AFTER INSERT ON public.markets REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION list_new_markets();

CREATE TRIGGER markets_relisted AFTER UPDATE ON public.markets FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.opens_at IS DISTINCT FROM new.opens_at) OR (old.ends_at IS DISTINCT FROM new.ends_at) OR ((old.last_trade_at)::date IS DISTINCT FROM (new.last_trade_at)::date))) EXECUTE FUNCTION relist_market();

CREATE TRIGGER operator_actions_append_only BEFORE DELETE OR UPDATE ON public.operator_actions FOR EACH ROW EXECUTE FUNCTION refuse_change_of_operator_actions();

CREATE TRIGGER venue_markets_ranked AFTER INSERT ON public.venue_markets REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION rank_new_venue_markets();

CREATE TRIGGER venue_markets_relisted AFTER UPDATE ON public.venue_markets FOR EACH ROW WHEN (((old.lane <> new.lane) OR (old.category IS DISTINCT FROM new.category))) EXECUTE FUNCTION relist_venue_market();
