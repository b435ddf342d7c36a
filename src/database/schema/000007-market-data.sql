-- Candles, lists and searches of events, samples and signals.

do $$
begin
  create extension if not exists pg_trgm;
exception when others then
  raise exception 'the extension pg_trgm is missing. It is part of PostgreSQL''s contrib modules: install them on the server, then let its administrator run "create extension pg_trgm" in this database (the server says: %)', sqlerrm;
end
$$;

create table candle_progress (
  event_id text primary key references events (id) on delete cascade,
  sequence bigint not null,
  volume bigint not null default 0,
  prices smallint[],
  ranked boolean not null default true
) with (fillfactor = 70);
create index candle_progress_unranked on candle_progress (event_id) where not ranked;
comment on table candle_progress is
  'How far the public trades of an event have been folded into its candles.';
comment on column candle_progress.sequence is 'The market''s sequence up to which trades are folded.';
comment on column candle_progress.volume is 'Millionths of a credit folded; what markets.volume has beyond it is not folded yet.';
comment on column candle_progress.prices is 'The prices that the last folded trade left behind; null before the first.';
comment on column candle_progress.ranked is 'Whether the rankings have been updated since.';

create table candles (
  event_id text not null references events (id) on delete cascade,
  seconds integer not null check (seconds in (60, 3600, 86400)),
  start timestamptz not null,
  first_sequence bigint not null,
  last_sequence bigint not null,
  open smallint[] not null,
  high smallint[] not null,
  low smallint[] not null,
  close smallint[] not null,
  volumes bigint[] not null,
  trades integer[] not null,
  volume bigint not null,
  trade_count integer not null,
  primary key (event_id, seconds, start)
) with (fillfactor = 70);
create index candles_start on candles (seconds, start, event_id);
comment on table candles is
  'Prices and volumes of a minute, an hour or a day with trades. Can be rebuilt from the fills.';
comment on column candles.seconds is 'The length: 60, 3,600 or 86,400.';
comment on column candles.first_sequence is 'The market''s sequence of the first trade.';
comment on column candles.open is 'By outcome, in basis points; so are high, low and close.';
comment on column candles.volumes is 'By outcome, in millionths of a credit.';
comment on column candles.trades is 'By outcome.';
comment on column candles.volume is 'Of all outcomes.';

create table event_listing (
  event_number integer generated always as identity primary key,
  event_id text not null unique references events (id),
  newest bigint not null,
  ending bigint not null,
  status text collate "C" not null,
  category text collate "C" not null,
  active_from timestamptz not null,
  traded boolean not null
);
create index event_listing_ending on event_listing (status, ending desc, event_number desc, active_from, traded);
create index event_listing_ending_category on event_listing (category, status, ending desc, event_number desc, active_from, traded);
create index event_listing_newest on event_listing (status, newest desc, event_number desc, active_from, traded);
create index event_listing_newest_category on event_listing (category, status, newest desc, event_number desc, active_from, traded);
comment on table event_listing is
  'Events that lists and searches show, under a short integer, with the columns that lists filter. Practice events are not listed.';
comment on column event_listing.newest is 'The sort key of the newest first: when the event was created, in epoch milliseconds.';
comment on column event_listing.ending is 'The sort key of the next to end first: the end of trading in epoch milliseconds, negated.';
comment on column event_listing.active_from is 'The later of the opening and the last trade, at most a day behind.';

create table event_ranks (
  event_number integer not null references event_listing (event_number),
  sort text collate "C" not null check (sort in ('volume', 'traders', 'movers', 'trending')),
  value bigint not null,
  since integer not null default 0,
  until integer not null default 2147483647,
  status text collate "C" not null,
  category text collate "C" not null,
  active_from timestamptz not null,
  traded boolean not null,
  primary key (event_number, sort, until)
);
create index event_ranks_category on event_ranks (sort, category, status, value desc, event_number desc, since, until, active_from, traded);
create index event_ranks_over on event_ranks (until) where until < 2147483647;
create index event_ranks_status on event_ranks (sort, status, value desc, event_number desc, since, until, active_from, traded);
comment on table event_ranks is
  'The position of each event in the lists by figures that trades change. Positions change only from one version of the ranking to the next, and old rows stay for a while, so that a client can page through the version that it began with. Status, category and activity are current in all rows: they filter a list, they do not order it.';
comment on column event_ranks.value is 'The sort key; the highest comes first.';
comment on column event_ranks.since is 'The first version of the ranking that has this row.';
comment on column event_ranks.until is 'The first version that no longer has it; 2147483647 for the current row.';
comment on column event_ranks.active_from is 'As in event_listing.';

create table ranking_versions (
  version integer generated always as identity primary key,
  made_at timestamptz not null
);
comment on table ranking_versions is
  'Versions of the rankings of events.';

create table event_heads (
  event_number integer primary key references event_listing (event_number),
  head tsvector not null
);
create index event_heads_words on event_heads using gin (head) with (fastupdate = off);
comment on table event_heads is
  'Short texts of an event with their weights, for searches.';

create table event_texts (
  event_number integer primary key references event_listing (event_number),
  words tsvector not null
);
create index event_texts_words on event_texts using gin (words) with (fastupdate = off);
comment on table event_texts is
  'All words of an event, its description included, for searches. Narrow rows, because frequent words read many of them.';

create table search_vocabulary (
  word text collate "C" primary key
);
create index search_vocabulary_near on search_vocabulary using gin (word gin_trgm_ops) with (fastupdate = off);
comment on table search_vocabulary is
  'Words that occur in events. Search replaces an unknown word by the nearest of these.';

create function plain_words(given text) returns text language sql immutable strict parallel safe as $$
  select lower(translate(normalize(given, NFKC),
    '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~¡¿«»‘’‚“”„‐‑‒–—―…·•′″€£', repeat(' ', 80)))
$$;
comment on function plain_words is
  'Lower case, with a space in place of every sign.';

create function search_document(given text) returns tsvector language sql immutable strict parallel safe as $$
  select to_tsvector('simple', plain_words(given)) || to_tsvector('english', plain_words(given))
$$;
comment on function search_document is
  'The words as they are written, for beginnings of words, and their stems, for other forms of them.';

create function event_head(event events) returns tsvector language sql stable as $$
  select setweight(search_document(event.title || ' ' || event.slug), 'A')
    || setweight(search_document(event.category || ' ' || array_to_string(event.tags, ' ')), 'B')
    || setweight(search_document(array_to_string(event.outcomes, ' ')), 'C')
$$;
comment on function event_head is
  'The weighted words of an event''s short texts.';

create function put_event_texts(event_ids text[]) returns void language sql as $$
  insert into event_heads (event_number, head)
  select l.event_number, event_head(e) from event_listing l join events e on e.id = l.event_id
  where l.event_id = any(event_ids)
  on conflict (event_number) do update set head = excluded.head;
  insert into event_texts (event_number, words)
  select l.event_number, strip(h.head || search_document(e.description))
  from event_listing l join events e on e.id = l.event_id join event_heads h on h.event_number = l.event_number
  where l.event_id = any(event_ids)
  on conflict (event_number) do update set words = excluded.words;
  insert into search_vocabulary (word)
  select distinct w.lexeme from events e join event_listing l on l.event_id = e.id,
    unnest(to_tsvector('simple', plain_words(concat_ws(' ', e.title, e.category, e.description,
      array_to_string(e.tags, ' '), array_to_string(e.outcomes, ' '))))) w
  where e.id = any(event_ids) and length(w.lexeme) between 3 and 40 and w.lexeme !~ '^[0-9]+$' order by 1
  on conflict do nothing;
$$;
comment on function put_event_texts is
  'Updates what searches find of these events.';

create function list_markets(event_ids text[]) returns void language sql as $$
  insert into candle_progress (event_id, sequence)
  select event_id, case when last_trade_at is null then sequence else 0 end from markets where event_id = any(event_ids);
  insert into event_listing (event_id, newest, ending, status, category, active_from, traded)
  select e.id, floor(extract(epoch from e.created_at) * 1000), -floor(extract(epoch from m.ends_at) * 1000),
    m.status, e.category, greatest(m.opens_at, m.last_trade_at), m.volume > 0
  from events e join markets m on m.event_id = e.id
  where e.id = any(event_ids) and not e.practice order by e.created_at, e.id;
  insert into event_ranks (event_number, sort, value, status, category, active_from, traded)
  select l.event_number, v.sort, v.value, l.status, l.category, l.active_from, l.traded
  from event_listing l join markets m on m.event_id = l.event_id,
    lateral (values ('volume', m.volume), ('traders', m.traders), ('movers', 0), ('trending', 0)) v(sort, value)
  where l.event_id = any(event_ids);
  select put_event_texts(event_ids);
$$;
comment on function list_markets is
  'Adds new events to lists, searches and candles.';

create function list_new_markets() returns trigger language plpgsql as $$
begin
  perform list_markets(array(select event_id from fresh));
  return null;
end
$$;
comment on function list_new_markets is
  'Lists the events of new markets.';

create trigger markets_listed after insert on markets referencing new table as fresh
  for each statement execute function list_new_markets();

create function relist_market() returns trigger language plpgsql as $$
declare
  listed integer;
begin
  -- Updating the listing first keeps this and the making of a ranking version apart.
  update event_listing set status = new.status, traded = new.last_trade_at is not null,
    active_from = greatest(new.opens_at, new.last_trade_at), ending = -floor(extract(epoch from new.ends_at) * 1000)
  where event_id = new.event_id returning event_number into listed;
  update event_ranks set status = new.status, traded = new.last_trade_at is not null,
    active_from = greatest(new.opens_at, new.last_trade_at)
  where event_number = listed;
  return null;
end
$$;
comment on function relist_market is
  'Updates lists after a transition, or after the first trade of a day; other trades fire no trigger.';

create trigger markets_relisted after update on markets for each row
  when (old.status is distinct from new.status or old.opens_at is distinct from new.opens_at
    or old.ends_at is distinct from new.ends_at or old.last_trade_at::date is distinct from new.last_trade_at::date)
  execute function relist_market();

create function relist_event() returns trigger language plpgsql as $$
declare
  listed integer;
begin
  update event_listing set category = new.category where event_id = new.id and category <> new.category
  returning event_number into listed;
  update event_ranks set category = new.category where event_number = listed;
  perform put_event_texts(array[new.id]);
  return null;
end
$$;
comment on function relist_event is
  'Updates lists and searches after an edit.';

create trigger events_relisted after update of title, slug, description, category, tags, outcomes on events for each row execute function relist_event();

create table market_samples (
  event_id text not null,
  at timestamptz not null,
  sequence bigint not null,
  spreads smallint[] not null,
  depths bigint[] not null,
  traders integer not null,
  forecasters integer not null,
  primary key (event_id, at)
);
create index market_samples_at on market_samples (at);
comment on table market_samples is
  'Spread, depth and participants of a market: at most one row every five minutes, where one of them has changed.';
comment on column market_samples.sequence is 'The market''s sequence that was sampled.';
comment on column market_samples.spreads is 'By outcome, in basis points; null where a side of the book is empty.';
comment on column market_samples.depths is 'By outcome: millionths within 200 bps of the price, on the thinner side.';

create table signals (
  id text primary key,
  type text not null check (type in ('momentum', 'mispricing', 'liquidity', 'stale', 'resolution-near', 'unusual-flow')),
  event_id text not null,
  outcome integer not null check (outcome >= 0),
  demo boolean not null,
  direction text not null check (direction in ('up', 'down', 'none')),
  strength double precision not null check (strength between 0 and 1),
  evidence jsonb not null,
  sequence bigint not null,
  price_bps integer not null,
  spread_bps integer,
  detected_at timestamptz not null,
  expires_at timestamptz not null,
  hit boolean,
  constraint signals_interval check (expires_at > detected_at),
  constraint signals_spread check (direction = 'none' or spread_bps is not null)
);
create index signals_detected on signals (detected_at desc, id desc);
create index signals_due on signals (detected_at) where hit is null and direction <> 'none';
create index signals_market on signals (event_id, expires_at);
create index signals_type on signals (type, detected_at desc, id desc);
comment on table signals is
  'Published signals. A row is never changed, except that hit is set once, a day after detection.';
comment on column signals.evidence is 'The figures that led to it.';
comment on column signals.sequence is 'The market''s sequence that was examined; later trades decide whether it was a hit.';

create table signal_backtests (
  type text not null,
  demo boolean not null,
  n integer not null,
  hits integer not null check (hits >= 0),
  primary key (type, demo),
  constraint signal_backtests_hits check (n >= hits)
);
comment on table signal_backtests is
  'How many judged signals were hits, by type. They outlive the signals.';
comment on column signal_backtests.n is 'The number of judged signals.';

create table resolution_source_uses (
  name text not null,
  origin text not null,
  category text not null,
  demo boolean not null,
  events integer not null check (events >= 0),
  primary key (name, origin, category, demo)
);
comment on table resolution_source_uses is
  'How many events name a resolution source, by its name, origin and category. Practice events are not counted.';
comment on column resolution_source_uses.origin is 'Scheme and host of the source''s address; empty without one.';

create function source_origin(source jsonb) returns text language sql immutable strict parallel safe as $$
  select coalesce(substring(source->>'url' from '^https?://[^/?#]+'), '')
$$;
comment on function source_origin is
  'Scheme and host of a resolution source''s address.';

create function count_resolution_sources() returns trigger language plpgsql as $$
begin
  insert into resolution_source_uses as u (name, origin, category, demo, events)
  select resolution_source->>'name', source_origin(resolution_source), category, demo, count(*) from fresh
  where not practice and resolution_source ? 'name' group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (name, origin, category, demo) do update set events = u.events + excluded.events;
  return null;
end
$$;
comment on function count_resolution_sources is
  'Counts the sources of new events.';

create trigger events_sources_counted after insert on events referencing new table as fresh
  for each statement execute function count_resolution_sources();

create function recount_resolution_source() returns trigger language plpgsql as $$
begin
  update resolution_source_uses set events = events - 1
  where (name, origin, category, demo) = (old.resolution_source->>'name', source_origin(old.resolution_source), old.category, old.demo);
  insert into resolution_source_uses as u (name, origin, category, demo, events)
  select new.resolution_source->>'name', source_origin(new.resolution_source), new.category, new.demo, 1
  where new.resolution_source ? 'name'
  on conflict (name, origin, category, demo) do update set events = u.events + 1;
  return null;
end
$$;
comment on function recount_resolution_source is
  'Counts the source of an edited event.';

create trigger events_sources_recounted after update of resolution_source, category on events for each row
  when (not new.practice and (old.resolution_source, old.category) is distinct from (new.resolution_source, new.category))
  execute function recount_resolution_source();
