import type { PlacedResult, PlayBatch, ReplyCore } from '../play-store.js';
import type { Sql } from './connect.js';

/**
 * Every table gets one statement however many rows there are. Rows travel as one JSON text: the driver sends a plain
 * string, and json_to_recordset reads arrays as well as numbers. Statements are not waited for one by one; the
 * connection runs them in order, and the first failure fails the transaction.
 */

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

function saveMarkets(sql: Sql, markets: PlayBatch['markets']) {
  const rows = markets.map(market => ({
    ...market,
    opensAt: iso(market.opensAt),
    endsAt: iso(market.endsAt),
    closedAt: iso(market.closedAt),
    resolvedAt: iso(market.resolvedAt),
    outcomeTradedAt: market.outcomeTradedAt.map(at => at ?? 0),
    lastTradeAt: iso(market.lastTradeAt),
  }));
  return sql`
    update markets m set status = r.status, opens_at = r."opensAt", ends_at = r."endsAt", closed_at = r."closedAt",
      resolved_at = r."resolvedAt", sequence = r.sequence, shares = r.shares, account = r.account,
      price_bps = r."priceBps", volume = r.volume, outcome_volumes = r."outcomeVolumes",
      outcome_traded_at = r."outcomeTradedAt", last_trade_at = r."lastTradeAt", traders = r.traders,
      open_orders = r."openOrders"
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as r("eventId" text, status text, "opensAt" timestamptz,
      "endsAt" timestamptz, "closedAt" timestamptz, "resolvedAt" timestamptz, sequence bigint, shares bigint[],
      account bigint, "priceBps" int[], volume bigint, "outcomeVolumes" bigint[], "outcomeTradedAt" bigint[],
      "lastTradeAt" timestamptz, traders int, "openOrders" int)
    where m.event_id = r."eventId"`;
}

function saveAccounts(sql: Sql, accounts: PlayBatch['accounts']) {
  return sql`
    update accounts a set available = r.available, granted = r.granted, last_grant_day = r."lastGrantDay",
      order_moments = r."orderMoments", forecast_moments = r."forecastMoments"
    from json_to_recordset(${JSON.stringify(accounts)}::text::json) as r("playerId" text, available bigint,
      granted bigint, "lastGrantDay" date, "orderMoments" bigint[], "forecastMoments" bigint[])
    where a.player_id = r."playerId"`;
}

function replyCore({ order, available, sequence, priceBps }: PlacedResult): ReplyCore {
  const { filledCredits, filledShares, remaining, status, cancelReason } = order;
  return { filledCredits, filledShares, remaining, status, cancelReason, available, sequence, priceBps };
}

function saveOrders(sql: Sql, orders: PlayBatch['orders']) {
  const rows = orders.map(({ row, bodyDigest, sequence, result }) => ({
    ...row,
    bodyDigest,
    sequence,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
    expiresAt: iso(row.expiresAt),
    reply: replyCore(result),
  }));
  return sql`
    insert into orders (id, player_id, client_order_id, body_digest, event_id, outcome, side, time_in_force, limit_bps,
      amount, filled_credits, filled_shares, remaining, status, cancel_reason, sequence, created_at, updated_at,
      expires_at, reply)
    select r.id, r."playerId", r."clientOrderId", decode(r."bodyDigest", 'hex'), r."marketId", r.outcome, r.side,
      r."timeInForce", r."limitBps", r.amount, r."filledCredits", r."filledShares", r.remaining, r.status,
      r."cancelReason", r.sequence, r."createdAt", r."updatedAt", r."expiresAt", r.reply
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as r(id text, "playerId" text, "clientOrderId" text,
      "bodyDigest" text, "marketId" text, outcome int, side text, "timeInForce" text, "limitBps" int, amount bigint,
      "filledCredits" bigint, "filledShares" bigint, remaining bigint, status text, "cancelReason" text,
      sequence bigint, "createdAt" timestamptz, "updatedAt" timestamptz, "expiresAt" timestamptz, reply jsonb)`;
}

function changeOrders(sql: Sql, changes: PlayBatch['orderChanges'], at: number) {
  return sql`
    update orders o set filled_credits = o.filled_credits + r."filledCredits",
      filled_shares = o.filled_shares + r."filledShares", remaining = r.remaining, status = r.status,
      cancel_reason = r."cancelReason", updated_at = ${new Date(at)}
    from json_to_recordset(${JSON.stringify(changes)}::text::json) as r(id text, "filledCredits" bigint,
      "filledShares" bigint, remaining bigint, status text, "cancelReason" text)
    where o.id = r.id`;
}

function savePositions(sql: Sql, positions: PlayBatch['positions'], at: number) {
  return sql`
    insert into positions (event_id, player_id, outcome, shares, reserved_shares, cost, realized_profit, updated_at)
    select r."eventId", r."playerId", r.outcome, r.shares, r."reservedShares", r.cost, r."realizedProfit", ${new Date(at)}
    from json_to_recordset(${JSON.stringify(positions)}::text::json) as r("eventId" text, "playerId" text, outcome int,
      shares bigint, "reservedShares" bigint, cost bigint, "realizedProfit" bigint)
    on conflict (event_id, player_id, outcome) do update set shares = excluded.shares,
      reserved_shares = excluded.reserved_shares, cost = excluded.cost, realized_profit = excluded.realized_profit,
      updated_at = excluded.updated_at`;
}

function saveFills(sql: Sql, fills: PlayBatch['fills']) {
  const rows = fills.map(fill => ({ ...fill, at: iso(fill.at) }));
  return sql`
    insert into fills (id, at, event_id, order_id, player_id, outcome, side, shares, credits, price_bps, against, public,
      sequence, prices_bps)
    select r.id, r.at, r."eventId", r."orderId", r."playerId", r.outcome, r.side, r.shares, r.credits, r."priceBps",
      r.against, r.public, r.sequence, r."pricesBps"
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as r(id text, at timestamptz, "eventId" text,
      "orderId" text, "playerId" text, outcome int, side text, shares bigint, credits bigint, "priceBps" int,
      against text, public boolean, sequence bigint, "pricesBps" int[])`;
}

function saveTransfers(sql: Sql, transfers: PlayBatch['transfers'], at: number) {
  return sql`
    insert into transfers (at, kind, reference, from_account, to_account, amount)
    select ${new Date(at)}, r.kind, r.reference, r."from", r."to", r.amount
    from json_to_recordset(${JSON.stringify(transfers)}::text::json) as r(kind text, reference text, "from" text,
      "to" text, amount bigint)`;
}

function saveActivity(sql: Sql, activity: PlayBatch['activity']) {
  const rows = activity.map(entry => ({ ...entry, at: iso(entry.at) }));
  return sql`
    insert into activity (id, at, player_id, kind, credits, balance_after, event_id, order_id, details)
    select r.id, r.at, r."playerId", r.kind, r.credits, r."balanceAfter", r."eventId", r."orderId", r.details
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as r(id text, at timestamptz, "playerId" text, kind text,
      credits bigint, "balanceAfter" bigint, "eventId" text, "orderId" text, details jsonb)`;
}

function saveGrants(sql: Sql, grants: PlayBatch['grants']) {
  return sql`
    insert into grants (player_id, day, amount)
    select r."playerId", r.day, r.amount
    from json_to_recordset(${JSON.stringify(grants)}::text::json) as r("playerId" text, day date, amount bigint)`;
}

export async function saveBatch(sql: Sql, batch: PlayBatch): Promise<void> {
  const { at } = batch;
  const statements: PromiseLike<unknown>[] = [];
  if (batch.grants.length > 0) statements.push(saveGrants(sql, batch.grants));
  if (batch.markets.length > 0) statements.push(saveMarkets(sql, batch.markets));
  if (batch.accounts.length > 0) statements.push(saveAccounts(sql, batch.accounts));
  if (batch.orders.length > 0) statements.push(saveOrders(sql, batch.orders));
  if (batch.orderChanges.length > 0) statements.push(changeOrders(sql, batch.orderChanges, at));
  if (batch.positions.length > 0) statements.push(savePositions(sql, batch.positions, at));
  if (batch.fills.length > 0) statements.push(saveFills(sql, batch.fills));
  if (batch.transfers.length > 0) statements.push(saveTransfers(sql, batch.transfers, at));
  if (batch.activity.length > 0) statements.push(saveActivity(sql, batch.activity));
  await Promise.all(statements);
}
