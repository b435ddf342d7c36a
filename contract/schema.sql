-- Written by `npm run contract:write` from the catalogue of a migrated database. Do not edit.

create extension pg_trgm;

create table accounts (
  player_id text not null,
  available bigint not null,
  granted bigint default 0 not null,
  last_grant_day date not null,
  retired boolean default false not null,
  messages bigint default 0 not null,
  practice bigint default 0 not null,
  practice_topped_at timestamp with time zone,
  owed bigint default 0 not null,
  no integer generated always as identity not null,
  forecast_window bytea default '\x'::bytea not null,
  order_window bytea default '\x'::bytea not null,
  constraint accounts_sound CHECK (((available >= 0) AND (practice >= 0) AND ((owed = 0) OR ((owed > 0) AND (available = 0))))),
  constraint accounts_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
  constraint accounts_pkey PRIMARY KEY (player_id)
);
CREATE INDEX accounts_retired ON public.accounts USING btree (player_id) WHERE retired;
CREATE UNIQUE INDEX accounts_no ON public.accounts USING btree (no);

create table activity_rows (
  id uuid not null,
  at timestamp with time zone not null,
  credits bigint not null,
  balance_after bigint not null,
  order_id uuid,
  message bigint,
  player integer not null,
  market integer,
  kind "char" not null,
  details jsonb,
  constraint activity_rows_pkey PRIMARY KEY (player, at, id)
);

create table agent_keys (
  id text not null,
  agent_id text not null,
  key_hash bytea not null,
  last_four text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  no integer generated always as identity not null,
  constraint agent_keys_key_hash_check CHECK ((length(key_hash) = 32)),
  constraint agent_keys_last_four_check CHECK ((length(last_four) = 4)),
  constraint agent_keys_agent_id_fkey FOREIGN KEY (agent_id) REFERENCES agents(player_id),
  constraint agent_keys_pkey PRIMARY KEY (id),
  constraint agent_keys_changed TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint agent_keys_key_hash_key UNIQUE (key_hash)
);
CREATE INDEX agent_keys_agent ON public.agent_keys USING btree (agent_id);
CREATE UNIQUE INDEX agent_keys_no ON public.agent_keys USING btree (no);

create table agents (
  player_id text not null,
  owner_id text,
  description text not null,
  homepage text,
  model text,
  holds_place boolean default true not null,
  certified_at timestamp with time zone,
  certified_contract text,
  certified_client jsonb,
  constraint agents_certified CHECK (((certified_at IS NULL) = (certified_contract IS NULL))),
  constraint agents_certified_client CHECK (((certified_client IS NULL) OR (certified_at IS NOT NULL))),
  constraint agents_certified_contract_check CHECK (((length(certified_contract) >= 1) AND (length(certified_contract) <= 40))),
  constraint agents_description_check CHECK (((length(description) >= 1) AND (length(description) <= 500))),
  constraint agents_homepage_check CHECK ((length(homepage) <= 500)),
  constraint agents_model_check CHECK ((length(model) <= 120)),
  constraint agents_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES people(player_id),
  constraint agents_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
  constraint agents_pkey PRIMARY KEY (player_id),
  constraint agents_changed TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX agents_owner ON public.agents USING btree (owner_id);

create table arena (
  name text not null,
  value jsonb not null,
  constraint arena_pkey PRIMARY KEY (name)
);

create table attempt_counts (
  budget text not null,
  holder bytea not null,
  moments bigint[] not null,
  ends_at timestamp with time zone not null,
  constraint attempt_counts_holder_check CHECK ((length(holder) = 32)),
  constraint attempt_counts_pkey PRIMARY KEY (budget, holder)
);
CREATE INDEX attempt_counts_ended ON public.attempt_counts USING btree (ends_at);

create table audit_runs (
  id bigint generated always as identity not null,
  at timestamp with time zone not null,
  started_by text not null,
  balanced boolean not null,
  difference_count integer not null,
  milliseconds integer not null,
  counts jsonb not null,
  totals jsonb not null,
  practice_totals jsonb not null,
  constraint audit_runs_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_runs_by_time ON public.audit_runs USING btree (at DESC);

create table backups (
  finished_at timestamp with time zone not null,
  bytes bigint,
  note text default ''::text not null,
  actor text not null,
  constraint backups_pkey PRIMARY KEY (finished_at)
);

create table board_offsets (
  version bigint not null,
  events text not null,
  offsets jsonb not null,
  constraint board_offsets_events_check CHECK ((events = ANY (ARRAY['real'::text, 'demo'::text, 'all'::text]))),
  constraint board_offsets_version_fkey FOREIGN KEY (version) REFERENCES board_versions(version) ON DELETE CASCADE,
  constraint board_offsets_pkey PRIMARY KEY (version, events)
);

create table board_versions (
  version bigint generated always as identity not null,
  as_of timestamp with time zone not null,
  took_milliseconds integer not null,
  scorings bigint not null,
  events jsonb not null,
  constraint board_versions_pkey PRIMARY KEY (version)
);

create table boards (
  version bigint not null,
  window_name text not null,
  category text not null,
  body bytea not null,
  events text not null,
  constraint boards_events_check CHECK ((events = ANY (ARRAY['real'::text, 'demo'::text, 'all'::text]))),
  constraint boards_version_fkey FOREIGN KEY (version) REFERENCES board_versions(version) ON DELETE CASCADE,
  constraint boards_pkey PRIMARY KEY (version, events, window_name, category)
);

create table cancel_windows (
  player_id text not null,
  moments bigint[] not null,
  constraint cancel_windows_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
  constraint cancel_windows_pkey PRIMARY KEY (player_id)
);

create table candles (
  event_id text not null,
  seconds integer not null,
  start timestamp with time zone not null,
  first_sequence bigint not null,
  last_sequence bigint not null,
  open smallint[] not null,
  high smallint[] not null,
  low smallint[] not null,
  close smallint[] not null,
  volumes bigint[] not null,
  trades integer[] not null,
  volume bigint not null,
  trade_count integer not null,
  constraint candles_seconds_check CHECK ((seconds = ANY (ARRAY[60, 3600, 86400]))),
  constraint candles_pkey PRIMARY KEY (event_id, seconds, start)
);
CREATE INDEX candles_start ON public.candles USING btree (seconds, start, event_id);

create table confirmations (
  token_hash bytea not null,
  kind text not null,
  person_id text,
  email text not null,
  details jsonb default '{}'::jsonb not null,
  expires_at timestamp with time zone not null,
  constraint confirmations_kind_check CHECK ((kind = ANY (ARRAY['sign-up'::text, 'password-reset'::text, 'email-change'::text]))),
  constraint confirmations_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint confirmations_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(player_id),
  constraint confirmations_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX confirmations_ended ON public.confirmations USING btree (expires_at);
CREATE INDEX confirmations_person ON public.confirmations USING btree (person_id) WHERE (person_id IS NOT NULL);

create table connector_pages (
  connector_id text not null,
  path text not null,
  etag text,
  last_modified text,
  next jsonb default '[]'::jsonb not null,
  row_ids text[] default '{}'::text[] not null,
  constraint connector_pages_connector_id_fkey FOREIGN KEY (connector_id) REFERENCES connectors(id) ON DELETE CASCADE,
  constraint connector_pages_pkey PRIMARY KEY (connector_id, path)
);

create table connector_rejected_rows (
  id bigint generated always as identity not null,
  connector_id text not null,
  run_id bigint not null,
  row_id text,
  reason text not null,
  row_text text not null,
  at timestamp with time zone not null,
  constraint connector_rejected_rows_connector_id_fkey FOREIGN KEY (connector_id) REFERENCES connectors(id) ON DELETE CASCADE,
  constraint connector_rejected_rows_run_id_fkey FOREIGN KEY (run_id) REFERENCES connector_runs(id) ON DELETE CASCADE,
  constraint connector_rejected_rows_pkey PRIMARY KEY (id)
);
CREATE INDEX connector_rejected_by_age ON public.connector_rejected_rows USING btree (at);
CREATE INDEX connector_rejected_by_connector ON public.connector_rejected_rows USING btree (connector_id, id);
CREATE INDEX connector_rejected_by_run ON public.connector_rejected_rows USING btree (run_id);

create table connector_runs (
  id bigint generated always as identity not null,
  connector_id text not null,
  trigger text not null,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone not null,
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

create table connectors (
  id text not null,
  format text not null,
  kind text not null,
  name text not null,
  enabled boolean default false not null,
  demo boolean default false not null,
  settings jsonb default '{}'::jsonb not null,
  interval_seconds integer not null,
  next_run_at timestamp with time zone,
  last_run_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  last_error_code text,
  last_error text,
  updated_at timestamp with time zone not null,
  constraint connectors_id_check CHECK ((id ~ '^[a-z0-9][a-z0-9-]{1,39}$'::text)),
  constraint connectors_interval_seconds_check CHECK ((interval_seconds > 0)),
  constraint connectors_kind_check CHECK ((kind = ANY (ARRAY['venue'::text, 'odds'::text, 'scores'::text]))),
  constraint connectors_pkey PRIMARY KEY (id)
);
CREATE INDEX connectors_due ON public.connectors USING btree (next_run_at) WHERE (enabled AND (next_run_at IS NOT NULL));

create table credential_changes (
  only_row boolean default true not null,
  changes bigint not null,
  transaction xid8,
  constraint credential_changes_only_row_check CHECK (only_row),
  constraint credential_changes_pkey PRIMARY KEY (only_row)
);

create table crowd_batches (
  number bigint generated always as identity not null,
  event_id text not null,
  question integer not null,
  at timestamp with time zone not null,
  size integer not null,
  percent integer not null,
  constraint crowd_batches_percent_check CHECK ((((percent >= 0) AND (percent <= 100)) AND ((percent % 5) = 0))),
  constraint crowd_batches_question_check CHECK ((question >= 0)),
  constraint crowd_batches_size_check CHECK ((size >= 8)),
  constraint crowd_batches_pkey PRIMARY KEY (number)
);
CREATE INDEX crowd_batches_event ON public.crowd_batches USING btree (event_id, question, number);

create table crowd_members (
  forecast_id text not null,
  event_id text not null,
  question integer not null,
  owner_id text not null,
  at timestamp with time zone not null,
  probability integer not null,
  constraint crowd_members_pkey PRIMARY KEY (forecast_id)
);
CREATE INDEX crowd_members_owner ON public.crowd_members USING btree (event_id, question, owner_id, at);

create table disputes (
  id text not null,
  event_id text not null,
  proposal integer not null,
  person_id text not null,
  reason text not null,
  created_at timestamp with time zone not null,
  constraint disputes_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  constraint disputes_person_id_fkey FOREIGN KEY (person_id) REFERENCES players(id),
  constraint disputes_pkey PRIMARY KEY (id),
  constraint disputes_event_id_proposal_person_id_key UNIQUE (event_id, proposal, person_id)
);
CREATE INDEX disputes_newest ON public.disputes USING btree (event_id, id DESC);
CREATE INDEX disputes_person ON public.disputes USING btree (person_id);

create table equity_samples (
  player_id text not null,
  at timestamp with time zone not null,
  available bigint not null,
  reserved bigint not null,
  positions bigint not null,
  owed bigint not null,
  granted bigint not null,
  constraint equity_samples_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
  constraint equity_samples_pkey PRIMARY KEY (player_id, at)
);
CREATE INDEX equity_samples_at ON public.equity_samples USING btree (at);

create table established_owners (
  owner_id text not null,
  since timestamp with time zone not null,
  constraint established_owners_pkey PRIMARY KEY (owner_id)
);
CREATE INDEX established_owners_since ON public.established_owners USING btree (since);

create table event_edits (
  number bigint generated always as identity not null,
  event_id text not null,
  at timestamp with time zone not null,
  changes jsonb not null,
  note text default ''::text not null,
  constraint event_edits_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  constraint event_edits_pkey PRIMARY KEY (number)
);
CREATE INDEX event_edits_event ON public.event_edits USING btree (event_id, number DESC);

create table event_forecasters (
  event_id text not null,
  forecasters integer not null,
  constraint event_forecasters_forecasters_check CHECK ((forecasters > 0)),
  constraint event_forecasters_pkey PRIMARY KEY (event_id)
);

create table event_heads (
  event_no integer not null,
  head tsvector not null,
  constraint event_heads_event_no_fkey FOREIGN KEY (event_no) REFERENCES event_listing(event_no),
  constraint event_heads_pkey PRIMARY KEY (event_no)
);
CREATE INDEX event_heads_words ON public.event_heads USING gin (head) WITH (fastupdate=off);

create table event_listing (
  event_no integer generated always as identity not null,
  event_id text not null,
  constraint event_listing_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  constraint event_listing_pkey PRIMARY KEY (event_no),
  constraint event_listing_event_id_key UNIQUE (event_id)
);

create table event_ranks (
  event_no integer not null,
  sort text not null,
  value bigint not null,
  since integer default 0 not null,
  until integer default 2147483647 not null,
  status text not null,
  category text not null,
  active_from timestamp with time zone not null,
  traded boolean not null,
  constraint event_ranks_sort_check CHECK ((sort = ANY (ARRAY['volume'::text, 'traders'::text, 'movers'::text, 'trending'::text, 'newest'::text, 'ending'::text]))),
  constraint event_ranks_event_no_fkey FOREIGN KEY (event_no) REFERENCES event_listing(event_no),
  constraint event_ranks_pkey PRIMARY KEY (event_no, sort, until)
);
CREATE INDEX event_ranks_category ON public.event_ranks USING btree (sort, category, status, value DESC, event_no DESC, since, until, active_from, traded);
CREATE INDEX event_ranks_over ON public.event_ranks USING btree (until) WHERE (until < 2147483647);
CREATE INDEX event_ranks_status ON public.event_ranks USING btree (sort, status, value DESC, event_no DESC, since, until, active_from, traded);

create table event_scores (
  event_id text not null,
  version integer not null,
  player_id text not null,
  brier double precision,
  market_brier double precision,
  last double precision,
  coverage double precision,
  final_percents double precision[],
  profit bigint,
  benchmark_brier double precision,
  constraint event_scores_benchmark_brier_check CHECK (((benchmark_brier >= (0)::double precision) AND (benchmark_brier <= (1)::double precision))),
  constraint event_scores_brier_check CHECK (((brier >= (0)::double precision) AND (brier <= (1)::double precision))),
  constraint event_scores_coverage_check CHECK (((coverage > (0)::double precision) AND (coverage <= (1)::double precision))),
  constraint event_scores_last_check CHECK (((last >= (0)::double precision) AND (last <= (1)::double precision))),
  constraint event_scores_market_brier_check CHECK (((market_brier >= (0)::double precision) AND (market_brier <= (1)::double precision))),
  constraint event_scores_version_check CHECK ((version > 0)),
  constraint event_scores_pkey PRIMARY KEY (event_id, version, player_id)
);
CREATE INDEX event_scores_player ON public.event_scores USING btree (player_id, event_id, version);

create table event_scorings (
  number bigint generated always as identity not null,
  event_id text not null,
  version integer not null,
  scored_at timestamp with time zone not null,
  resolved_at timestamp with time zone not null,
  effective_close_at timestamp with time zone not null,
  payout_bps integer[],
  baselines jsonb,
  forecasters integer not null,
  rules integer default 1 not null,
  constraint event_scorings_version_check CHECK ((version > 0)),
  constraint event_scorings_pkey PRIMARY KEY (event_id, version),
  constraint event_scorings_number_key UNIQUE (number)
);
CREATE INDEX event_scorings_outdated ON public.event_scorings USING btree (event_id, version) WHERE (rules < 2);
CREATE INDEX event_scorings_resolved ON public.event_scorings USING btree (resolved_at);

create table event_texts (
  event_no integer not null,
  words tsvector not null,
  constraint event_texts_event_no_fkey FOREIGN KEY (event_no) REFERENCES event_listing(event_no),
  constraint event_texts_pkey PRIMARY KEY (event_no)
);
CREATE INDEX event_texts_words ON public.event_texts USING gin (words) WITH (fastupdate=off);

create table events (
  id text not null,
  slug text not null,
  pubkey text not null,
  title text not null,
  description text not null,
  category text not null,
  tags text[] default '{}'::text[] not null,
  outcomes text[] not null,
  resolution_source jsonb not null,
  liquidity bigint not null,
  opening_shares bigint[] not null,
  created_at timestamp with time zone not null,
  demo boolean default false not null,
  practice boolean default false not null,
  request_digest bytea,
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

create table fill_rows (
  id uuid not null,
  order_id uuid not null,
  at timestamp with time zone not null,
  sequence bigint not null,
  number bigint,
  shares bigint not null,
  credits bigint not null,
  message bigint,
  market integer not null,
  player integer not null,
  outcome smallint not null,
  price_bps smallint not null,
  side "char" not null,
  against "char" not null,
  prices_bps smallint[],
  balance_after bigint,
  repaid bigint
);
CREATE INDEX fill_rows_market ON public.fill_rows USING btree (market, sequence, id);
CREATE INDEX fill_rows_player_time ON public.fill_rows USING btree (player, at);
CREATE INDEX fill_rows_replay ON public.fill_rows USING btree (market, number) WHERE ((number % (32)::bigint) = 0);
CREATE INDEX fill_rows_resting ON public.fill_rows USING btree (order_id) WHERE (number IS NULL);
CREATE INDEX fill_rows_time ON public.fill_rows USING btree (at) WHERE (number IS NOT NULL);

create table fixture_reports (
  source text not null,
  source_event_id text not null,
  part text not null,
  fixture_id text not null,
  number integer generated always as identity not null,
  league text not null,
  starts_at timestamp with time zone not null,
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
  as_of timestamp with time zone not null,
  constraint fixture_reports_part_check CHECK ((part = ANY (ARRAY['listing'::text, 'score'::text]))),
  constraint fixture_reports_fixture_id_fkey FOREIGN KEY (fixture_id) REFERENCES fixtures(id) ON DELETE CASCADE,
  constraint fixture_reports_pkey PRIMARY KEY (source, source_event_id, part)
);
CREATE INDEX fixture_reports_event ON public.fixture_reports USING btree (source_event_id);
CREATE INDEX fixture_reports_fixture ON public.fixture_reports USING btree (fixture_id);

create table fixtures (
  id text not null,
  sport text not null,
  league text not null,
  starts_at timestamp with time zone not null,
  status text not null,
  period integer,
  clock text,
  home_name text not null,
  home_abbreviation text,
  home_score integer,
  away_name text not null,
  away_abbreviation text,
  away_score integer,
  source text not null,
  source_event_id text not null,
  demo boolean not null,
  scores_disagree boolean default false not null,
  as_of timestamp with time zone not null,
  lines_as_of timestamp with time zone,
  lines jsonb default '[]'::jsonb not null,
  books integer default 0 not null,
  line_count integer default 0 not null,
  outlier_count integer default 0 not null,
  event_id text,
  proposed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint fixtures_status_check CHECK ((status = ANY (ARRAY['scheduled'::text, 'live'::text, 'final'::text, 'postponed'::text, 'cancelled'::text]))),
  constraint fixtures_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  constraint fixtures_pkey PRIMARY KEY (id),
  constraint fixtures_event_id_key UNIQUE (event_id)
);
CREATE INDEX fixtures_league ON public.fixtures USING btree (league, starts_at, id);
CREATE INDEX fixtures_sport ON public.fixtures USING btree (sport, starts_at, id);
CREATE INDEX fixtures_start ON public.fixtures USING btree (starts_at, id);
CREATE INDEX fixtures_to_propose ON public.fixtures USING btree (id) WHERE ((status = 'final'::text) AND (event_id IS NOT NULL) AND (proposed_at IS NULL));

create table followed_events (
  person_id text not null,
  event_id text not null,
  followed_at timestamp with time zone not null,
  closing_notified_at timestamp with time zone,
  constraint followed_events_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  constraint followed_events_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(player_id),
  constraint followed_events_pkey PRIMARY KEY (person_id, event_id)
);
CREATE INDEX followed_events_newest ON public.followed_events USING btree (person_id, followed_at DESC, event_id DESC);
CREATE INDEX followed_events_waiting ON public.followed_events USING btree (event_id) WHERE (closing_notified_at IS NULL);

create table followed_players (
  person_id text not null,
  player_id text not null,
  followed_at timestamp with time zone not null,
  constraint followed_players_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(player_id),
  constraint followed_players_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
  constraint followed_players_pkey PRIMARY KEY (person_id, player_id)
);
CREATE INDEX followed_players_newest ON public.followed_players USING btree (person_id, followed_at DESC, player_id DESC);

create table forecast_rationales (
  forecast_id text not null,
  rationale text not null,
  constraint forecast_rationales_rationale_check CHECK ((length(rationale) <= 4000)),
  constraint forecast_rationales_pkey PRIMARY KEY (forecast_id)
);

create table forecasts (
  id text not null,
  player_id text not null,
  client_forecast_id text not null,
  body_digest bytea not null,
  event_id text not null,
  outcome integer not null,
  question integer not null,
  probability integer not null,
  market_price_bps integer not null,
  market_sequence bigint not null,
  at timestamp with time zone not null,
  supersedes text,
  ended_at timestamp with time zone,
  ended_by text,
  constraint forecasts_check CHECK (((question = 0) OR (question = outcome))),
  constraint forecasts_check1 CHECK ((ended_at > at)),
  constraint forecasts_check2 CHECK (((ended_at IS NULL) = (ended_by IS NULL))),
  constraint forecasts_client_forecast_id_check CHECK (((length(client_forecast_id) >= 1) AND (length(client_forecast_id) <= 128))),
  constraint forecasts_ended_by_check CHECK ((ended_by = ANY (ARRAY['superseded'::text, 'withdrawn'::text]))),
  constraint forecasts_market_price_bps_check CHECK (((market_price_bps >= 1) AND (market_price_bps <= 9999))),
  constraint forecasts_market_sequence_check CHECK ((market_sequence > 0)),
  constraint forecasts_outcome_check CHECK ((outcome >= 0)),
  constraint forecasts_probability_check CHECK (((probability >= 0) AND (probability <= 1000000))),
  constraint forecasts_pkey PRIMARY KEY (id),
  constraint forecasts_player_id_client_forecast_id_key UNIQUE (player_id, client_forecast_id),
  constraint forecasts_supersedes_key UNIQUE (supersedes)
);
CREATE INDEX forecasts_player ON public.forecasts USING btree (player_id, at DESC, id DESC);
CREATE INDEX forecasts_player_in_force ON public.forecasts USING btree (player_id, at DESC, id DESC) WHERE (ended_at IS NULL);
CREATE INDEX forecasts_withdrawn ON public.forecasts USING btree (event_id, player_id, ended_at) WHERE (ended_by = 'withdrawn'::text);
CREATE UNIQUE INDEX forecasts_event ON public.forecasts USING btree (event_id, player_id, at);
CREATE UNIQUE INDEX forecasts_in_force ON public.forecasts USING btree (event_id, player_id, question) WHERE (ended_at IS NULL);

create table grants (
  player_id text not null,
  day date not null,
  amount bigint not null,
  constraint grants_amount_check CHECK ((amount > 0)),
  constraint grants_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
  constraint grants_pkey PRIMARY KEY (player_id, day)
);

create table incident_updates (
  id bigint generated always as identity not null,
  incident_id text not null,
  at timestamp with time zone not null,
  status text not null,
  text text not null,
  actor text not null,
  constraint incident_updates_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id),
  constraint incident_updates_pkey PRIMARY KEY (id)
);
CREATE INDEX incident_updates_by_incident ON public.incident_updates USING btree (incident_id, id);

create table incidents (
  id text not null,
  title text not null,
  impact text not null,
  status text not null,
  started_at timestamp with time zone not null,
  resolved_at timestamp with time zone,
  constraint incidents_check CHECK (((status = 'resolved'::text) = (resolved_at IS NOT NULL))),
  constraint incidents_impact_check CHECK ((impact = ANY (ARRAY['maintenance'::text, 'minor'::text, 'major'::text, 'critical'::text]))),
  constraint incidents_status_check CHECK ((status = ANY (ARRAY['investigating'::text, 'identified'::text, 'monitoring'::text, 'resolved'::text]))),
  constraint incidents_pkey PRIMARY KEY (id)
);
CREATE INDEX incidents_by_start ON public.incidents USING btree (started_at DESC, id DESC);

create table job_leases (
  name text not null,
  holder text,
  token bigint default 0 not null,
  expires_at timestamp with time zone default '-infinity'::timestamp with time zone not null,
  constraint job_leases_pkey PRIMARY KEY (name)
);

create table market_request_ranks (
  request_id text not null,
  votes integer not null,
  rank_score double precision not null,
  since xid8 default pg_current_xact_id() not null,
  until xid8,
  ended_at timestamp with time zone,
  constraint market_request_ranks_request_id_fkey FOREIGN KEY (request_id) REFERENCES market_requests(id),
  constraint market_request_ranks_pkey PRIMARY KEY (request_id, since)
);
CREATE INDEX market_request_ranks_ended ON public.market_request_ranks USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX market_request_ranks_rank ON public.market_request_ranks USING btree (rank_score DESC, request_id DESC);
CREATE INDEX market_request_ranks_since ON public.market_request_ranks USING btree (since);
CREATE INDEX market_request_ranks_until ON public.market_request_ranks USING btree (until) WHERE (until IS NOT NULL);
CREATE INDEX market_request_ranks_votes ON public.market_request_ranks USING btree (votes DESC, request_id DESC);

create table market_request_votes (
  request_id text not null,
  person_id text not null,
  created_at timestamp with time zone not null,
  constraint market_request_votes_person_id_fkey FOREIGN KEY (person_id) REFERENCES players(id),
  constraint market_request_votes_request_id_fkey FOREIGN KEY (request_id) REFERENCES market_requests(id),
  constraint market_request_votes_pkey PRIMARY KEY (request_id, person_id)
);
CREATE INDEX market_request_votes_person ON public.market_request_votes USING btree (person_id);

create table market_requests (
  id text not null,
  person_id text not null,
  question text not null,
  category text,
  outcomes text[] not null,
  ends_at timestamp with time zone,
  source_name text,
  source_url text,
  observation_rule text,
  demand_evidence text,
  suggested_yes integer,
  first_limit_order_intent boolean not null,
  status text not null,
  reason text,
  votes integer default 0 not null,
  readiness_score integer not null,
  failing_rules text[] not null,
  rank_score double precision generated always as (((0.6 * (readiness_score)::numeric) + ((40.0 * (votes)::numeric) / ((votes + 10))::numeric))) stored not null,
  event_id text,
  opens_at timestamp with time zone,
  duplicate_of text,
  decision_digest bytea,
  decided_at timestamp with time zone,
  demo boolean default false not null,
  created_at timestamp with time zone not null,
  words tsvector generated always as (search_document(((question || ' '::text) || COALESCE(category, ''::text)))) stored not null,
  constraint market_requests_check CHECK (((status = 'launched'::text) <= ((event_id IS NOT NULL) AND (opens_at IS NOT NULL)))),
  constraint market_requests_check1 CHECK (((status = 'declined'::text) <= (reason IS NOT NULL))),
  constraint market_requests_check2 CHECK (((status = 'duplicate'::text) <= ((event_id IS NOT NULL) OR (duplicate_of IS NOT NULL)))),
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
CREATE INDEX market_requests_status_readiness ON public.market_requests USING btree (status, readiness_score DESC, id DESC);
CREATE INDEX market_requests_words ON public.market_requests USING gin (words);

create table market_samples (
  event_id text not null,
  at timestamp with time zone not null,
  sequence bigint not null,
  spreads smallint[] not null,
  depths bigint[] not null,
  traders integer not null,
  forecasters integer not null,
  constraint market_samples_pkey PRIMARY KEY (event_id, at)
);
CREATE INDEX market_samples_at ON public.market_samples USING btree (at);

create table markets (
  event_id text not null,
  status text not null,
  opens_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  resolved_at timestamp with time zone,
  sequence bigint not null,
  shares bigint[] not null,
  account bigint not null,
  price_bps integer[] not null,
  volume bigint default 0 not null,
  outcome_volumes bigint[] not null,
  outcome_traded_at bigint[] not null,
  last_trade_at timestamp with time zone,
  traders integer default 0 not null,
  open_orders integer default 0 not null,
  resolution jsonb,
  resolution_version integer default 0 not null,
  settled_version integer default 0 not null,
  settling_total integer default 0 not null,
  settling_done integer default 0 not null,
  scored_version integer default 0 not null,
  trades bigint default 0 not null,
  proposal jsonb,
  proposal_final_at timestamp with time zone,
  no integer generated always as identity not null,
  constraint markets_sound CHECK (((account >= 0) AND (ends_at > opens_at) AND (scored_version <= settled_version) AND (settled_version <= resolution_version))),
  constraint markets_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  constraint markets_pkey PRIMARY KEY (event_id)
);
CREATE INDEX markets_opening ON public.markets USING btree (opens_at) WHERE (status = 'scheduled'::text);
CREATE INDEX markets_proposal_due ON public.markets USING btree (proposal_final_at) WHERE (proposal_final_at IS NOT NULL);
CREATE INDEX markets_scoring ON public.markets USING btree (event_id) WHERE (scored_version < settled_version);
CREATE INDEX markets_settling ON public.markets USING btree (event_id) WHERE (settled_version < resolution_version);
CREATE INDEX markets_status ON public.markets USING btree (status, ends_at);
CREATE UNIQUE INDEX markets_no ON public.markets USING btree (no);

create table notifications (
  id text not null,
  person_id text not null,
  kind text not null,
  text text not null,
  event_slug text,
  request_id text,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  constraint notifications_person_id_fkey FOREIGN KEY (person_id) REFERENCES players(id),
  constraint notifications_pkey PRIMARY KEY (id)
);
CREATE INDEX notifications_age ON public.notifications USING btree (created_at);
CREATE INDEX notifications_person ON public.notifications USING btree (person_id, id DESC);
CREATE INDEX notifications_unread ON public.notifications USING btree (person_id) WHERE (read_at IS NULL);

create table operator_actions (
  id bigint generated always as identity not null,
  at timestamp with time zone not null,
  actor text not null,
  action text not null,
  subject text not null,
  details jsonb not null,
  reason text default ''::text not null,
  before jsonb,
  after jsonb,
  constraint operator_actions_pkey PRIMARY KEY (id)
);
CREATE INDEX operator_actions_by_actor ON public.operator_actions USING btree (actor, id DESC);
CREATE INDEX operator_actions_by_subject ON public.operator_actions USING btree (subject, id DESC);

create table order_rows (
  id uuid not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  sequence bigint not null,
  amount bigint not null,
  filled_credits bigint not null,
  filled_shares bigint not null,
  remaining bigint not null,
  available bigint not null,
  player integer not null,
  market integer not null,
  outcome smallint not null,
  limit_bps smallint not null,
  side "char" not null,
  time_in_force "char" not null,
  status "char" not null,
  cancel_reason "char",
  rested boolean not null,
  client_order_id text not null,
  body_digest bytea not null,
  prices_bps smallint[],
  warnings jsonb,
  message bigint,
  sequences_after smallint,
  constraint order_rows_pkey PRIMARY KEY (player, id)
);
CREATE INDEX order_rows_expiring ON public.order_rows USING btree (expires_at) WHERE ((status = 'o'::"char") AND (expires_at IS NOT NULL));
CREATE INDEX order_rows_messages ON public.order_rows USING btree (player, message) WHERE ((message % (31)::bigint) = 0);
CREATE INDEX order_rows_open ON public.order_rows USING btree (market, sequence) WHERE (status = 'o'::"char");
CREATE INDEX order_rows_player_open ON public.order_rows USING btree (player) WHERE (status = 'o'::"char");
CREATE UNIQUE INDEX order_rows_client ON public.order_rows USING btree (player, client_order_id);

create table passkey_challenges (
  challenge text not null,
  person_id text,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(player_id),
  constraint passkey_challenges_pkey PRIMARY KEY (challenge)
);
CREATE INDEX passkey_challenges_ended ON public.passkey_challenges USING btree (expires_at);
CREATE INDEX passkey_challenges_person ON public.passkey_challenges USING btree (person_id) WHERE (person_id IS NOT NULL);

create table passkeys (
  id text not null,
  person_id text not null,
  credential_id bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  backed_up boolean not null,
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkeys_counter_check CHECK ((counter >= 0)),
  constraint passkeys_credential_id_check CHECK (((length(credential_id) >= 1) AND (length(credential_id) <= 1023))),
  constraint passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint passkeys_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(player_id),
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id)
);
CREATE INDEX passkeys_person ON public.passkeys USING btree (person_id, created_at);

create table people (
  player_id text not null,
  role text default 'member'::text not null,
  email text,
  password_hash text,
  show_owner boolean default false not null,
  muted_notifications text[] default '{}'::text[] not null,
  constraint people_role_check CHECK ((role = ANY (ARRAY['member'::text, 'operator'::text]))),
  constraint people_sign_in CHECK (((email IS NULL) = (password_hash IS NULL))),
  constraint people_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
  constraint people_pkey PRIMARY KEY (player_id),
  constraint people_changed TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE UNIQUE INDEX people_email ON public.people USING btree (email);

create table player_messages (
  player integer not null,
  last bigint not null,
  first bigint not null,
  at timestamp with time zone not null,
  orders bytea,
  others json,
  constraint player_messages_check CHECK ((first <= last)),
  constraint player_messages_pkey PRIMARY KEY (player, last, at)
) partition by RANGE (at);

create table players (
  id text not null,
  kind text not null,
  handle text not null,
  name text not null,
  folded_name text not null,
  plan text default 'free'::text not null,
  created_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  house boolean default false not null,
  constraint players_handle_check CHECK (((handle ~ '^[a-z0-9](-?[a-z0-9])*$'::text) AND ((length(handle) >= 1) AND (length(handle) <= 64)))),
  constraint players_kind_check CHECK ((kind = ANY (ARRAY['agent'::text, 'human'::text]))),
  constraint players_name_check CHECK (((length(name) >= 1) AND (length(name) <= 80))),
  constraint players_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'pro'::text, 'enterprise'::text]))),
  constraint players_pkey PRIMARY KEY (id),
  constraint players_changed TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint players_handle_key UNIQUE (handle)
);
CREATE UNIQUE INDEX players_address ON public.players USING btree (sha256(decode(id, 'escape'::text)));
CREATE UNIQUE INDEX players_agent_name ON public.players USING btree (folded_name) WHERE (kind = 'agent'::text);

create table position_rows (
  market integer not null,
  player integer not null,
  outcome smallint not null,
  settled_version integer default 0 not null,
  shares bigint not null,
  reserved_shares bigint not null,
  cost bigint not null,
  realized_profit bigint not null,
  paid bigint default 0 not null,
  updated_at timestamp with time zone not null,
  constraint position_rows_sound CHECK ((((reserved_shares >= 0) AND (reserved_shares <= shares)) AND (cost >= 0))),
  constraint position_rows_pkey PRIMARY KEY (market, player, outcome)
);
CREATE INDEX position_rows_player ON public.position_rows USING btree (player, market);

create table practice_activity (
  id text not null,
  at timestamp with time zone not null,
  player_id text not null,
  kind text not null,
  credits bigint not null,
  balance_after bigint not null,
  event_id text,
  order_id text,
  details jsonb default '{}'::jsonb not null,
  constraint practice_activity_kind_check CHECK ((kind = ANY (ARRAY['grant'::text, 'order'::text, 'trade'::text, 'cancel'::text, 'settlement'::text, 'refund'::text, 'forecast'::text, 'score'::text]))),
  constraint practice_activity_pkey PRIMARY KEY (player_id, at, id)
);
CREATE INDEX practice_activity_event ON public.practice_activity USING btree (event_id) WHERE (event_id IS NOT NULL);
CREATE INDEX practice_activity_grants ON public.practice_activity USING btree (at) WHERE (event_id IS NULL);

create table practice_carried (
  account text not null,
  amount bigint not null,
  constraint practice_carried_pkey PRIMARY KEY (account)
);

create table practice_players (
  player_id text not null,
  constraint practice_players_pkey PRIMARY KEY (player_id)
);

create table practice_scores (
  event_id text not null,
  player_id text not null,
  resolved_at timestamp with time zone not null,
  payout_bps integer[] not null,
  brier double precision,
  market_brier double precision,
  last double precision,
  coverage double precision,
  final_percents double precision[],
  profit bigint,
  benchmark_brier double precision,
  constraint practice_scores_benchmark_brier_check CHECK (((benchmark_brier >= (0)::double precision) AND (benchmark_brier <= (1)::double precision))),
  constraint practice_scores_brier_check CHECK (((brier >= (0)::double precision) AND (brier <= (1)::double precision))),
  constraint practice_scores_coverage_check CHECK (((coverage > (0)::double precision) AND (coverage <= (1)::double precision))),
  constraint practice_scores_last_check CHECK (((last >= (0)::double precision) AND (last <= (1)::double precision))),
  constraint practice_scores_market_brier_check CHECK (((market_brier >= (0)::double precision) AND (market_brier <= (1)::double precision))),
  constraint practice_scores_pkey PRIMARY KEY (event_id, player_id)
);
CREATE INDEX practice_scores_resolved ON public.practice_scores USING btree (resolved_at);

create table practice_transfers (
  id bigint generated always as identity not null,
  at timestamp with time zone not null,
  kind text not null,
  reference text not null,
  event_id text,
  from_account text not null,
  to_account text not null,
  amount bigint not null,
  constraint practice_transfers_amount_check CHECK ((amount > 0)),
  constraint practice_transfers_check CHECK ((from_account <> to_account)),
  constraint practice_transfers_pkey PRIMARY KEY (id)
);
CREATE INDEX practice_transfers_event ON public.practice_transfers USING btree (event_id) WHERE (event_id IS NOT NULL);
CREATE INDEX practice_transfers_grants ON public.practice_transfers USING btree (at) WHERE (event_id IS NULL);
CREATE UNIQUE INDEX practice_transfers_grant ON public.practice_transfers USING btree (reference) WHERE (kind = 'grant'::text);

create table ranking_versions (
  version integer generated always as identity not null,
  made_at timestamp with time zone not null,
  constraint ranking_versions_pkey PRIMARY KEY (version)
);

create table read_counts (
  holder text not null,
  node text not null,
  slot bigint not null,
  ends_at timestamp with time zone not null,
  count integer not null,
  constraint read_counts_count_check CHECK ((count > 0)),
  constraint read_counts_pkey PRIMARY KEY (holder, slot, node)
);
CREATE INDEX read_counts_ended ON public.read_counts USING btree (ends_at);

create table reports (
  id text not null,
  person_id text not null,
  subject_kind text not null,
  subject_id text not null,
  subject_name text not null,
  category text not null,
  reason text not null,
  created_at timestamp with time zone not null,
  status text default 'open'::text not null,
  closed_at timestamp with time zone,
  closed_by text,
  note text,
  constraint reports_category_check CHECK ((category = ANY (ARRAY['spam'::text, 'abuse'::text, 'misleading'::text, 'personal-data'::text, 'rules'::text, 'other'::text]))),
  constraint reports_check CHECK (((status = 'open'::text) = (closed_at IS NULL))),
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

create table request_kinds (
  no integer generated always as identity not null,
  route_id text not null,
  method text not null,
  path text not null,
  status smallint not null,
  code text,
  constraint request_kinds_pkey PRIMARY KEY (no),
  constraint request_kinds_route_id_method_path_status_code_key UNIQUE NULLS NOT DISTINCT (route_id, method, path, status, code)
);

create table request_rows (
  at timestamp with time zone not null,
  request uuid,
  player integer,
  key integer,
  kind integer not null,
  milliseconds real not null,
  client_id text,
  field text
) partition by RANGE (at);
CREATE INDEX request_rows_client ON ONLY public.request_rows USING btree (client_id) WHERE (client_id IS NOT NULL);
CREATE INDEX request_rows_player ON ONLY public.request_rows USING btree (player, at);

create table resolution_source_uses (
  name text not null,
  origin text not null,
  category text not null,
  demo boolean not null,
  events integer not null,
  constraint resolution_source_uses_events_check CHECK ((events >= 0)),
  constraint resolution_source_uses_pkey PRIMARY KEY (name, origin, category, demo)
);

create table resolutions (
  event_id text not null,
  version integer not null,
  resolution jsonb not null,
  constraint resolutions_version_check CHECK ((version > 0)),
  constraint resolutions_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  constraint resolutions_pkey PRIMARY KEY (event_id, version)
);

create table retired_identities (
  digest bytea not null,
  constraint retired_identities_digest_check CHECK ((length(digest) = 32)),
  constraint retired_identities_pkey PRIMARY KEY (digest)
);

create table sandbox_runs (
  id text not null,
  player_id text not null,
  opened_at timestamp with time zone not null,
  deadline_at timestamp with time zone not null,
  seed integer not null,
  contract_version text not null,
  events jsonb not null,
  declared jsonb,
  finished_at timestamp with time zone,
  passed boolean,
  verdicts jsonb,
  cleared_at timestamp with time zone,
  constraint sandbox_runs_check CHECK ((((finished_at IS NULL) = (passed IS NULL)) AND ((finished_at IS NULL) = (verdicts IS NULL)))),
  constraint sandbox_runs_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
  constraint sandbox_runs_pkey PRIMARY KEY (id)
);
CREATE INDEX sandbox_runs_due ON public.sandbox_runs USING btree (deadline_at) WHERE (cleared_at IS NULL);
CREATE INDEX sandbox_runs_player ON public.sandbox_runs USING btree (player_id, opened_at);
CREATE UNIQUE INDEX sandbox_runs_open ON public.sandbox_runs USING btree (player_id) WHERE (finished_at IS NULL);

create table sandbox_trace (
  run_id text not null,
  number integer not null,
  entry jsonb not null,
  constraint sandbox_trace_number_check CHECK (((number >= 1) AND (number <= 400))),
  constraint sandbox_trace_run_id_fkey FOREIGN KEY (run_id) REFERENCES sandbox_runs(id) ON DELETE CASCADE,
  constraint sandbox_trace_pkey PRIMARY KEY (run_id, number)
);

create table schema_migrations (
  number integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (number)
);

create table search_vocabulary (
  word text not null,
  constraint search_vocabulary_pkey PRIMARY KEY (word)
);
CREATE INDEX search_vocabulary_near ON public.search_vocabulary USING gin (word gin_trgm_ops) WITH (fastupdate=off);

create table sessions (
  id text not null,
  person_id text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  user_agent text,
  constraint sessions_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint sessions_user_agent_check CHECK ((length(user_agent) <= 300)),
  constraint sessions_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(player_id),
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_changed TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint sessions_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX sessions_person ON public.sessions USING btree (person_id, created_at);

create table sign_in_addresses (
  person_id text not null,
  address bytea not null,
  last_used_at timestamp with time zone not null,
  constraint sign_in_addresses_address_check CHECK ((length(address) = 32)),
  constraint sign_in_addresses_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(player_id),
  constraint sign_in_addresses_pkey PRIMARY KEY (person_id, address)
);

create table signal_backtests (
  type text not null,
  demo boolean not null,
  n integer not null,
  hits integer not null,
  constraint signal_backtests_check CHECK ((n >= hits)),
  constraint signal_backtests_hits_check CHECK ((hits >= 0)),
  constraint signal_backtests_pkey PRIMARY KEY (type, demo)
);

create table signals (
  id text not null,
  type text not null,
  event_id text not null,
  outcome integer not null,
  demo boolean not null,
  direction text not null,
  strength double precision not null,
  evidence jsonb not null,
  sequence bigint not null,
  price_bps integer not null,
  spread_bps integer,
  detected_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  hit boolean,
  constraint signals_check CHECK ((expires_at > detected_at)),
  constraint signals_check1 CHECK (((direction = 'none'::text) OR (spread_bps IS NOT NULL))),
  constraint signals_direction_check CHECK ((direction = ANY (ARRAY['up'::text, 'down'::text, 'none'::text]))),
  constraint signals_outcome_check CHECK ((outcome >= 0)),
  constraint signals_strength_check CHECK (((strength >= (0)::double precision) AND (strength <= (1)::double precision))),
  constraint signals_type_check CHECK ((type = ANY (ARRAY['momentum'::text, 'mispricing'::text, 'liquidity'::text, 'stale'::text, 'resolution-near'::text, 'unusual-flow'::text]))),
  constraint signals_pkey PRIMARY KEY (id)
);
CREATE INDEX signals_detected ON public.signals USING btree (detected_at DESC, id DESC);
CREATE INDEX signals_due ON public.signals USING btree (detected_at) WHERE ((hit IS NULL) AND (direction <> 'none'::text));
CREATE INDEX signals_market ON public.signals USING btree (event_id, expires_at);
CREATE INDEX signals_type ON public.signals USING btree (type, detected_at DESC, id DESC);

create table sports_lines (
  id text not null,
  fixture_id text not null,
  source text not null,
  source_event_id text not null,
  book text not null,
  market text not null,
  selection text not null,
  point double precision,
  decimal_price double precision not null,
  implied_bps double precision not null,
  fair_bps double precision not null,
  outlier boolean default false not null,
  current boolean default true not null,
  demo boolean not null,
  offered_at timestamp with time zone not null,
  constraint sports_lines_decimal_price_check CHECK ((decimal_price > (1)::double precision)),
  constraint sports_lines_market_check CHECK ((market = ANY (ARRAY['moneyline'::text, 'spread'::text, 'total'::text]))),
  constraint sports_lines_selection_check CHECK ((selection = ANY (ARRAY['home'::text, 'away'::text, 'draw'::text, 'over'::text, 'under'::text]))),
  constraint sports_lines_fixture_id_fkey FOREIGN KEY (fixture_id) REFERENCES fixtures(id) ON DELETE CASCADE,
  constraint sports_lines_pkey PRIMARY KEY (id)
);
CREATE INDEX sports_lines_fixture ON public.sports_lines USING btree (fixture_id, offered_at, id);
CREATE INDEX sports_lines_market ON public.sports_lines USING btree (market, offered_at, id);
CREATE INDEX sports_lines_offered ON public.sports_lines USING btree (offered_at, id);
CREATE UNIQUE INDEX sports_lines_current ON public.sports_lines USING btree (fixture_id, source, book, market, selection, COALESCE(point, (0)::double precision)) WHERE current;

create table sports_version (
  only_row boolean default true not null,
  version bigint default 0 not null,
  constraint sports_version_only_row_check CHECK (only_row),
  constraint sports_version_pkey PRIMARY KEY (only_row)
);

create table status_samples (
  minute timestamp with time zone not null,
  node text not null,
  ready boolean not null,
  figures jsonb not null,
  constraint status_samples_pkey PRIMARY KEY (minute, node)
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
  constraint stored_replies_pkey PRIMARY KEY (player_id, kind, client_id)
);

create table suspensions (
  id bigint generated always as identity not null,
  player_id text not null,
  reason text not null,
  suspended_at timestamp with time zone not null,
  suspended_by text not null,
  lifted_at timestamp with time zone,
  lifted_by text,
  lift_reason text,
  constraint suspensions_player_id_fkey FOREIGN KEY (player_id) REFERENCES players(id),
  constraint suspensions_pkey PRIMARY KEY (id),
  constraint suspensions_changed TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX suspensions_by_player ON public.suspensions USING btree (player_id, id DESC);
CREATE UNIQUE INDEX suspensions_in_force ON public.suspensions USING btree (player_id) WHERE (lifted_at IS NULL);

create table trade_marks (
  event_id text not null,
  sequence bigint not null,
  volume bigint default 0 not null,
  prices smallint[],
  ranked boolean default true not null,
  constraint trade_marks_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id),
  constraint trade_marks_pkey PRIMARY KEY (event_id)
);
CREATE INDEX trade_marks_unranked ON public.trade_marks USING btree (event_id) WHERE (NOT ranked);

create table transfer_rows (
  at timestamp with time zone not null,
  from_account bigint not null,
  to_account bigint not null,
  amount bigint not null,
  order_id uuid,
  kind "char" not null,
  reference text,
  constraint transfer_rows_amount_check CHECK ((amount > 0)),
  constraint transfer_rows_check CHECK ((to_account <> from_account)),
  constraint transfer_rows_check1 CHECK (((reference IS NULL) = (order_id IS NOT NULL)))
);

create table venue_links (
  id text not null,
  left_id text not null,
  right_id text not null,
  score double precision not null,
  status text not null,
  suggested_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  decided_by text,
  constraint venue_links_check CHECK ((left_id < (right_id COLLATE "C"))),
  constraint venue_links_score_check CHECK (((score >= (0)::double precision) AND (score <= (1)::double precision))),
  constraint venue_links_status_check CHECK ((status = ANY (ARRAY['suggested'::text, 'confirmed'::text, 'rejected'::text]))),
  constraint venue_links_left_id_fkey FOREIGN KEY (left_id) REFERENCES venue_markets(id) ON DELETE CASCADE,
  constraint venue_links_right_id_fkey FOREIGN KEY (right_id) REFERENCES venue_markets(id) ON DELETE CASCADE,
  constraint venue_links_pkey PRIMARY KEY (id),
  constraint venue_links_left_id_right_id_key UNIQUE (left_id, right_id)
);
CREATE INDEX venue_links_by_score ON public.venue_links USING btree (status, score, id);
CREATE INDEX venue_links_right ON public.venue_links USING btree (right_id);

create table venue_markets (
  id text not null,
  source text not null,
  source_market_id text not null,
  event_id text,
  title text not null,
  category text,
  status text not null,
  tradable boolean not null,
  outcomes jsonb,
  volume double precision,
  volume_24h double precision,
  volume_unit text not null,
  closes_at timestamp with time zone,
  resolved_at timestamp with time zone,
  resolution text,
  url text,
  demo boolean not null,
  listed_at timestamp with time zone not null,
  fetched_at timestamp with time zone not null,
  missing boolean default false not null,
  digest text not null,
  lane smallint not null,
  ends_key timestamp with time zone not null,
  search tsvector not null,
  link_checked boolean default false not null,
  constraint venue_markets_lane_check CHECK (((lane >= 0) AND (lane <= 3))),
  constraint venue_markets_status_check CHECK ((status = ANY (ARRAY['active'::text, 'closed'::text, 'resolved'::text]))),
  constraint venue_markets_event_id_fkey FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE,
  constraint venue_markets_pkey PRIMARY KEY (id),
  constraint venue_markets_source_source_market_id_key UNIQUE (source, source_market_id)
);
CREATE INDEX venue_markets_by_end ON public.venue_markets USING btree (source, lane, ends_key, id);
CREATE INDEX venue_markets_by_listing ON public.venue_markets USING btree (source, lane, listed_at, id);
CREATE INDEX venue_markets_category_end ON public.venue_markets USING btree (source, lane, category, ends_key, id) WHERE (category IS NOT NULL);
CREATE INDEX venue_markets_category_listing ON public.venue_markets USING btree (source, lane, category, listed_at, id) WHERE (category IS NOT NULL);
CREATE INDEX venue_markets_ending ON public.venue_markets USING btree (ends_key) WHERE (lane < 2);
CREATE INDEX venue_markets_missing ON public.venue_markets USING btree (fetched_at) WHERE missing;
CREATE INDEX venue_markets_search ON public.venue_markets USING gin (search);
CREATE INDEX venue_markets_unlinked ON public.venue_markets USING btree (id) WHERE ((NOT link_checked) AND (lane < 2));
CREATE UNIQUE INDEX venue_markets_of_event ON public.venue_markets USING btree (event_id) WHERE (event_id IS NOT NULL);

create table venue_prices (
  market_id text not null,
  hour integer not null,
  price_bps integer[] not null,
  constraint venue_prices_market_id_fkey FOREIGN KEY (market_id) REFERENCES venue_markets(id) ON DELETE CASCADE,
  constraint venue_prices_pkey PRIMARY KEY (market_id, hour)
);
CREATE INDEX venue_prices_by_hour ON public.venue_prices USING btree (hour);

create table venue_rank_versions (
  version integer not null,
  made_at timestamp with time zone not null,
  constraint venue_rank_versions_pkey PRIMARY KEY (version)
);

create table venue_ranks (
  market_id text not null,
  sort text not null,
  key integer not null,
  since integer default 0 not null,
  until integer default 2147483647 not null,
  source text not null,
  lane smallint not null,
  category text,
  constraint venue_ranks_sort_check CHECK ((sort = ANY (ARRAY['volume'::text, 'movers'::text]))),
  constraint venue_ranks_market_id_fkey FOREIGN KEY (market_id) REFERENCES venue_markets(id) ON DELETE CASCADE,
  constraint venue_ranks_pkey PRIMARY KEY (market_id, sort, since)
);
CREATE INDEX venue_ranks_ended ON public.venue_ranks USING btree (until) WHERE (until < 2147483647);
CREATE INDEX venue_ranks_present ON public.venue_ranks USING btree (source, sort, lane, key, market_id) WHERE (until = 2147483647);
CREATE INDEX venue_ranks_present_category ON public.venue_ranks USING btree (source, sort, lane, category, key, market_id) WHERE ((until = 2147483647) AND (category IS NOT NULL));
CREATE INDEX venue_ranks_versions ON public.venue_ranks USING btree (source, sort, lane, key, market_id, since, until);
CREATE INDEX venue_ranks_versions_category ON public.venue_ranks USING btree (source, sort, lane, category, key, market_id, since, until) WHERE (category IS NOT NULL);

CREATE OR REPLACE FUNCTION public.activity_details(given activity_rows)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select case
    when given.details is not null then given.details
    when given.kind = 't' then (
      select jsonb_build_object('outcome', f.outcome, 'side', order_side(f.side), 'shares', f.shares, 'credits', f.credits,
          'priceBps', f.price_bps, 'against', case f.against when 'm' then 'maker' else 'order' end)
        || case when f.number is null then '{"fromReserve": true}'::jsonb else '{}' end
      from order_rows o cross join lateral order_fills(o) f
      where o.player = given.player and o.id = given.order_id and f.message = given.message)
    when given.kind = 'o' then (
      select jsonb_build_object('outcome', o.outcome, 'side', order_side(o.side), 'limitPriceBps', o.limit_bps, 'amount', o.amount,
        'timeInForce', order_time_in_force(o.time_in_force), 'status', case when o.rested then 'open' else order_status(o.status) end,
        'reserved', case when not o.rested then 0 else o.amount - coalesce((
          select sum(case o.side when 'b' then f.credits else f.shares end)::bigint from fill_rows f
          where f.market = o.market and f.sequence = o.sequence and f.order_id = o.id and f.number is not null), 0) end)
      from order_rows o where o.player = given.player and o.id = given.order_id)
    when given.kind = 'c' then (
      select jsonb_build_object('outcome', o.outcome, 'side', order_side(o.side), 'status', order_status(o.status),
        'reason', order_cancel_reason(o.cancel_reason), 'released', o.remaining)
      from order_rows o where o.player = given.player and o.id = given.order_id)
    else '{}' end
$function$;

CREATE OR REPLACE FUNCTION public.activity_kind(code "char")
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case code when 'g' then 'grant' when 'o' then 'order' when 't' then 'trade' when 'c' then 'cancel'
    when 's' then 'settlement' when 'u' then 'refund' when 'f' then 'forecast' when 'r' then 'score' end
$function$;

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

CREATE OR REPLACE FUNCTION public.crockford(id text, place integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select strpos('0123456789abcdefghjkmnpqrstvwxyz', substr(id, place + 4, 1)) - 1
$function$;

CREATE OR REPLACE FUNCTION public.crockford_group(id text, place integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select lpad(to_hex((crockford(id, place) << 15) | (crockford(id, place + 1) << 10) | (crockford(id, place + 2) << 5)
    | crockford(id, place + 3)), 5, '0')
$function$;

CREATE OR REPLACE FUNCTION public.desk_load(p_markets integer[], p_players integer[], p_order_players integer[], p_clients text, p_pair_markets integer[], p_pair_players integer[], OUT markets text, OUT accounts text, OUT stored text, OUT positions text, OUT paused boolean, OUT now bigint)
 RETURNS record
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  select string_agg(x.no || ' ' || x.sequence, E'\n') into markets
  from (select m.no, m.sequence from markets m where m.no = any(p_markets) order by m.event_id for update) x;
  now := floor(extract(epoch from clock_timestamp()) * 1000);
  select string_agg(concat_ws(' ', x.no, x.retired::integer, x.available, x.owed, x.granted, x.last_grant_day - date '1970-01-01',
    x.practice, coalesce(floor(extract(epoch from x.practice_topped_at) * 1000), 0), x.messages, encode(x.order_window, 'hex'),
    encode(x.forecast_window, 'hex')), E'\n') into accounts
  from (select a.* from accounts a where a.no = any(p_players) order by a.player_id for update) x;
  select value into paused from arena where name = 'trading_paused';
  if cardinality(p_order_players) > 0 then
    select json_agg(stored_order(o.entry))::text into stored
    from unnest(p_order_players, lines(p_clients)) as w(player, client)
      cross join lateral (
        select x as entry from order_rows x where x.player = w.player and x.client_order_id = w.client limit 1) o;
  end if;
  if cardinality(p_pair_markets) > 0 then
    select string_agg(concat_ws(' ', p.market, p.player, p.outcome, p.shares, p.reserved_shares, p.cost, p.realized_profit), E'\n')
    into positions
    from unnest(p_pair_markets, p_pair_players) as w(market, player)
      cross join lateral (select * from position_rows x where x.market = w.market and x.player = w.player offset 0) p;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.desk_update(p_at timestamp with time zone, p_position_markets integer[], p_positions bigint[], p_market_nos integer[], p_market_statuses text[], p_markets bigint[], p_market_lists bigint[], p_account_nos integer[], p_accounts bigint[], p_windows bytea, p_change_ids uuid[], p_changes bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  changed integer;
begin
  if cardinality(p_position_markets) > 0 then
    update position_rows p set shares = p_positions[b + 2], reserved_shares = p_positions[b + 3], cost = p_positions[b + 4],
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
    from (select no, i::integer as i, ((i - 1) * 13 + 1)::integer as b, p_markets[(i - 1) * 13 + 12]::integer as f,
        p_markets[(i - 1) * 13 + 13]::integer as n
      from unnest(p_market_nos) with ordinality as u(no, i) offset 0) r
    where m.no = r.no;
  end if;
  if cardinality(p_account_nos) > 0 then
    update accounts a set available = p_accounts[b], owed = p_accounts[b + 1], granted = p_accounts[b + 2],
      last_grant_day = date '1970-01-01' + p_accounts[b + 3]::integer, practice = p_accounts[b + 4],
      practice_topped_at = to_timestamp(nullif(p_accounts[b + 5], 0) / 1000::float8), messages = p_accounts[b + 6],
      order_window = substring(p_windows, p_accounts[b + 7]::integer, p_accounts[b + 8]::integer),
      forecast_window = substring(p_windows, p_accounts[b + 9]::integer, p_accounts[b + 10]::integer)
    from (select no, ((i - 1) * 11 + 1)::integer as b from unnest(p_account_nos) with ordinality as u(no, i) offset 0) r
    where a.no = r.no;
  end if;
  if cardinality(p_change_ids) > 0 then
    update order_rows o set filled_credits = o.filled_credits + p_changes[b + 1], filled_shares = o.filled_shares + p_changes[b + 2],
      remaining = p_changes[b + 3], status = p_changes[b + 4]::integer::"char",
      cancel_reason = nullif(p_changes[b + 5], 0)::integer::"char", updated_at = p_at
    from (select id, p_changes[(i - 1) * 6 + 1]::integer as player, ((i - 1) * 6 + 1)::integer as b
      from unnest(p_change_ids) with ordinality as u(id, i) offset 0) r
    where o.player = r.player and o.id = r.id;
    get diagnostics changed = row_count;
    if changed <> cardinality(p_change_ids) then
      raise exception '% of % changed orders are missing', cardinality(p_change_ids) - changed, cardinality(p_change_ids);
    end if;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.event_head(event events)
 RETURNS tsvector
 LANGUAGE sql
 STABLE
AS $function$
  select setweight(search_document(event.title || ' ' || event.slug), 'A')
    || setweight(search_document(event.category || ' ' || array_to_string(event.tags, ' ')), 'B')
    || setweight(search_document(array_to_string(event.outcomes, ' ')), 'C')
$function$;

CREATE OR REPLACE FUNCTION public.fill_credits(given fill_rows)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when given.side = 's' then given.credits - coalesce(given.repaid, 0) when given.number is null then 0 else -given.credits end
$function$;

CREATE OR REPLACE FUNCTION public.fill_details(given fill_rows)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select jsonb_build_object('outcome', given.outcome, 'side', order_side(given.side), 'shares', given.shares, 'credits', given.credits,
      'priceBps', given.price_bps, 'against', case given.against when 'm' then 'maker' else 'order' end)
    || case when given.number is null then '{"fromReserve": true}'::jsonb else '{}' end
    || case when given.repaid is null then '{}' else jsonb_build_object('repaid', given.repaid) end
$function$;

CREATE OR REPLACE FUNCTION public.id_of(prefix text, id uuid)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select prefix || '_' || string_agg(
    substr('0123456789abcdefghjkmnpqrstvwxyz', substring(bits from place * 5 + 1 for 5)::integer + 1, 1), '' order by place)
  from (select B'00' || ('x' || replace(id::text, '-', ''))::bit(128) as bits) as given, generate_series(0, 25) as place
$function$;

CREATE OR REPLACE FUNCTION public.identity_digest(kind text, identity text)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  select sha256(convert_to(concat_ws(' ', value #>> '{}', kind, identity), 'UTF8')) from arena where name = 'identity_salt'
$function$;

CREATE OR REPLACE FUNCTION public.keep_forecast()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and exists (select from events where id = old.event_id and practice) then
    return old;
  end if;
  if tg_op = 'DELETE' or old.ended_at is not null
    or to_jsonb(new) - 'ended_at' - 'ended_by' <> to_jsonb(old) - 'ended_at' - 'ended_by' then
    raise exception 'forecast % stays as it was recorded', old.id;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.ledger_account(code bigint)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select case code & 7
    when 1 then 'player:' || coalesce((select player_id from accounts where no = code >> 3), '?') || ':available'
    when 2 then 'player:' || coalesce((select player_id from accounts where no = code >> 3), '?') || ':reserved'
    when 3 then 'market:' || coalesce((select event_id from markets where no = code >> 3), '?')
    else case code when 8 then 'issuance' when 16 then 'treasury' else 'account ' || code end end
$function$;

CREATE OR REPLACE FUNCTION public.lines(given text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select string_to_array(given, e'\n', '')
$function$;

CREATE OR REPLACE FUNCTION public.list_markets(event_ids text[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into trade_marks (event_id, sequence)
  select event_id, case when last_trade_at is null then sequence else 0 end from markets where event_id = any(event_ids);
  insert into event_listing (event_id)
  select id from events where id = any(event_ids) and not practice order by created_at, id;
  insert into event_ranks (event_no, sort, value, status, category, active_from, traded)
  select l.event_no, v.sort, v.value, m.status, e.category, greatest(m.opens_at, m.last_trade_at), m.volume > 0
  from event_listing l join events e on e.id = l.event_id join markets m on m.event_id = e.id,
    lateral (values ('volume', m.volume), ('traders', m.traders), ('movers', 0), ('trending', 0),
      ('newest', floor(extract(epoch from e.created_at) * 1000)::bigint),
      ('ending', -floor(extract(epoch from m.ends_at) * 1000)::bigint)) v(sort, value)
  where l.event_id = any(event_ids);
  select put_event_texts(event_ids);
$function$;

CREATE OR REPLACE FUNCTION public.list_new_markets()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform list_markets(array(select event_id from fresh));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.order_cancel_reason(code "char")
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case code when 'r' then 'requested' when 'i' then 'ioc' when 'f' then 'fok' when 's' then 'self_trade'
    when 'm' then 'market_closed' when 'c' then 'correction' end
$function$;

CREATE OR REPLACE FUNCTION public.order_fills(given order_rows)
 RETURNS SETOF fill_rows
 LANGUAGE sql
 STABLE
AS $function$
  select * from fill_rows f where f.market = given.market and f.sequence = given.sequence and f.order_id = given.id
    and f.number is not null
  union all
  select * from fill_rows f where given.rested and f.order_id = given.id and f.number is null
$function$;

CREATE OR REPLACE FUNCTION public.order_side(code "char")
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case code when 'b' then 'buy' when 's' then 'sell' end
$function$;

CREATE OR REPLACE FUNCTION public.order_status(code "char")
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case code when 'o' then 'open' when 'f' then 'filled' when 'c' then 'cancelled' when 'e' then 'expired' end
$function$;

CREATE OR REPLACE FUNCTION public.order_time_in_force(code "char")
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case code when 'g' then 'GTC' when 'i' then 'IOC' when 'f' then 'FOK' end
$function$;

CREATE OR REPLACE FUNCTION public.plain_words(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select lower(translate(normalize(given, NFKC),
    '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~¡¿«»‘’‚“”„‐‑‒–—―…·•′″€£', repeat(' ', 80)))
$function$;

CREATE OR REPLACE FUNCTION public.put_event_texts(event_ids text[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into event_heads (event_no, head)
  select l.event_no, event_head(e) from event_listing l join events e on e.id = l.event_id
  where l.event_id = any(event_ids)
  on conflict (event_no) do update set head = excluded.head;
  insert into event_texts (event_no, words)
  select l.event_no, strip(h.head || search_document(e.description))
  from event_listing l join events e on e.id = l.event_id join event_heads h on h.event_no = l.event_no
  where l.event_id = any(event_ids)
  on conflict (event_no) do update set words = excluded.words;
  insert into search_vocabulary (word)
  select distinct w.lexeme from events e join event_listing l on l.event_id = e.id,
    unnest(to_tsvector('simple', plain_words(concat_ws(' ', e.title, e.category, e.description,
      array_to_string(e.tags, ' '), array_to_string(e.outcomes, ' '))))) w
  where e.id = any(event_ids) and length(w.lexeme) between 3 and 40 and w.lexeme !~ '^[0-9]+$' order by 1
  on conflict do nothing;
$function$;

CREATE OR REPLACE FUNCTION public.rank_market_request()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update market_request_ranks set until = pg_current_xact_id(), ended_at = now()
  where request_id = new.id and until is null and since <> pg_current_xact_id();
  insert into market_request_ranks (request_id, votes, rank_score) values (new.id, new.votes, new.rank_score)
  on conflict (request_id, since) do update set votes = excluded.votes, rank_score = excluded.rank_score;
  return null;
end
$function$;

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

CREATE OR REPLACE FUNCTION public.relist_event()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  listed integer;
begin
  select event_no into listed from event_listing where event_id = new.id for update;
  update event_ranks set category = new.category where event_no = listed and category <> new.category;
  perform put_event_texts(array[new.id]);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.relist_market()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  listed integer;
begin
  -- Taking the listing's row first keeps this and the making of a ranking version apart.
  select event_no into listed from event_listing where event_id = new.event_id for update;
  update event_ranks set status = new.status, traded = new.last_trade_at is not null,
    active_from = greatest(new.opens_at, new.last_trade_at),
    value = case sort when 'ending' then -floor(extract(epoch from new.ends_at) * 1000)::bigint else value end
  where event_no = listed;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.relist_venue_market()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update venue_ranks set lane = new.lane, category = new.category where market_id = new.id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.search_document(given text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select to_tsvector('simple', plain_words(given)) || to_tsvector('english', plain_words(given))
$function$;

CREATE OR REPLACE FUNCTION public.source_origin(source jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select coalesce(substring(source->>'url' from '^https?://[^/?#]+'), '')
$function$;

CREATE OR REPLACE FUNCTION public.stored_order(given order_rows)
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
      from fill_rows f where f.market = given.market and f.sequence = given.sequence and f.order_id = given.id
        and f.number is not null))
  from (select 1) as one left join markets m on m.no = given.market
$function$;

CREATE OR REPLACE FUNCTION public.trades_stored_once_since()
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$select timestamptz '-infinity'$function$;

CREATE OR REPLACE FUNCTION public.transfer_kind(code "char")
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case code when 'g' then 'grant' when 'f' then 'market_funding' when 'h' then 'reserve' when 'l' then 'release'
    when 't' then 'trade' when 's' then 'settlement' when 'u' then 'refund' when 'c' then 'correction' when 'a' then 'advance'
    when 'p' then 'repayment' when 'v' then 'treasury_cover' when 'm' then 'market_return' end
$function$;

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

CREATE TRIGGER events_relisted AFTER UPDATE OF title, slug, description, category, tags, outcomes ON public.events FOR EACH ROW EXECUTE FUNCTION relist_event();

CREATE TRIGGER events_sources_counted AFTER INSERT ON public.events REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_resolution_sources();

CREATE TRIGGER events_sources_recounted AFTER UPDATE OF resolution_source, category ON public.events FOR EACH ROW WHEN (((NOT new.practice) AND ((old.resolution_source IS DISTINCT FROM new.resolution_source) OR (old.category IS DISTINCT FROM new.category)))) EXECUTE FUNCTION recount_resolution_source();

CREATE TRIGGER forecasts_kept BEFORE DELETE OR UPDATE ON public.forecasts FOR EACH ROW EXECUTE FUNCTION keep_forecast();

CREATE TRIGGER market_requests_ranked AFTER INSERT ON public.market_requests FOR EACH ROW EXECUTE FUNCTION rank_market_request();

CREATE TRIGGER market_requests_reranked AFTER UPDATE OF votes ON public.market_requests FOR EACH ROW WHEN ((old.votes <> new.votes)) EXECUTE FUNCTION rank_market_request();

CREATE TRIGGER markets_listed AFTER INSERT ON public.markets REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION list_new_markets();

CREATE TRIGGER markets_relisted AFTER UPDATE ON public.markets FOR EACH ROW WHEN (((old.status IS DISTINCT FROM new.status) OR (old.opens_at IS DISTINCT FROM new.opens_at) OR (old.ends_at IS DISTINCT FROM new.ends_at) OR ((old.last_trade_at)::date IS DISTINCT FROM (new.last_trade_at)::date))) EXECUTE FUNCTION relist_market();

CREATE TRIGGER operator_actions_append_only BEFORE DELETE OR UPDATE ON public.operator_actions FOR EACH ROW EXECUTE FUNCTION refuse_change_of_operator_actions();

CREATE TRIGGER venue_markets_ranked AFTER INSERT ON public.venue_markets REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION rank_new_venue_markets();

CREATE TRIGGER venue_markets_relisted AFTER UPDATE ON public.venue_markets FOR EACH ROW WHEN (((old.lane <> new.lane) OR (old.category IS DISTINCT FROM new.category))) EXECUTE FUNCTION relist_venue_market();
