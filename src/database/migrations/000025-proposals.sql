-- The resolution that is proposed for a closed market, and when it becomes final if it stays undisputed; null where nothing
-- is proposed, where the proposal waits for an operator's confirmation, and where it is disputed.
alter table markets add column proposal jsonb;
alter table markets add column proposal_final_at timestamptz;
alter table markets add constraint markets_proposal_check check (proposal is not null or proposal_final_at is null);
create index markets_proposal_due on markets (proposal_final_at) where proposal_final_at is not null;

-- One per person and proposal. A row stays when its event is resolved: it is part of how the answer was reached.
create table disputes (
  id text primary key,
  event_id text not null references events (id),
  proposal integer not null,
  person_id text not null references players (id),
  reason text not null,
  created_at timestamptz not null,
  unique (event_id, proposal, person_id)
);
create index disputes_newest on disputes (event_id, id desc);
create index disputes_person on disputes (person_id);
