-- Messages to people: at most 200 per person, and none older than 90 days.
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
create index notifications_person on notifications (person_id, id desc);
create index notifications_unread on notifications (person_id) where read_at is null;
create index notifications_age on notifications (created_at);
