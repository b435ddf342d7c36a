import { jsonRows } from '../../database/columns.js';
import type { Sql, SqlPart } from '../../database/pool.js';
import type { Reader } from '../../database/store.js';
import type { Against } from '../../engine/place-order.js';
import type { Side } from '../../engine/resting-queue.js';
import { cursorUuid, idOf } from '../../exchange/store/compact/ids.js';
import type { DataTrade, DataTradeFilter } from './rows.js';

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

/** The statement of public trades by time; a test checks its plan. */
export function dataTradesStatement(sql: Sql, filter: DataTradeFilter): SqlPart {
  const { playerId, eventId, from, to, order, after, limit } = filter;
  const direction = order === 'desc' ? sql`order by f.at desc, f.id desc` : sql`order by f.at, f.id`;
  const behind = after && sql`(${new Date(after.at)}::timestamptz, ${cursorUuid(after.id)}::text::uuid)`;
  // The index supports only the bound on the time.
  const place =
    behind === null
      ? sql``
      : order === 'desc'
        ? sql`and f.at <= ${new Date(after?.at ?? 0)} and (f.at, f.id) < ${behind}`
        : sql`and f.at >= ${new Date(after?.at ?? 0)} and (f.at, f.id) > ${behind}`;
  return sql`
    select f.id, e.slug, e.demo, f.outcome, f.side, f.shares, f.credits, f.price_bps, f.against, f.sequence,
      f.at as traded_at, p.handle, p.kind, p.retired_at is not null as retired, p.house
    from (
      select * from fills f
      where f.number is not null
        ${playerId === null ? sql`` : sql`and f.player = (select number from accounts where player_id = ${playerId})`}
        ${eventId === null ? sql`` : sql`and f.market = (select number from markets where event_id = ${eventId})`}
        ${from === null ? sql`` : sql`and f.at >= ${new Date(from)}`}
        ${to === null ? sql`` : sql`and f.at < ${new Date(to)}`}
        ${place}
        and not (select x.practice from markets y join events x on x.id = y.event_id where y.number = f.market)
      ${direction} limit ${limit}
    ) f join markets m on m.number = f.market join events e on e.id = m.event_id
      join accounts a on a.number = f.player join players p on p.id = a.player_id ${direction}`;
}

/** Public trades of one player or of all, by time, without practice events. */
export async function trades({ sql }: Reader, filter: DataTradeFilter): Promise<DataTrade[]> {
  const rows = await jsonRows<Columns>(sql, dataTradesStatement(sql, filter));
  return rows.map(({ slug, handle, kind, retired, house, price_bps, traded_at, ...row }) => ({
    ...row,
    id: idOf('trd', row.id),
    side: row.side,
    against: row.against,
    eventSlug: slug,
    priceBps: price_bps,
    at: traded_at.getTime(),
    player: { handle, kind, retired, house },
  }));
}
