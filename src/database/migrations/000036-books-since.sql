-- The new orders of a book since a sequence are a range of this index.
drop index order_rows_open;
create index order_rows_open on order_rows (market, sequence) where status = 'o';
