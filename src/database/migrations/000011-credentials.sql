-- How often anything has changed that decides what a key may do. Whoever has read a key's holder at one count need not
-- read it again while the count is the same.
create table credential_changes (
  only_row boolean primary key default true check (only_row),
  changes bigint not null
);
insert into credential_changes (changes) values (0);

create function count_credential_change() returns trigger language plpgsql as $$
begin
  update credential_changes set changes = changes + 1;
  return null;
end
$$;

-- At the commit, when the transaction asks for no other lock any more: so nobody waits in a circle.
create constraint trigger agent_keys_changed after update of key_hash, agent_id, revoked_at or delete on agent_keys
  deferrable initially deferred for each row execute function count_credential_change();
create constraint trigger players_changed after update of handle, plan, retired_at or delete on players
  deferrable initially deferred for each row execute function count_credential_change();
