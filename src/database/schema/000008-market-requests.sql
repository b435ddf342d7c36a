-- Requests of people for markets, and their votes.

create table market_requests (
  id text primary key,
  person_id text not null references players (id),
  question text not null,
  category text,
  outcomes text[] not null,
  ends_at timestamptz,
  source_name text,
  source_url text,
  observation_rule text,
  demand_evidence text,
  suggested_yes integer check (suggested_yes between 0 and 1000000),
  first_limit_order_intent boolean not null,
  status text not null check (status in ('open', 'launched', 'declined', 'duplicate')),
  reason text,
  votes integer not null default 0 check (votes >= 0),
  readiness_score integer not null check (readiness_score between 0 and 100),
  failing_rules text[] not null,
  rank_score double precision not null generated always as (0.6 * readiness_score + 40.0 * votes / (votes + 10)) stored,
  event_id text references events (id),
  opens_at timestamptz,
  duplicate_of text references market_requests (id),
  decision_digest bytea,
  decided_at timestamptz,
  demo boolean not null default false,
  created_at timestamptz not null,
  words tsvector not null generated always as (search_document(question || ' ' || coalesce(category, ''))) stored,
  constraint market_requests_launched check ((status = 'launched') <= (event_id is not null and opens_at is not null)),
  constraint market_requests_declined check ((status = 'declined') <= (reason is not null)),
  constraint market_requests_duplicate check ((status = 'duplicate') <= (event_id is not null or duplicate_of is not null))
);
create index market_requests_event on market_requests (event_id) where event_id is not null;
create index market_requests_person on market_requests (person_id, status);
create index market_requests_readiness on market_requests (readiness_score desc, id desc);
create index market_requests_status_newest on market_requests (status, id desc);
create index market_requests_status_rank on market_requests (status, rank_score desc, id desc);
create index market_requests_status_readiness on market_requests (status, readiness_score desc, id desc);
create index market_requests_status_votes on market_requests (status, votes desc, id desc);
create index market_requests_votes on market_requests (votes desc, id desc);
create index market_requests_words on market_requests using gin (words);
comment on table market_requests is
  'Requests of people for markets. The texts never change; votes, status and the operator''s decision do.';
comment on column market_requests.outcomes is 'Empty if the person listed none.';
comment on column market_requests.suggested_yes is 'The suggested probability of Yes, in millionths.';
comment on column market_requests.first_limit_order_intent is 'The person intends to place the first limit order.';
comment on column market_requests.readiness_score is '0 to 100: how complete the request was when it was filed.';
comment on column market_requests.failing_rules is 'Rules of the readiness score that did not earn their whole weight.';
comment on column market_requests.rank_score is 'Combines readiness and votes.';
comment on column market_requests.opens_at is 'When the market of a launched request opens; the request counts as planned until then.';
comment on column market_requests.decision_digest is 'A digest of the operator''s decision, so that its repetition is recognized.';
comment on column market_requests.words is 'For searches.';

create table market_request_votes (
  request_id text not null references market_requests (id),
  person_id text not null references players (id),
  created_at timestamptz not null,
  primary key (request_id, person_id)
);
create index market_request_votes_person on market_request_votes (person_id);
comment on table market_request_votes is
  'Votes of people for requests.';
