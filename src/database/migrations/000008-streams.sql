-- Public trades of an event are numbered 1, 2, 3 … under the market's lock: they are the messages of its stream.
alter table markets add column trades bigint not null default 0 check (trades >= 0);
alter table fills add column number bigint;

update fills f set number = n.number
from (
  select id, at, row_number() over (partition by event_id order by sequence, id) as number from fills where public
) n
where f.id = n.id and f.at = n.at and f.public;
update markets m set trades = (select count(*) from fills f where f.event_id = m.event_id and f.public);
create index fills_numbers on fills (event_id, number) where number is not null;

-- What a player's private stream tells. The account counts the messages under its lock; a row holds all that one
-- transaction tells one player.
alter table accounts add column messages bigint not null default 0 check (messages >= 0);
create table user_messages (
  player_id text not null,
  last bigint not null,
  first bigint not null check (first <= last),
  at timestamptz not null,
  -- json, because it is written often and only ever read whole.
  messages json not null,
  primary key (player_id, last, at)
) partition by range (at);
-- Takes what no day has been made for, so that nothing can keep a write from its message.
create table user_messages_rest partition of user_messages default;

-- Reads that other nodes have counted. What is lost in a crash was worth a minute.
create unlogged table read_counts (
  holder text not null,
  node text not null,
  -- Which part of the budget's window: a sixtieth of it.
  slot bigint not null,
  ends_at timestamptz not null,
  count integer not null check (count > 0),
  primary key (holder, slot, node)
);
create index read_counts_ended on read_counts (ends_at);
