-- The operator's note for people; notes of earlier edits were only visible to operators and stay so.
alter table event_edits add column note text not null default '';
