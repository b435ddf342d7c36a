import { hourMs } from '../../../domain/durations.js';
import type { Sql, SqlPart } from '../../sql/pool.js';

/**
 * The sequence at which the trades of a look-back start, for the market `w.event_id`. Trades are indexed by sequence,
 * so the first candles of the look-back locate it: two of them, because trades around a full hour may be ordered
 * differently from their times. Unfolded trades come after the mark.
 */
export function firstTradeOf(sql: Sql, from: number): SqlPart {
  const hour = new Date(Math.floor(from / hourMs) * hourMs);
  return sql`coalesce(
    (select min(first_sequence) from (
      select c.first_sequence from candles c where c.event_id = w.event_id and c.seconds = 3600 and c.start >= ${hour}
      order by c.start limit 2) as first),
    (select k.sequence from trade_marks k where k.event_id = w.event_id), 0)`;
}
