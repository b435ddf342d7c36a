-- Plans of the desk's statements depend little on their parameters, and planning took longer than most of them: plan once per connection.
alter function desk_load set plan_cache_mode to force_generic_plan;
alter function desk_save set plan_cache_mode to force_generic_plan;

-- Everything that the holder of a key consists of is counted when it changes, so that nodes need not read it again.
create constraint trigger agents_changed after update of owner_id on agents
  deferrable initially deferred for each row execute function count_credential_change();
