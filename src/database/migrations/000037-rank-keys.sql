-- A list asks for the row of an event in the newest ranking, whose end is the highest. With the start in the key, every earlier row of
-- the event was read as well: up to 240 in an hour of trading.
alter table event_ranks drop constraint event_ranks_pkey, add primary key (event_no, sort, until);
