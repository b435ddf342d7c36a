import type { PlacedResult, PlayBatch } from '../play-store.js';
import { arrays, moments, numbers, texts, words } from './columns.js';
import type { Sql } from './connect.js';
import { saveMessages } from './own-messages.js';

/**
 * Every table gets one statement however many rows there are, and every column travels as one text: an array literal, or
 * a JSON array for columns of JSON. That costs a fraction of a value or an object for each cell, here as well as in the
 * database. Statements are not waited for one by one; the connection runs them in order, and the first failure fails the
 * transaction.
 */

type Practice = NonNullable<PlayBatch['practice']>;

function saveMarkets(sql: Sql, markets: PlayBatch['markets']) {
  return sql`
    update markets m set status = r.status, opens_at = r.opens_at, ends_at = r.ends_at, closed_at = r.closed_at,
      resolved_at = r.resolved_at, sequence = r.sequence, shares = r.shares::bigint[], account = r.account,
      price_bps = r.price_bps::int[], volume = r.volume, outcome_volumes = r.outcome_volumes::bigint[],
      outcome_traded_at = r.outcome_traded_at::bigint[], last_trade_at = r.last_trade_at, traders = r.traders,
      open_orders = r.open_orders, trades = r.trades
    from unnest(${words(markets, market => market.eventId)}::text::text[],
      ${words(markets, market => market.status)}::text::text[],
      ${moments(markets, market => market.opensAt)}::text::timestamptz[],
      ${moments(markets, market => market.endsAt)}::text::timestamptz[],
      ${moments(markets, market => market.closedAt)}::text::timestamptz[],
      ${moments(markets, market => market.resolvedAt)}::text::timestamptz[],
      ${numbers(markets, market => market.sequence)}::text::bigint[],
      ${arrays(markets, market => market.shares)}::text::text[],
      ${numbers(markets, market => market.account)}::text::bigint[],
      ${arrays(markets, market => market.priceBps)}::text::text[],
      ${numbers(markets, market => market.volume)}::text::bigint[],
      ${arrays(markets, market => market.outcomeVolumes)}::text::text[],
      ${arrays(markets, market => market.outcomeTradedAt.map(at => at ?? 0))}::text::text[],
      ${moments(markets, market => market.lastTradeAt)}::text::timestamptz[],
      ${numbers(markets, market => market.traders)}::text::int[],
      ${numbers(markets, market => market.openOrders)}::text::int[],
      ${numbers(markets, market => market.trades)}::text::bigint[])
      as r(event_id, status, opens_at, ends_at, closed_at, resolved_at, sequence, shares, account, price_bps, volume,
        outcome_volumes, outcome_traded_at, last_trade_at, traders, open_orders, trades)
    where m.event_id = r.event_id`;
}

function saveAccounts(sql: Sql, accounts: PlayBatch['accounts']) {
  return sql`
    update accounts a set available = r.available, granted = r.granted, last_grant_day = r.last_grant_day,
      order_moments = r.order_moments::bigint[], forecast_moments = r.forecast_moments::bigint[],
      messages = r.messages, practice = r.practice, practice_topped_at = r.practice_topped_at
    from unnest(${words(accounts, account => account.playerId)}::text::text[],
      ${numbers(accounts, account => account.available)}::text::bigint[],
      ${numbers(accounts, account => account.granted)}::text::bigint[],
      ${words(accounts, account => account.lastGrantDay)}::text::date[],
      ${arrays(accounts, account => account.orderMoments)}::text::text[],
      ${arrays(accounts, account => account.forecastMoments)}::text::text[],
      ${numbers(accounts, account => account.messages)}::text::bigint[],
      ${numbers(accounts, account => account.practice)}::text::bigint[],
      ${moments(accounts, account => account.practiceToppedAt)}::text::timestamptz[])
      as r(player_id, available, granted, last_grant_day, order_moments, forecast_moments, messages, practice,
        practice_topped_at)
    where a.player_id = r.player_id`;
}

/** What of the first reply the tables do not have. */
function replyOf({ order, available, sequence, priceBps }: PlacedResult): string {
  const { filledCredits, filledShares, remaining, status, cancelReason } = order;
  const reason = cancelReason === null ? 'null' : `"${cancelReason}"`;
  return `{"filledCredits":${filledCredits},"filledShares":${filledShares},"remaining":${remaining},"status":"${status}","cancelReason":${reason},"available":${available},"sequence":${sequence},"priceBps":[${priceBps.join(',')}]}`;
}

function saveOrders(sql: Sql, orders: PlayBatch['orders'], at: number) {
  const rows = orders.map(order => order.row);
  return sql`
    insert into orders (id, player_id, client_order_id, body_digest, event_id, outcome, side, time_in_force, limit_bps,
      amount, filled_credits, filled_shares, remaining, status, cancel_reason, sequence, created_at, updated_at,
      expires_at, reply)
    select r.id, r.player_id, r.client_order_id, decode(r.body_digest, 'hex'), r.event_id, r.outcome, r.side,
      r.time_in_force, r.limit_bps, r.amount, r.filled_credits, r.filled_shares, r.remaining, r.status,
      r.cancel_reason, r.sequence, ${new Date(at)}, ${new Date(at)}, r.expires_at, r.reply
    from rows from (unnest(${words(rows, row => row.id)}::text::text[]),
      unnest(${words(rows, row => row.playerId)}::text::text[]),
      unnest(${texts(rows, row => row.clientOrderId)}::text::text[]),
      unnest(${words(orders, order => order.bodyDigest)}::text::text[]),
      unnest(${words(rows, row => row.marketId)}::text::text[]),
      unnest(${numbers(rows, row => row.outcome)}::text::int[]),
      unnest(${words(rows, row => row.side)}::text::text[]),
      unnest(${words(rows, row => row.timeInForce)}::text::text[]),
      unnest(${numbers(rows, row => row.limitBps)}::text::int[]),
      unnest(${numbers(rows, row => row.amount)}::text::bigint[]),
      unnest(${numbers(rows, row => row.filledCredits)}::text::bigint[]),
      unnest(${numbers(rows, row => row.filledShares)}::text::bigint[]),
      unnest(${numbers(rows, row => row.remaining)}::text::bigint[]),
      unnest(${words(rows, row => row.status)}::text::text[]),
      unnest(${words(rows, row => row.cancelReason)}::text::text[]),
      unnest(${numbers(orders, order => order.sequence)}::text::bigint[]),
      unnest(${moments(rows, row => row.expiresAt)}::text::timestamptz[]),
      jsonb_array_elements(${`[${orders.map(order => replyOf(order.result)).join(',')}]`}::text::jsonb))
      as r(id, player_id, client_order_id, body_digest, event_id, outcome, side, time_in_force, limit_bps, amount,
        filled_credits, filled_shares, remaining, status, cancel_reason, sequence, expires_at, reply)`;
}

function changeOrders(sql: Sql, changes: PlayBatch['orderChanges'], at: number) {
  return sql`
    update orders o set filled_credits = o.filled_credits + r.filled_credits,
      filled_shares = o.filled_shares + r.filled_shares, remaining = r.remaining, status = r.status,
      cancel_reason = r.cancel_reason, updated_at = ${new Date(at)}
    from unnest(${words(changes, change => change.id)}::text::text[],
      ${numbers(changes, change => change.filledCredits)}::text::bigint[],
      ${numbers(changes, change => change.filledShares)}::text::bigint[],
      ${numbers(changes, change => change.remaining)}::text::bigint[],
      ${words(changes, change => change.status)}::text::text[],
      ${words(changes, change => change.cancelReason)}::text::text[])
      as r(id, filled_credits, filled_shares, remaining, status, cancel_reason)
    where o.id = r.id`;
}

function savePositions(sql: Sql, positions: PlayBatch['positions'], at: number) {
  return sql`
    insert into positions (event_id, player_id, outcome, shares, reserved_shares, cost, realized_profit, updated_at)
    select r.*, ${new Date(at)}
    from unnest(${words(positions, row => row.eventId)}::text::text[],
      ${words(positions, row => row.playerId)}::text::text[], ${numbers(positions, row => row.outcome)}::text::int[],
      ${numbers(positions, row => row.shares)}::text::bigint[],
      ${numbers(positions, row => row.reservedShares)}::text::bigint[],
      ${numbers(positions, row => row.cost)}::text::bigint[],
      ${numbers(positions, row => row.realizedProfit)}::text::bigint[]) as r
    on conflict (event_id, player_id, outcome) do update set shares = excluded.shares,
      reserved_shares = excluded.reserved_shares, cost = excluded.cost, realized_profit = excluded.realized_profit,
      updated_at = excluded.updated_at`;
}

function saveFills(sql: Sql, fills: PlayBatch['fills'], at: number) {
  return sql`
    insert into fills (at, id, event_id, order_id, player_id, outcome, side, shares, credits, price_bps, against, public,
      sequence, prices_bps, number)
    select ${new Date(at)}, r.id, r.event_id, r.order_id, r.player_id, r.outcome, r.side, r.shares, r.credits,
      r.price_bps, r.against, r.public, r.sequence, r.prices_bps::int[], r.number
    from unnest(${words(fills, fill => fill.id)}::text::text[], ${words(fills, fill => fill.eventId)}::text::text[],
      ${words(fills, fill => fill.orderId)}::text::text[], ${words(fills, fill => fill.playerId)}::text::text[],
      ${numbers(fills, fill => fill.outcome)}::text::int[], ${words(fills, fill => fill.side)}::text::text[],
      ${numbers(fills, fill => fill.shares)}::text::bigint[], ${numbers(fills, fill => fill.credits)}::text::bigint[],
      ${numbers(fills, fill => fill.priceBps)}::text::int[], ${words(fills, fill => fill.against)}::text::text[],
      ${words(fills, fill => String(fill.public))}::text::boolean[],
      ${numbers(fills, fill => fill.sequence)}::text::bigint[],
      ${arrays(fills, fill => fill.pricesBps)}::text::text[],
      ${numbers(fills, fill => fill.number)}::text::bigint[])
      as r(id, event_id, order_id, player_id, outcome, side, shares, credits, price_bps, against, public, sequence,
        prices_bps, number)`;
}

function saveTransfers(sql: Sql, transfers: PlayBatch['transfers'], at: number) {
  return sql`
    insert into transfers (at, kind, reference, from_account, to_account, amount)
    select ${new Date(at)}, r.*
    from unnest(${words(transfers, row => row.kind)}::text::text[], ${texts(transfers, row => row.reference)}::text::text[],
      ${words(transfers, row => row.from)}::text::text[], ${words(transfers, row => row.to)}::text::text[],
      ${numbers(transfers, row => row.amount)}::text::bigint[]) as r`;
}

function savePracticeTransfers(sql: Sql, transfers: Practice['transfers'], at: number) {
  return sql`
    insert into practice_transfers (at, kind, reference, event_id, from_account, to_account, amount)
    select ${new Date(at)}, r.*
    from unnest(${words(transfers, row => row.kind)}::text::text[], ${texts(transfers, row => row.reference)}::text::text[],
      ${words(transfers, row => row.eventId)}::text::text[], ${words(transfers, row => row.from)}::text::text[],
      ${words(transfers, row => row.to)}::text::text[], ${numbers(transfers, row => row.amount)}::text::bigint[]) as r`;
}

function saveActivity(sql: Sql, activity: PlayBatch['activity'], at: number, practice = false) {
  return sql`
    insert into ${practice ? sql`practice_activity` : sql`activity`} (at, id, player_id, kind, credits, balance_after, event_id, order_id, details)
    select ${new Date(at)}, r.*
    from rows from (unnest(${words(activity, row => row.id)}::text::text[]),
      unnest(${words(activity, row => row.playerId)}::text::text[]),
      unnest(${words(activity, row => row.kind)}::text::text[]),
      unnest(${numbers(activity, row => row.credits)}::text::bigint[]),
      unnest(${numbers(activity, row => row.balanceAfter)}::text::bigint[]),
      unnest(${words(activity, row => row.eventId)}::text::text[]),
      unnest(${words(activity, row => row.orderId)}::text::text[]),
      jsonb_array_elements(${JSON.stringify(activity.map(row => row.details))}::text::jsonb)) as r`;
}

function saveGrants(sql: Sql, grants: PlayBatch['grants']) {
  return sql`
    insert into grants (player_id, day, amount)
    select * from unnest(${words(grants, row => row.playerId)}::text::text[],
      ${words(grants, row => row.day)}::text::date[], ${numbers(grants, row => row.amount)}::text::bigint[])`;
}

export async function saveBatch(sql: Sql, batch: PlayBatch): Promise<void> {
  const { at } = batch;
  const statements: PromiseLike<unknown>[] = [];
  if (batch.grants.length > 0) statements.push(saveGrants(sql, batch.grants));
  if (batch.markets.length > 0) statements.push(saveMarkets(sql, batch.markets));
  if (batch.accounts.length > 0) statements.push(saveAccounts(sql, batch.accounts));
  if (batch.orders.length > 0) statements.push(saveOrders(sql, batch.orders, at));
  if (batch.orderChanges.length > 0) statements.push(changeOrders(sql, batch.orderChanges, at));
  if (batch.positions.length > 0) statements.push(savePositions(sql, batch.positions, at));
  if (batch.fills.length > 0) statements.push(saveFills(sql, batch.fills, at));
  if (batch.transfers.length > 0) statements.push(saveTransfers(sql, batch.transfers, at));
  if (batch.activity.length > 0) statements.push(saveActivity(sql, batch.activity, at));
  const { practice } = batch;
  if (practice && practice.transfers.length > 0) statements.push(savePracticeTransfers(sql, practice.transfers, at));
  if (practice && practice.activity.length > 0) statements.push(saveActivity(sql, practice.activity, at, true));
  if (batch.messages && batch.messages.length > 0) statements.push(saveMessages(sql, batch.messages, at));
  await Promise.all(statements);
}
