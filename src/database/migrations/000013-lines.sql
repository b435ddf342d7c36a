-- A column of many rows that travels as one text, a row to a line; an empty line is null. Reading an array literal takes
-- several times as long, because it is looked at sign by sign for quotes.
create function lines(given text) returns text[] language sql immutable parallel safe as $$
  select string_to_array(given, e'\n', '')
$$;

-- With the event, this index finds single candles as well as the primary key does, whichever of them is taken.
drop index candles_start;
create index candles_start on candles (seconds, start, event_id);

-- Room on the page for the time of the last use, which then leaves the indexes alone.
alter table agent_keys set (fillfactor = 70);
