-- What a pass certified: { subject, name, version }. Null on marks from before, which are all about the agent's own client.
alter table agents add column certified_client jsonb;
alter table agents add constraint agents_certified_client check (certified_client is null or certified_at is not null);
