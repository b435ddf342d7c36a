import { numbers, words } from '../../database/columns.js';
import type { Sql, SqlPart } from '../../database/pool.js';
import type { Reader } from '../../database/store.js';
import type { MarketStatus } from '../../engine/lifecycle.js';
import { idOf, uuidOf } from '../../exchange/store/compact/ids.js';
import { type OrderColumns, orderOf, playerNo, selectOrders } from '../../exchange/store/orders.js';
import type { Microcredits, Microshares } from '../../kernel/units.js';
import type { Credentials } from '../../people/store/rows.js';
import type { OrderAtMoment, OrderMoment, StreamTrade, TradePage } from './rows.js';

interface TradeColumns {
  last: number;
  status: MarketStatus;
  opens_at: Date;
  ends_at: Date;
  market_sequence: number;
  price_bps: number[];
  volume: number;
  last_trade_at: Date | null;
  trades: (Omit<StreamTrade, 'player'> & { handle: string; player_kind: 'agent' | 'human'; house: boolean })[] | null;
}

/** The statement of a replay; a test checks its plan. */
export function replayStatement(sql: Sql, eventId: string, after: number, limit: number): SqlPart {
  return sql`
    select m.trades as last, m.status, m.opens_at, m.ends_at, m.sequence as market_sequence, m.price_bps, m.volume, m.last_trade_at, (
      select json_agg(t) from (
        select f.number, f.id, f.outcome, f.side, f.shares, f.credits, f.price_bps as "priceBps", f.against, f.sequence,
          floor(extract(epoch from f.at) * 1000)::bigint as at, p.handle, p.kind as player_kind, p.house
        from (
          select * from fills f
          where f.market = m.number and f.number > ${after} order by f.number limit ${limit}
        ) f join accounts a on a.number = f.player join players p on p.id = a.player_id
        order by f.number
      ) t
    ) as trades
    from markets m where m.event_id = ${eventId}`;
}

/** Null if the event does not exist. */
export async function trades(
  { sql }: Reader,
  eventId: string,
  after: number,
  limit: number,
): Promise<TradePage | null> {
  const [row] = await sql<TradeColumns[]>`${replayStatement(sql, eventId, after, limit)}`;
  if (!row) return null;
  return {
    last: row.last,
    status: row.status,
    opensAt: row.opens_at.getTime(),
    endsAt: row.ends_at.getTime(),
    marketSequence: row.market_sequence,
    priceBps: row.price_bps,
    volume: row.volume,
    lastTradeAt: row.last_trade_at?.getTime() ?? null,
    trades: (row.trades ?? []).map(({ handle, player_kind: kind, house, ...trade }) => ({
      ...trade,
      id: idOf('trd', trade.id),
      side: trade.side,
      against: trade.against,
      player: { handle, kind, house },
    })),
  };
}

type AtMoment = OrderColumns & { wanted_sequence: number; credits: number; shares: number };

/** Orders of a player with the fills up to the sequence; other fields are current. */
export async function ordersAt(
  { sql }: Reader,
  playerId: string,
  wanted: readonly OrderMoment[],
): Promise<OrderAtMoment[]> {
  if (wanted.length === 0) return [];
  const source = sql`unnest(${words(wanted, row => uuidOf(row.orderId))}::text::uuid[],
      ${numbers(wanted, row => row.sequence)}::text::bigint[]) as w(order_id, sequence)
    join orders o on o.player = ${playerNo(sql, playerId)} and o.id = w.order_id
    cross join lateral (
      select coalesce(sum(f.credits), 0)::bigint as credits, coalesce(sum(f.shares), 0)::bigint as shares
      from order_fills(o) f where f.sequence <= w.sequence
    ) f`;
  const more = sql`, w.sequence as wanted_sequence, f.credits, f.shares`;
  const rows = await sql<AtMoment[]>`${selectOrders(sql, source, more)}`;
  return rows.map(row => ({
    orderId: idOf('ord', row.id),
    sequence: row.wanted_sequence,
    order: {
      ...orderOf(row),
      filledCredits: row.credits as Microcredits,
      filledShares: row.shares as Microshares,
    },
  }));
}

/** Slugs and public keys by event. */
export async function names(
  { sql }: Reader,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, { slug: string; pubkey: string }>> {
  if (eventIds.length === 0) return new Map();
  const rows = await sql<{ id: string; slug: string; pubkey: string }[]>`
    select id, slug, pubkey from events where id = any(${words(eventIds, id => id)}::text::text[])`;
  return new Map(rows.map(({ id, slug, pubkey }) => [id, { slug, pubkey }]));
}

/** The valid credentials among those of private streams. Sessions expire by last use and by age. */
export async function liveCredentials(
  { sql }: Reader,
  { keyIds, sessionIds }: Credentials,
  usedAfter: number,
  createdAfter: number,
): Promise<ReadonlySet<string>> {
  const rows = await sql<{ id: string }[]>`
    select k.id from agent_keys k join players p on p.id = k.agent_id
    where k.id = any(${keyIds as string[]}) and k.revoked_at is null and p.retired_at is null
    union all
    select s.id from sessions s join players p on p.id = s.person_id
    where s.id = any(${sessionIds as string[]}) and p.retired_at is null
      and s.last_used_at > ${new Date(usedAfter)} and s.created_at > ${new Date(createdAfter)}`;
  return new Set(rows.map(row => row.id));
}
