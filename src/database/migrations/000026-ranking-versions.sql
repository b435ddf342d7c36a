-- Ranks of the venue feed by volume and price move. They change only from one version of the ranking to the next, and a row
-- stays for an hour after it was replaced, so that a client goes on paging through the version that it began with. Lane and
-- category are those of the market at this moment on all of its rows: they say what a list contains, not in which order.
create table venue_ranks (
  market_id text not null references venue_markets (id) on delete cascade,
  sort text collate "C" not null check (sort in ('volume', 'movers')),
  key integer not null,
  since integer not null default 0,
  until integer not null default 2147483647,
  source text not null,
  lane smallint not null,
  category text,
  primary key (market_id, sort, since)
) with (fillfactor = 85);

create table venue_rank_versions (
  version integer primary key,
  made_at timestamptz not null
);

insert into venue_ranks (market_id, sort, key, source, lane, category)
select m.id, v.sort, v.key, m.source, m.lane, m.category
from venue_markets m, lateral (values ('volume', m.volume_rank), ('movers', m.move_bps)) v(sort, key);

-- First pages read the present ranking, later pages the version of their cursor.
create index venue_ranks_present on venue_ranks (source, sort, lane, key, market_id) where until = 2147483647;
create index venue_ranks_present_category on venue_ranks (source, sort, lane, category, key, market_id)
  where until = 2147483647 and category is not null;
create index venue_ranks_versions on venue_ranks (source, sort, lane, key, market_id, since, until);
create index venue_ranks_versions_category on venue_ranks (source, sort, lane, category, key, market_id, since, until)
  where category is not null;
create index venue_ranks_ended on venue_ranks (until) where until < 2147483647;

drop index venue_markets_by_volume, venue_markets_by_move, venue_markets_category_volume, venue_markets_category_move;
alter table venue_markets drop column volume_rank, drop column move_bps;

-- A new market is the last by volume and has not moved, until the next version of the ranking.
create function rank_new_venue_markets() returns trigger language plpgsql as $$
begin
  insert into venue_ranks (market_id, sort, key, source, lane, category)
  select f.id, v.sort, v.key, f.source, f.lane, f.category
  from fresh f, (values ('volume', 2147483647), ('movers', 0)) v(sort, key);
  return null;
end
$$;
create trigger venue_markets_ranked after insert on venue_markets referencing new table as fresh
  for each statement execute function rank_new_venue_markets();

create function relist_venue_market() returns trigger language plpgsql as $$
begin
  update venue_ranks set lane = new.lane, category = new.category where market_id = new.id;
  return null;
end
$$;
create trigger venue_markets_relisted after update on venue_markets for each row
  when (old.lane <> new.lane or old.category is distinct from new.category)
  execute function relist_venue_market();

-- The newest change of the ranking of market requests names its version.
create index market_request_ranks_since on market_request_ranks (since);
create index market_request_ranks_until on market_request_ranks (until) where until is not null;
