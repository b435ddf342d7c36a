import type { Sql } from '../../database/pool.js';
import type { Reader } from '../../database/store.js';
import type { Against } from '../../engine/place-order.js';
import type { Side } from '../../engine/resting-queue.js';
import { hourMs } from '../../kernel/time.js';
import { cursorUuid, idOf } from './compact/ids.js';
import type { TradeFilter, TradeRow } from './rows.js';

/** As in the statement. */
type TradeCells = [
  id: string,
  outcome: number,
  side: Side,
  shares: number,
  credits: number,
  priceBps: number,
  against: Against,
  sequence: number,
  at: number,
  handle: string,
  kind: 'agent' | 'human',
  retired: boolean,
  house: boolean,
];

/** With `from` or `to`, returns only folded trades. */
export async function trades({ sql }: Reader, filter: TradeFilter): Promise<TradeRow[]> {
  const { eventId, outcome, from, to, order, after, limit } = filter;
  const [first, last] = await sequencesWithin(sql, filter);
  if (first > last) return [];
  const place =
    after === null
      ? sql``
      : order === 'desc'
        ? sql`and (f.sequence, f.id) < (${after.sequence}, ${cursorUuid(after.id)}::text::uuid)`
        : sql`and (f.sequence, f.id) > (${after.sequence}, ${cursorUuid(after.id)}::text::uuid)`;
  const direction = order === 'desc' ? sql`order by f.sequence desc, f.id desc` : sql`order by f.sequence, f.id`;
  const [{ cells }] = await sql<{ cells: TradeCells[] | null }[]>`
    select json_agg(json_build_array(f.id, f.outcome, f.side, f.shares, f.credits, f.price_bps, f.against, f.sequence,
      floor(extract(epoch from f.at) * 1000)::bigint, p.handle, p.kind, p.retired_at is not null, p.house) ${direction}) as cells
    from (
      select * from fills f
      where f.market = (select number from markets where event_id = ${eventId}) and f.number is not null and f.sequence between ${first} and ${last} ${place}
        ${outcome === null ? sql`` : sql`and f.outcome = ${outcome}`}
        ${from === null ? sql`` : sql`and f.at >= ${new Date(from)}`}
        ${to === null ? sql`` : sql`and f.at < ${new Date(to)}`}
      ${direction} limit ${limit}
    ) f join accounts a on a.number = f.player join players p on p.id = a.player_id`;
  return cells?.map(tradeOf) ?? [];
}

/**
 * Returns the range of sequences of the hours that a timeframe touches. Trades are indexed by sequence; filtering by
 * time alone would scan all of them.
 */
async function sequencesWithin(sql: Sql, { eventId, from, to }: TradeFilter): Promise<[number, number]> {
  if (from === null && to === null) return [0, beyondAll];
  const [row] = await sql<{ first: number | null; last: number | null }[]>`
    select min(first_sequence) as first, max(last_sequence) as last from candles
    where event_id = ${eventId} and seconds = 3600
      and start >= ${new Date(Math.floor((from ?? 0) / hourMs) * hourMs)}
      and (${to}::bigint is null or start < ${new Date(to ?? 0)})`;
  return row.first === null || row.last === null ? [beyondAll, 0] : [row.first, row.last];
}

const beyondAll = Number.MAX_SAFE_INTEGER;

function tradeOf(cells: TradeCells): TradeRow {
  const [id, outcome, side, shares, credits, priceBps, against, sequence, at, handle, kind, retired, house] = cells;
  return {
    id: idOf('trd', id),
    outcome,
    side,
    shares,
    credits,
    priceBps,
    against,
    player: { handle, kind, retired, house },
    sequence,
    at,
  };
}
