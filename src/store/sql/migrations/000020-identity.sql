-- Players whose practice events were removed. Practice counts as play, and nothing else remembers it after eight days.
create table practice_players (
  player_id text primary key
);
insert into practice_players (player_id)
  select player_id from accounts where practice_topped_at is not null
  union select player_id from practice_activity where kind in ('order', 'trade', 'forecast')
  union select player_id from sandbox_runs;
