-- Nodes keep credentials in memory. A change is counted once per transaction and notified to all of them.
alter table credential_changes add column transaction xid8;

create or replace function count_credential_change() returns trigger language plpgsql as $$
begin
  update credential_changes set changes = changes + 1, transaction = pg_current_xact_id()
    where transaction is distinct from pg_current_xact_id();
  -- PostgreSQL sends equal notifications of a transaction once.
  perform pg_notify('presage_markets', 'database $');
  return null;
end
$$;

create constraint trigger sessions_changed after update of token_hash, person_id or delete on sessions
  deferrable initially deferred for each row execute function count_credential_change();
create constraint trigger people_changed after update of role on people
  deferrable initially deferred for each row execute function count_credential_change();
