-- Lists by the credits traded within a day, to the hour. A hourly candle leaves the sum when its beginning is a day old.
alter table event_ranks drop constraint event_ranks_sort_check;
alter table event_ranks add constraint event_ranks_sort_check
  check (sort in ('volume', 'traders', 'movers', 'trending', 'newest', 'ending'));

insert into event_ranks (event_no, sort, value, status, category, active_from, traded)
select r.event_no, 'trending', coalesce((
    select sum(c.volume) from candles c
    where c.event_id = l.event_id and c.seconds = 3600 and c.start > now() - interval '1 day'), 0),
  r.status, r.category, r.active_from, r.traded
from event_ranks r join event_listing l on l.event_no = r.event_no where r.sort = 'newest';

create or replace function list_markets(event_ids text[]) returns void language sql as $$
  insert into trade_marks (event_id, sequence)
  select event_id, case when last_trade_at is null then sequence else 0 end from markets where event_id = any(event_ids);
  insert into event_listing (event_id)
  select id from events where id = any(event_ids) and not practice order by created_at, id;
  insert into event_ranks (event_no, sort, value, status, category, active_from, traded)
  select l.event_no, v.sort, v.value, m.status, e.category, greatest(m.opens_at, m.last_trade_at), m.volume > 0
  from event_listing l join events e on e.id = l.event_id join markets m on m.event_id = e.id,
    lateral (values ('volume', m.volume), ('traders', m.traders), ('movers', 0), ('trending', 0),
      ('newest', floor(extract(epoch from e.created_at) * 1000)::bigint),
      ('ending', -floor(extract(epoch from m.ends_at) * 1000)::bigint)) v(sort, value)
  where l.event_id = any(event_ids);
  select put_event_texts(event_ids);
$$;
