-- Numbers never change and are not used again; the request log refers to keys by them. A separate migration, because this one locks the
-- keys, and moving the log takes longer than a request can wait for its credential.
alter table agent_keys add column no integer generated always as identity;
create unique index agent_keys_no on agent_keys (no);
