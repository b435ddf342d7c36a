-- Forecasts are added and never changed or removed, apart from their end, which is written once. They name players and
-- events without foreign keys, as orders do; the audit looks at all of them.
create table forecasts (
  id text primary key,
  player_id text not null,
  client_forecast_id text not null check (length(client_forecast_id) between 1 and 128),
  body_digest bytea not null,
  event_id text not null,
  outcome integer not null check (outcome >= 0),
  -- What it answers, and therefore what it replaces: the outcome or, where there are only two, 0 for both of them.
  question integer not null check (question in (0, outcome)),
  -- Millionths: a percentage with four decimals.
  probability integer not null check (probability between 0 and 1000000),
  -- The price of this outcome and the market sequence when it was recorded.
  market_price_bps integer not null check (market_price_bps between 1 and 9999),
  market_sequence bigint not null check (market_sequence > 0),
  -- Whole milliseconds, and for one player and event each later than the one before.
  at timestamptz not null,
  supersedes text unique,
  -- From here on it is not in force any more; null while it is.
  ended_at timestamptz check (ended_at > at),
  ended_by text check (ended_by in ('superseded', 'withdrawn')),
  check ((ended_at is null) = (ended_by is null)),
  unique (player_id, client_forecast_id)
) with (fillfactor = 80);
create unique index forecasts_event on forecasts (event_id, player_id, at);
create unique index forecasts_in_force on forecasts (event_id, player_id, question) where ended_at is null;
create index forecasts_withdrawn on forecasts (event_id, player_id, ended_at) where ended_by = 'withdrawn';
create index forecasts_player on forecasts (player_id, at desc, id desc);
create index forecasts_player_in_force on forecasts (player_id, at desc, id desc) where ended_at is null;

create function keep_forecast() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.ended_at is not null
    or to_jsonb(new) - 'ended_at' - 'ended_by' <> to_jsonb(old) - 'ended_at' - 'ended_by' then
    raise exception 'forecast % stays as it was recorded', old.id;
  end if;
  return new;
end
$$;
create trigger forecasts_kept before update or delete on forecasts for each row execute function keep_forecast();

-- Apart from the forecasts, so that whoever reads those for scores and public records never has them in hand.
create table forecast_rationales (
  forecast_id text primary key,
  rationale text not null check (length(rationale) <= 4000)
);

-- How many players have forecast each event: apart from the markets, whose rows forecasts do not lock.
create table event_forecasters (
  event_id text primary key,
  forecasters integer not null check (forecasters > 0)
) with (fillfactor = 60);
