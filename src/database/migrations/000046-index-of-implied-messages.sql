-- Finds where the messages after a number begin. The divisor is a prime, because the numbers of an agent's orders often have one remainder by a
-- small number.
create index order_rows_messages on order_rows (player, message) where message % 31 = 0;
