-- House players belong to the arena. Their former owner is a person without sign-in who has not left.
alter table players add column house boolean not null default false;
alter table agents alter column owner_id drop not null;
create temporary table house_agents on commit drop as
  select a.player_id, a.owner_id from agents a
    join people w on w.player_id = a.owner_id join players o on o.id = a.owner_id
  where w.email is null and o.retired_at is null and a.model like 'house-rules/%'
    and a.description like 'House player of the demonstration arena:%'
    and exists (select from arena where name = 'demo');
update players set house = true
where id in (select player_id from house_agents union select owner_id from house_agents);
update agents set owner_id = null where player_id in (select player_id from house_agents);

-- Boards of real events, of demo events and of all. A scope that has events of one kind only is stored once.
alter table boards add column events text not null default 'all' check (events in ('real', 'demo', 'all'));
alter table boards alter column events drop default;
alter table boards drop constraint boards_pkey;
alter table boards add primary key (version, events, window_name, category);
-- Earlier boards count all events. They stay if these are of one kind; others are built again when the service starts.
create temporary table counted_kinds on commit drop as
  select distinct e.demo from event_scorings g join events e on e.id = g.event_id
  where not e.practice and g.payout_bps is not null;
update boards set events = case when demo then 'demo' else 'real' end
from counted_kinds where (select count(*) from counted_kinds) = 1;
delete from board_versions where (select count(*) from counted_kinds) > 1;
