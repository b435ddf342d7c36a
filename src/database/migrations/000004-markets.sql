-- How far settling has come, so that an event can show it without counting its positions.
alter table markets
  add column settling_total integer not null default 0 check (settling_total >= 0),
  add column settling_done integer not null default 0 check (settling_done >= 0);

-- The hash of the request that made it: the same request again under the same slug is a replay.
alter table events add column request_digest bytea;

-- Whoever holds the operator token is no player; their replies are kept under a name that no player has.
alter table stored_replies drop constraint stored_replies_player_id_fkey;
