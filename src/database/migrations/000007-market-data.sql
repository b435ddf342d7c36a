-- Search forgives slips of the keyboard with this extension, which every PostgreSQL package has.
do $$
begin
  create extension if not exists pg_trgm;
exception when others then
  raise exception 'the extension pg_trgm is missing. It is part of PostgreSQL''s contrib modules: install them on the server, then let its administrator run "create extension pg_trgm" in this database (the server says: %)', sqlerrm;
end
$$;

-- Within an event the market sequence is the order of commits, which time is not. Whoever reads trades goes by it.
drop index fills_public;
create index fills_trades on fills (event_id, sequence, id) where public;

-- How far the public trades of an event have been folded into its candles: everything up to this market sequence.
create table trade_marks (
  event_id text primary key references events (id),
  sequence bigint not null,
  -- Credits folded so far; what the market has beyond them is yet to be folded.
  volume bigint not null default 0,
  -- The prices that the last folded trade left behind; null before the first.
  prices smallint[],
  -- Whether the ranking has taken notice.
  ranked boolean not null default true
) with (fillfactor = 70);
create index trade_marks_unranked on trade_marks (event_id) where not ranked;

-- Prices of all outcomes over a minute, an hour or a day in which there was a trade. All of it can be made anew from the trades.
create table candles (
  event_id text not null,
  seconds integer not null check (seconds in (60, 3600, 86400)),
  start timestamptz not null,
  first_sequence bigint not null,
  last_sequence bigint not null,
  open smallint[] not null,
  high smallint[] not null,
  low smallint[] not null,
  close smallint[] not null,
  -- Credits and trades of each outcome, and of all together.
  volumes bigint[] not null,
  trades integer[] not null,
  volume bigint not null,
  trade_count integer not null,
  primary key (event_id, seconds, start)
) with (fillfactor = 70);
create index candles_start on candles (seconds, start);

-- Events that lists and searches show, under a short number. Practice events are not among them.
create table event_listing (
  event_no integer generated always as identity primary key,
  event_id text not null unique references events (id)
);

-- By what and where each event stands in a list. Volume, traders and movers change only from one version of the ranking
-- to the next, and a row stays for a while after its time, so that a walk through an earlier version goes on unmoved.
-- Status, category and activity are those of this moment on all rows of an event: they say who is in a list, not where.
create table event_ranks (
  event_no integer not null references event_listing (event_no),
  sort text collate "C" not null check (sort in ('volume', 'traders', 'movers', 'newest', 'ending')),
  -- The highest comes first.
  value bigint not null,
  since integer not null default 0,
  until integer not null default 2147483647,
  status text collate "C" not null,
  category text collate "C" not null,
  -- The later of the opening and the last trade, at most a day behind.
  active_from timestamptz not null,
  traded boolean not null,
  primary key (event_no, sort, since)
);
create index event_ranks_status on event_ranks (sort, status, value desc, event_no desc, since, until, active_from, traded);
create index event_ranks_category on event_ranks (sort, category, status, value desc, event_no desc, since, until, active_from, traded);
create index event_ranks_over on event_ranks (until) where until < 2147483647;

create table ranking_versions (
  version integer generated always as identity primary key,
  made_at timestamptz not null
);

-- What searches look at: the short texts of an event with their weights, and the words of those and the description.
-- Rows are kept narrow, because a word that many events have is looked for in many of them.
create table event_heads (
  event_no integer primary key references event_listing (event_no),
  head tsvector not null
);
create index event_heads_words on event_heads using gin (head) with (fastupdate = off);
create table event_texts (
  event_no integer primary key references event_listing (event_no),
  words tsvector not null
);
create index event_texts_words on event_texts using gin (words) with (fastupdate = off);

-- All words but numbers. One that nobody has written is taken for the nearest of these.
create table search_vocabulary (
  word text collate "C" primary key
);
create index search_vocabulary_near on search_vocabulary using gin (word gin_trgm_ops) with (fastupdate = off);

-- Lower case, and a space for every sign: what is left are words.
create function plain_words(given text) returns text language sql immutable strict parallel safe as $$
  select lower(translate(normalize(given, NFKC),
    '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~¡¿«»‘’‚“”„‐‑‒–—―…·•′″€£', repeat(' ', 80)))
$$;

-- Words as they are written, for beginnings of words, and their stems, for other forms of them.
create function search_document(given text) returns tsvector language sql immutable strict parallel safe as $$
  select to_tsvector('simple', plain_words(given)) || to_tsvector('english', plain_words(given))
$$;

create function event_head(event events) returns tsvector language sql stable as $$
  select setweight(search_document(event.title || ' ' || event.slug), 'A')
    || setweight(search_document(event.category || ' ' || array_to_string(event.tags, ' ')), 'B')
    || setweight(search_document(array_to_string(event.outcomes, ' ')), 'C')
$$;

create function put_event_texts(event_ids text[]) returns void language sql as $$
  insert into event_heads (event_no, head)
  select l.event_no, event_head(e) from event_listing l join events e on e.id = l.event_id
  where l.event_id = any(event_ids)
  on conflict (event_no) do update set head = excluded.head;
  insert into event_texts (event_no, words)
  select l.event_no, strip(h.head || search_document(e.description))
  from event_listing l join events e on e.id = l.event_id join event_heads h on h.event_no = l.event_no
  where l.event_id = any(event_ids)
  on conflict (event_no) do update set words = excluded.words;
  insert into search_vocabulary (word)
  select distinct w.lexeme from events e join event_listing l on l.event_id = e.id,
    unnest(to_tsvector('simple', plain_words(concat_ws(' ', e.title, e.category, e.description,
      array_to_string(e.tags, ' '), array_to_string(e.outcomes, ' '))))) w
  where e.id = any(event_ids) and length(w.lexeme) between 3 and 40 and w.lexeme !~ '^[0-9]+$' order by 1
  on conflict do nothing;
$$;

create function list_markets(event_ids text[]) returns void language sql as $$
  insert into trade_marks (event_id, sequence)
  select event_id, case when last_trade_at is null then sequence else 0 end from markets where event_id = any(event_ids);
  insert into event_listing (event_id)
  select id from events where id = any(event_ids) and not practice order by created_at, id;
  insert into event_ranks (event_no, sort, value, status, category, active_from, traded)
  select l.event_no, v.sort, v.value, m.status, e.category, greatest(m.opens_at, m.last_trade_at), m.volume > 0
  from event_listing l join events e on e.id = l.event_id join markets m on m.event_id = e.id,
    lateral (values ('volume', m.volume), ('traders', m.traders), ('movers', 0),
      ('newest', floor(extract(epoch from e.created_at) * 1000)::bigint),
      ('ending', -floor(extract(epoch from m.ends_at) * 1000)::bigint)) v(sort, value)
  where l.event_id = any(event_ids);
  select put_event_texts(event_ids);
$$;

-- Rows that orders lock are not burdened with any of this: a trade fires nothing but the first of a day in its market.
create function list_new_markets() returns trigger language plpgsql as $$
begin
  perform list_markets(array(select event_id from fresh));
  return null;
end
$$;
create trigger markets_listed after insert on markets referencing new table as fresh
  for each statement execute function list_new_markets();

create function relist_market() returns trigger language plpgsql as $$
declare
  listed integer;
begin
  -- Taking the listing's row first keeps this and the making of a ranking version apart.
  select event_no into listed from event_listing where event_id = new.event_id for update;
  update event_ranks set status = new.status, traded = new.last_trade_at is not null,
    active_from = greatest(new.opens_at, new.last_trade_at),
    value = case sort when 'ending' then -floor(extract(epoch from new.ends_at) * 1000)::bigint else value end
  where event_no = listed;
  return null;
end
$$;
create trigger markets_relisted after update on markets for each row
  when (old.status is distinct from new.status or old.opens_at is distinct from new.opens_at
    or old.ends_at is distinct from new.ends_at or old.last_trade_at::date is distinct from new.last_trade_at::date)
  execute function relist_market();

create function relist_event() returns trigger language plpgsql as $$
declare
  listed integer;
begin
  select event_no into listed from event_listing where event_id = new.id for update;
  update event_ranks set category = new.category where event_no = listed and category <> new.category;
  perform put_event_texts(array[new.id]);
  return null;
end
$$;
create trigger events_relisted after update of title, slug, description, category, tags, outcomes on events for each row execute function relist_event();

select list_markets(array(select event_id from markets order by event_id));
