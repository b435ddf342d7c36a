import { lines, lists, moments, numbers } from '../../sql/columns.js';
import type { Sql } from '../../sql/pool.js';
import type { PlacedResult, PlayBatch } from '../interface.js';
import { saveMessages } from './player-messages.js';

/**
 * Every table gets one statement however many rows there are, and every column travels as one text: lines, or an array
 * literal for numbers. That costs a fraction of a value or an object for each cell, here as well as in the database, which
 * takes the columns apart side by side in the select list. Statements are not waited for one by one; the connection runs
 * them in order, and the first failure fails the transaction.
 */

type Practice = NonNullable<PlayBatch['practice']>;

function saveMarkets(sql: Sql, markets: PlayBatch['markets']) {
  return sql`
    update markets m set status = r.status, opens_at = r.opens_at, ends_at = r.ends_at, closed_at = r.closed_at,
      resolved_at = r.resolved_at, sequence = r.sequence, shares = r.shares, account = r.account,
      price_bps = r.price_bps, volume = r.volume, outcome_volumes = r.outcome_volumes,
      outcome_traded_at = r.outcome_traded_at, last_trade_at = r.last_trade_at, traders = r.traders,
      open_orders = r.open_orders, trades = r.trades
    from (select unnest(lines(${lines(markets, market => market.eventId)})) as event_id,
      unnest(lines(${lines(markets, market => market.status)})) as status,
      unnest(${moments(markets, market => market.opensAt)}::text::timestamptz[]) as opens_at,
      unnest(${moments(markets, market => market.endsAt)}::text::timestamptz[]) as ends_at,
      unnest(${moments(markets, market => market.closedAt)}::text::timestamptz[]) as closed_at,
      unnest(${moments(markets, market => market.resolvedAt)}::text::timestamptz[]) as resolved_at,
      unnest(${numbers(markets, market => market.sequence)}::text::bigint[]) as sequence,
      unnest(lines(${lists(markets, market => market.shares)}))::bigint[] as shares,
      unnest(${numbers(markets, market => market.account)}::text::bigint[]) as account,
      unnest(lines(${lists(markets, market => market.priceBps)}))::int[] as price_bps,
      unnest(${numbers(markets, market => market.volume)}::text::bigint[]) as volume,
      unnest(lines(${lists(markets, market => market.outcomeVolumes)}))::bigint[] as outcome_volumes,
      unnest(lines(${lists(markets, market => market.outcomeTradedAt.map(at => at ?? 0))}))::bigint[] as outcome_traded_at,
      unnest(${moments(markets, market => market.lastTradeAt)}::text::timestamptz[]) as last_trade_at,
      unnest(${numbers(markets, market => market.traders)}::text::int[]) as traders,
      unnest(${numbers(markets, market => market.openOrders)}::text::int[]) as open_orders,
      unnest(${numbers(markets, market => market.trades)}::text::bigint[]) as trades) r
    where m.event_id = r.event_id`;
}

function saveAccounts(sql: Sql, accounts: PlayBatch['accounts']) {
  return sql`
    update accounts a set available = r.available, owed = r.owed, granted = r.granted, last_grant_day = r.last_grant_day,
      order_moments = r.order_moments, forecast_moments = r.forecast_moments,
      messages = r.messages, practice = r.practice, practice_topped_at = r.practice_topped_at
    from (select unnest(lines(${lines(accounts, account => account.playerId)})) as player_id,
      unnest(${numbers(accounts, account => account.available)}::text::bigint[]) as available,
      unnest(${numbers(accounts, account => account.owed)}::text::bigint[]) as owed,
      unnest(${numbers(accounts, account => account.granted)}::text::bigint[]) as granted,
      unnest(lines(${lines(accounts, account => account.lastGrantDay)}))::date as last_grant_day,
      unnest(lines(${lists(accounts, account => account.orderMoments)}))::bigint[] as order_moments,
      unnest(lines(${lists(accounts, account => account.forecastMoments)}))::bigint[] as forecast_moments,
      unnest(${numbers(accounts, account => account.messages)}::text::bigint[]) as messages,
      unnest(${numbers(accounts, account => account.practice)}::text::bigint[]) as practice,
      unnest(${moments(accounts, account => account.practiceToppedAt)}::text::timestamptz[]) as practice_topped_at) r
    where a.player_id = r.player_id`;
}

function saveCancels(sql: Sql, cancels: NonNullable<PlayBatch['cancels']>) {
  return sql`
    insert into cancel_windows (player_id, moments)
    select unnest(lines(${lines(cancels, row => row.playerId)})), unnest(lines(${lists(cancels, row => row.moments)}))::bigint[]
    on conflict (player_id) do update set moments = excluded.moments`;
}

/** Serializes the part of the first reply that the tables do not have. */
function replyOf({ order, available, sequence, priceBps, warnings }: PlacedResult): string {
  const { filledCredits, filledShares, remaining, status, cancelReason } = order;
  const reason = cancelReason === null ? 'null' : `"${cancelReason}"`;
  const warned = warnings.length === 0 ? '' : `,"warnings":${JSON.stringify(warnings)}`;
  return `{"filledCredits":${filledCredits},"filledShares":${filledShares},"remaining":${remaining},"status":"${status}","cancelReason":${reason},"available":${available},"sequence":${sequence},"priceBps":[${priceBps.join(',')}]${warned}}`;
}

function saveOrders(sql: Sql, orders: PlayBatch['orders'], at: number) {
  const rows = orders.map(order => order.row);
  return sql`
    insert into orders (id, player_id, client_order_id, body_digest, event_id, outcome, side, time_in_force, limit_bps,
      amount, filled_credits, filled_shares, remaining, status, cancel_reason, sequence, created_at, updated_at,
      expires_at, reply)
    select unnest(lines(${lines(rows, row => row.id)})),
      unnest(lines(${lines(rows, row => row.playerId)})),
      unnest(lines(${lines(rows, row => row.clientOrderId)})),
      decode(unnest(lines(${lines(orders, order => order.bodyDigest)})), 'hex'),
      unnest(lines(${lines(rows, row => row.marketId)})),
      unnest(${numbers(rows, row => row.outcome)}::text::int[]),
      unnest(lines(${lines(rows, row => row.side)})),
      unnest(lines(${lines(rows, row => row.timeInForce)})),
      unnest(${numbers(rows, row => row.limitBps)}::text::int[]),
      unnest(${numbers(rows, row => row.amount)}::text::bigint[]),
      unnest(${numbers(rows, row => row.filledCredits)}::text::bigint[]),
      unnest(${numbers(rows, row => row.filledShares)}::text::bigint[]),
      unnest(${numbers(rows, row => row.remaining)}::text::bigint[]),
      unnest(lines(${lines(rows, row => row.status)})),
      unnest(lines(${lines(rows, row => row.cancelReason)})),
      unnest(${numbers(orders, order => order.sequence)}::text::bigint[]),
      ${new Date(at)}::timestamptz, ${new Date(at)}::timestamptz,
      unnest(${moments(rows, row => row.expiresAt)}::text::timestamptz[]),
      unnest(lines(${lines(orders, order => replyOf(order.result))}))::jsonb`;
}

function changeOrders(sql: Sql, changes: PlayBatch['orderChanges'], at: number) {
  return sql`
    update orders o set filled_credits = o.filled_credits + r.filled_credits,
      filled_shares = o.filled_shares + r.filled_shares, remaining = r.remaining, status = r.status,
      cancel_reason = r.cancel_reason, updated_at = ${new Date(at)}
    from (select unnest(lines(${lines(changes, change => change.id)})) as id,
      unnest(${numbers(changes, change => change.filledCredits)}::text::bigint[]) as filled_credits,
      unnest(${numbers(changes, change => change.filledShares)}::text::bigint[]) as filled_shares,
      unnest(${numbers(changes, change => change.remaining)}::text::bigint[]) as remaining,
      unnest(lines(${lines(changes, change => change.status)})) as status,
      unnest(lines(${lines(changes, change => change.cancelReason)})) as cancel_reason) r
    where o.id = r.id`;
}

function savePositions(sql: Sql, positions: PlayBatch['positions'], at: number) {
  return sql`
    insert into positions (event_id, player_id, outcome, shares, reserved_shares, cost, realized_profit, updated_at)
    select unnest(lines(${lines(positions, row => row.eventId)})),
      unnest(lines(${lines(positions, row => row.playerId)})),
      unnest(${numbers(positions, row => row.outcome)}::text::int[]),
      unnest(${numbers(positions, row => row.shares)}::text::bigint[]),
      unnest(${numbers(positions, row => row.reservedShares)}::text::bigint[]),
      unnest(${numbers(positions, row => row.cost)}::text::bigint[]),
      unnest(${numbers(positions, row => row.realizedProfit)}::text::bigint[]),
      ${new Date(at)}::timestamptz
    on conflict (event_id, player_id, outcome) do update set shares = excluded.shares,
      reserved_shares = excluded.reserved_shares, cost = excluded.cost, realized_profit = excluded.realized_profit,
      updated_at = excluded.updated_at`;
}

function saveFills(sql: Sql, fills: PlayBatch['fills'], at: number) {
  return sql`
    insert into fills (at, id, event_id, order_id, player_id, outcome, side, shares, credits, price_bps, against, public,
      sequence, prices_bps, number)
    select ${new Date(at)}::timestamptz, unnest(lines(${lines(fills, fill => fill.id)})),
      unnest(lines(${lines(fills, fill => fill.eventId)})),
      unnest(lines(${lines(fills, fill => fill.orderId)})),
      unnest(lines(${lines(fills, fill => fill.playerId)})),
      unnest(${numbers(fills, fill => fill.outcome)}::text::int[]),
      unnest(lines(${lines(fills, fill => fill.side)})),
      unnest(${numbers(fills, fill => fill.shares)}::text::bigint[]),
      unnest(${numbers(fills, fill => fill.credits)}::text::bigint[]),
      unnest(${numbers(fills, fill => fill.priceBps)}::text::int[]),
      unnest(lines(${lines(fills, fill => fill.against)})),
      unnest(${numbers(fills, fill => (fill.public ? 1 : 0))}::text::int[]) = 1,
      unnest(${numbers(fills, fill => fill.sequence)}::text::bigint[]),
      unnest(lines(${lists(fills, fill => fill.pricesBps)}))::int[],
      unnest(${numbers(fills, fill => fill.number)}::text::bigint[])`;
}

function saveTransfers(sql: Sql, transfers: PlayBatch['transfers'], at: number) {
  return sql`
    insert into transfers (at, kind, reference, from_account, to_account, amount)
    select ${new Date(at)}::timestamptz, unnest(lines(${lines(transfers, row => row.kind)})),
      unnest(lines(${lines(transfers, row => row.reference)})),
      unnest(lines(${lines(transfers, row => row.from)})),
      unnest(lines(${lines(transfers, row => row.to)})),
      unnest(${numbers(transfers, row => row.amount)}::text::bigint[])`;
}

function savePracticeTransfers(sql: Sql, transfers: Practice['transfers'], at: number) {
  return sql`
    insert into practice_transfers (at, kind, reference, event_id, from_account, to_account, amount)
    select ${new Date(at)}::timestamptz, unnest(lines(${lines(transfers, row => row.kind)})),
      unnest(lines(${lines(transfers, row => row.reference)})),
      unnest(lines(${lines(transfers, row => row.eventId)})),
      unnest(lines(${lines(transfers, row => row.from)})),
      unnest(lines(${lines(transfers, row => row.to)})),
      unnest(${numbers(transfers, row => row.amount)}::text::bigint[])`;
}

function saveActivity(sql: Sql, activity: PlayBatch['activity'], at: number, practice = false) {
  return sql`
    insert into ${practice ? sql`practice_activity` : sql`activity`} (at, id, player_id, kind, credits, balance_after, event_id, order_id, details)
    select ${new Date(at)}::timestamptz, unnest(lines(${lines(activity, row => row.id)})),
      unnest(lines(${lines(activity, row => row.playerId)})),
      unnest(lines(${lines(activity, row => row.kind)})),
      unnest(${numbers(activity, row => row.credits)}::text::bigint[]),
      unnest(${numbers(activity, row => row.balanceAfter)}::text::bigint[]),
      unnest(lines(${lines(activity, row => row.eventId)})),
      unnest(lines(${lines(activity, row => row.orderId)})),
      unnest(lines(${lines(activity, row => JSON.stringify(row.details))}))::jsonb`;
}

function saveGrants(sql: Sql, grants: PlayBatch['grants']) {
  return sql`
    insert into grants (player_id, day, amount)
    select unnest(lines(${lines(grants, row => row.playerId)})), unnest(lines(${lines(grants, row => row.day)}))::date,
      unnest(${numbers(grants, row => row.amount)}::text::bigint[])`;
}

/** Expensive statements first: the database executes them while the next ones are serialized. */
function* statementsOf(sql: Sql, batch: PlayBatch) {
  const { at, cancels, practice, messages } = batch;
  if (batch.orders.length > 0) yield saveOrders(sql, batch.orders, at);
  if (batch.fills.length > 0) yield saveFills(sql, batch.fills, at);
  if (batch.positions.length > 0) yield savePositions(sql, batch.positions, at);
  if (batch.markets.length > 0) yield saveMarkets(sql, batch.markets);
  if (batch.accounts.length > 0) yield saveAccounts(sql, batch.accounts);
  if (cancels && cancels.length > 0) yield saveCancels(sql, cancels);
  if (batch.orderChanges.length > 0) yield changeOrders(sql, batch.orderChanges, at);
  if (batch.activity.length > 0) yield saveActivity(sql, batch.activity, at);
  if (batch.transfers.length > 0) yield saveTransfers(sql, batch.transfers, at);
  if (messages && messages.length > 0) yield saveMessages(sql, messages, at);
  if (batch.grants.length > 0) yield saveGrants(sql, batch.grants);
  if (practice && practice.transfers.length > 0) yield savePracticeTransfers(sql, practice.transfers, at);
  if (practice && practice.activity.length > 0) yield saveActivity(sql, practice.activity, at, true);
}

export async function saveBatch(sql: Sql, batch: PlayBatch): Promise<void> {
  const sent: PromiseLike<unknown>[] = [];
  for (const statement of statementsOf(sql, batch)) {
    sent.push(statement.execute());
    // The driver sends the statement when this yields.
    await null;
  }
  await Promise.all(sent);
}
