import type { MarketStatus } from '../../../domain/market-status.js';
import type { Microcredits, Microshares } from '../../../domain/units.js';
import { type OrderColumns, orderOf } from '../../exchange/postgres/orders.js';
import { maintainMessagePartitions } from '../../exchange/postgres/player-messages.js';
import { numbers, words } from '../../sql/columns.js';
import type { Sql } from '../../sql/pool.js';
import type { StoredMessages, StreamReads, StreamTrade, StreamWrites } from '../interface.js';

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

async function readTrades(sql: Sql, eventId: string, after: number, limit: number) {
  const [row] = await sql<TradeColumns[]>`
    select m.trades as last, m.status, m.opens_at, m.ends_at, m.sequence as market_sequence, m.price_bps, m.volume, m.last_trade_at, (
      select json_agg(t) from (
        select f.number, f.id, f.outcome, f.side, f.shares, f.credits, f.price_bps as "priceBps", f.against, f.sequence,
          floor(extract(epoch from f.at) * 1000)::bigint as at, p.handle, p.kind as player_kind, p.house
        from (
          select * from fills f where f.event_id = m.event_id and f.number > ${after} order by f.number limit ${limit}
        ) f join players p on p.id = f.player_id
        order by f.number
      ) t
    ) as trades
    from markets m where m.event_id = ${eventId}`;
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
      player: { handle, kind, house },
    })),
  };
}

/** Numbers have no gaps, so they bound the rows that hold the first messages. */
async function readOwn(sql: Sql, playerId: string, after: number, limit: number) {
  const [row] = await sql<{ last: number; rows: StoredMessages[] | null }[]>`
    select a.messages as last, (
      select json_agg(t) from (
        select m.player_id as "playerId", m.first, m.last, m.messages,
          floor(extract(epoch from m.at) * 1000)::bigint as at
        from user_messages m
        where m.player_id = a.player_id and m.last > ${after} and m.first <= ${after}::bigint + ${limit}
        order by m.last limit ${limit}
      ) t
    ) as rows
    from accounts a where a.player_id = ${playerId}`;
  return row ? { last: row.last, rows: row.rows ?? [] } : null;
}

type AtMoment = OrderColumns & { wanted_sequence: number; credits: number; shares: number };

export function streamReads(sql: Sql): StreamReads {
  return {
    trades: (eventId, after, limit) => readTrades(sql, eventId, after, limit),
    own: (playerId, after, limit) => readOwn(sql, playerId, after, limit),
    async ordersAt(wanted) {
      if (wanted.length === 0) return [];
      const rows = await sql<AtMoment[]>`
        select o.*, w.sequence as wanted_sequence, coalesce(f.credits, 0)::bigint as credits,
          coalesce(f.shares, 0)::bigint as shares
        from unnest(${words(wanted, row => row.orderId)}::text::text[],
          ${numbers(wanted, row => row.sequence)}::text::bigint[]) as w(order_id, sequence)
        join orders o on o.id = w.order_id
        left join lateral (
          select sum(f.credits) as credits, sum(f.shares) as shares from fills f
          where f.order_id = o.id and f.sequence <= w.sequence
        ) f on true`;
      return rows.map(row => ({
        orderId: row.id,
        sequence: row.wanted_sequence,
        order: {
          ...orderOf(row),
          filledCredits: row.credits as Microcredits,
          filledShares: row.shares as Microshares,
        },
      }));
    },
    async names(eventIds) {
      if (eventIds.length === 0) return new Map();
      const rows = await sql<{ id: string; slug: string; pubkey: string }[]>`
        select id, slug, pubkey from events where id = any(${words(eventIds, id => id)}::text::text[])`;
      return new Map(rows.map(({ id, slug, pubkey }) => [id, { slug, pubkey }]));
    },
    async liveCredentials({ keyIds, sessionIds }, usedAfter, createdAfter) {
      const rows = await sql<{ id: string }[]>`
        select k.id from agent_keys k join players p on p.id = k.agent_id
        where k.id = any(${keyIds as string[]}) and k.revoked_at is null and p.retired_at is null
        union all
        select s.id from sessions s join players p on p.id = s.person_id
        where s.id = any(${sessionIds as string[]}) and p.retired_at is null
          and s.last_used_at > ${new Date(usedAfter)} and s.created_at > ${new Date(createdAfter)}`;
      return new Set(rows.map(row => row.id));
    },
  };
}

export function streamWrites(sql: Sql): StreamWrites {
  return {
    ...streamReads(sql),
    maintainPartitions: (now, dropBefore) => maintainMessagePartitions(sql, now, dropBefore),
  };
}
