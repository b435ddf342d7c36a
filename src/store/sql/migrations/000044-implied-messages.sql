-- An order implies the private messages about itself that its transaction sends, so it only has the number of the last one.
alter table order_rows add column message bigint;
