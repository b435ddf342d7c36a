-- Edge is measured against a benchmark; null if the event does not count for the player's edge.
alter table event_scores add column benchmark_brier double precision check (benchmark_brier between 0 and 1);
alter table practice_scores add column benchmark_brier double precision check (benchmark_brier between 0 and 1);
update practice_scores set benchmark_brier = market_brier;

-- The rules that a version was scored by: older ones are due to be scored again.
alter table event_scorings add column rules integer not null default 1;
create index event_scorings_outdated on event_scorings (event_id, version) where rules < 2;
create index event_scorings_resolved on event_scorings (resolved_at);
update event_scorings set baselines = baselines || '{"benchmark": null}' where baselines is not null;
update event_scorings set baselines = jsonb_set(baselines, '{crowd,benchmarkBrier}', 'null')
where jsonb_typeof(baselines -> 'crowd') = 'object';

-- Both sides of every trade are read when an event is scored; the public ones have an index already.
create index fills_resting on fills (event_id, sequence, id) where not public;

-- Owners who count in the benchmark, from a moment on. Rows are only added, each later than every event that was scored
-- before, so scoring an event again finds the same owners.
create table established_owners (
  owner_id text primary key,
  since timestamptz not null
);
create index established_owners_since on established_owners (since);

insert into established_owners (owner_id, since)
select t.owner_id, greatest(p.created_at + interval '30 days', max(t.resolved_at))
from (
  select s.owner_id, s.resolved_at, row_number() over (partition by s.owner_id order by s.resolved_at, s.event_id) as place
  from (
    select coalesce(case when o.retired_at is null and w.email is null then null else a.owner_id end, s.player_id) as owner_id,
      s.event_id, min(g.resolved_at) as resolved_at
    from event_scores s join event_scorings g on g.event_id = s.event_id and g.version = s.version
      left join agents a on a.player_id = s.player_id
      left join people w on w.player_id = a.owner_id left join players o on o.id = a.owner_id
    where s.brier is not null group by 1, 2) as s) as t
  join players p on p.id = t.owner_id
where t.place <= 10 group by t.owner_id, p.created_at having count(*) = 10;

-- The last scoring that has been looked through for new ones.
insert into arena (name, value)
select 'owners_established_to', to_jsonb(coalesce(max(number), 0)) from event_scorings;
