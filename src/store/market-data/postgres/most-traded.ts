import type { Sql } from '../../sql/pool.js';

/** Reading these takes some milliseconds; words in at least `frequentFrom` of them are frequent. */
export const firstEvents = 1_000;
export const frequentFrom = 10;
/** The last row of an event in a ranking has no end. */
const forever = 2_147_483_647;

/** The first active events of the ranking by volume, as numbers with their values. */
export function mostTraded(sql: Sql, count: number) {
  return sql`select r.event_no, r.value from event_ranks r
    where r.sort = 'volume' and r.status = 'active' and r.until = ${forever}
    order by r.value desc, r.event_no desc limit ${count}`;
}
