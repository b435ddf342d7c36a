-- Replays read trades by sequence, and trades of one player in one market are found among those of either.
-- Apart from building the new index, so that reads are blocked only for as long as dropping takes.
drop index fill_rows_numbers, fill_rows_market_time;
