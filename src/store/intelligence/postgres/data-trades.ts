import type { Side } from '../../../domain/exchange/engine/resting-queue.js';
import type { Against } from '../../../domain/exchange/order.js';
import { jsonRows } from '../../sql/json-rows.js';
import type { Sql } from '../../sql/pool.js';
import type { IntelligenceReads } from '../interface.js';

interface Columns {
  id: string;
  slug: string;
  demo: boolean;
  outcome: number;
  side: Side;
  shares: number;
  credits: number;
  price_bps: number;
  against: Against;
  handle: string;
  kind: 'agent' | 'human';
  retired: boolean;
  house: boolean;
  sequence: number;
  traded_at: Date;
}

/** Public trades of one player or of all, by time. Practice is left out. */
export function dataTrades(sql: Sql): IntelligenceReads['trades'] {
  return async ({ playerId, eventId, from, to, order, after, limit }) => {
    const direction = order === 'desc' ? sql`order by f.at desc, f.id desc` : sql`order by f.at, f.id`;
    const behind = after && sql`(${new Date(after.at)}::timestamptz, ${after.id}::text)`;
    // The bound on the time alone is what the index can use.
    const place =
      behind === null
        ? sql``
        : order === 'desc'
          ? sql`and f.at <= ${new Date(after?.at ?? 0)} and (f.at, f.id) < ${behind}`
          : sql`and f.at >= ${new Date(after?.at ?? 0)} and (f.at, f.id) > ${behind}`;
    const rows = await jsonRows<Columns>(
      sql,
      sql`select f.id, e.slug, e.demo, f.outcome, f.side, f.shares, f.credits, f.price_bps, f.against, f.sequence,
        f.at as traded_at, p.handle, p.kind, p.retired_at is not null as retired, p.house
      from (
        select * from fills f
        where f.public
          ${playerId === null ? sql`` : sql`and f.player_id = ${playerId}`}
          ${eventId === null ? sql`` : sql`and f.event_id = ${eventId}`}
          ${from === null ? sql`` : sql`and f.at >= ${new Date(from)}`}
          ${to === null ? sql`` : sql`and f.at < ${new Date(to)}`}
          ${place}
          and not (select x.practice from events x where x.id = f.event_id)
        ${direction} limit ${limit}
      ) f join events e on e.id = f.event_id join players p on p.id = f.player_id ${direction}`,
    );
    return rows.map(({ slug, handle, kind, retired, house, price_bps, traded_at, ...row }) => ({
      ...row,
      eventSlug: slug,
      priceBps: price_bps,
      at: traded_at.getTime(),
      player: { handle, kind, retired, house },
    }));
  };
}
