-- An order implies the private messages about itself that its transaction sends, so it only has the number of the last one. The index finds where
-- the messages after a number begin. Its divisor is a prime, because the numbers of an agent's orders often have one remainder by a small number.
alter table order_rows add column message bigint;
create index order_rows_messages on order_rows (player, message) where message % 31 = 0;
