-- A replay of trades starts after a number. Numbers rise with sequences, so every 32nd number leads close to the first trade
-- in the index by sequence. Writes to the table wait while this index is built, which takes one scan of the table.
create index fill_rows_replay on fill_rows (market, number) where number % 32 = 0;
