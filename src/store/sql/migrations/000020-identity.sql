-- Players whose practice events were removed. Practice counts as play, and nothing else remembers it after eight days.
create table practice_players (
  player_id text primary key
);
insert into practice_players (player_id)
  select player_id from accounts where practice_topped_at is not null
  union select player_id from practice_activity where kind in ('order', 'trade', 'forecast')
  union select player_id from sandbox_runs;

-- The people who, as operators, created, edited or proposed an event: they and their agents can't play there.
alter table events add column operator_ids text[] not null default '{}';
update events e set operator_ids = a.actors
from (
  select subject, array_agg(distinct actor) as actors from operator_actions
  where action in ('event.create', 'event.edit', 'event.propose') and actor like 'plr\_%' group by subject
) a
where a.subject = e.slug;
