-- What voids and corrections could not collect from a player, advanced by the treasury. Every inflow repays it first, so
-- nothing is available while something is owed.
alter table accounts add column owed bigint not null default 0 check (owed >= 0);
alter table accounts add constraint accounts_debt_first check (owed = 0 or available = 0);

-- The moments, in milliseconds, of the cancels of the last hour. Apart from the accounts, because it may hold 600 of them and
-- every order rewrites its account.
create table cancel_windows (
  player_id text primary key references players (id),
  moments bigint[] not null
) with (fillfactor = 60);
