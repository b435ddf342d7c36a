-- Which node does the work of a job. `token` grows with every change of hands; a transaction of leased work locks its row
-- in key share mode and refuses to write unless holder and token are still its own.
create table job_leases (
  name text primary key,
  -- Null: no node is at work.
  holder text,
  token bigint not null default 0,
  expires_at timestamptz not null default '-infinity'
) with (fillfactor = 50);
