-- An order implies the private messages about itself that its transaction sends, so it only has the number of the last one, and by how much the
-- sequence of its market was higher at the end of the transaction.
alter table order_rows add column message bigint, add column sequences_after smallint;
