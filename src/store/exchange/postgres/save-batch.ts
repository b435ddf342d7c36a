import { dayMs } from '../../../domain/durations.js';
import { words } from '../../sql/columns.js';
import type { Sql } from '../../sql/pool.js';
import type { NewActivity, PlayBatch } from '../interface.js';
import type { PlayerMessage } from '../message-interface.js';
import {
  activityCodes,
  againstCodes,
  byteOf,
  reasonCodes,
  sideCodes,
  statusCodes,
  timeInForceCodes,
  transferCodes,
} from './compact/codes.js';
import { uuidOf } from './compact/ids.js';
import { holderOf, ledgerCode } from './compact/ledger-codes.js';
import { encodeOrder } from './compact/order-messages.js';
import type { RowNumbers } from './compact/row-numbers.js';
import { NumberLists, NumberRows, TextLines } from './compact/rows.js';
import { rareStatements } from './save-rare.js';

type Reason = keyof typeof reasonCodes;

/** Context shared by the rows of one batch. */
interface Context {
  readonly numbers: RowNumbers;
  /** Prices of orders and fills. */
  readonly prices: NumberLists;
  /** The number of each fill's private message. */
  readonly messageOf: ReadonlyMap<string, number>;
}

const uuids = <T>(rows: readonly T[], id: (row: T) => string | null) =>
  words(rows, row => {
    const given = id(row);
    return given === null ? null : uuidOf(given);
  });

function orderColumns(orders: PlayBatch['orders'], { numbers, prices }: Context) {
  const rows = new NumberRows();
  const [clients, digests, warnings] = [new TextLines(), new TextLines(), new TextLines()];
  for (const { row, bodyDigest, sequence, result } of orders) {
    const rested = result.order.status === 'open' ? 1 : 0;
    const [first, length] = prices.add(result.fills.length > 0 ? null : result.priceBps);
    rows.add([
      numbers.of(row.playerId),
      numbers.of(row.marketId),
      row.outcome,
      row.limitBps,
      byteOf(sideCodes, row.side),
      byteOf(timeInForceCodes, row.timeInForce),
      byteOf(statusCodes, row.status),
      byteOf(reasonCodes, row.cancelReason as Reason | null),
      rested,
      row.amount,
      row.filledCredits,
      row.filledShares,
      row.remaining,
      result.available,
      sequence,
      row.expiresAt,
      first,
      length,
    ]);
    clients.add(row.clientOrderId);
    digests.add(bodyDigest);
    warnings.add(result.warnings.length > 0 ? JSON.stringify(result.warnings) : null);
  }
  return { ids: uuids(orders, order => order.row.id), rows, clients, digests, warnings };
}

function fillColumns(fills: PlayBatch['fills'], { numbers, prices, messageOf }: Context) {
  const rows = new NumberRows();
  for (const fill of fills) {
    const [first, length] = prices.add(fill.pricesBps);
    rows.add([
      numbers.of(fill.playerId),
      numbers.of(fill.eventId),
      fill.outcome,
      byteOf(sideCodes, fill.side),
      byteOf(againstCodes, fill.against),
      fill.priceBps,
      fill.sequence,
      fill.number,
      fill.shares,
      fill.credits,
      messageOf.get(fill.id) ?? null,
      first,
      length,
    ]);
  }
  return { ids: uuids(fills, fill => fill.id), orders: uuids(fills, fill => fill.orderId), rows };
}

function positionColumns(positions: PlayBatch['positions'], { numbers }: Context) {
  const rows = new NumberRows();
  for (const { playerId, outcome, shares, reservedShares, cost, realizedProfit } of positions)
    rows.add([numbers.of(playerId), outcome, shares, reservedShares, cost, realizedProfit]);
  return { markets: words(positions, row => String(numbers.of(row.eventId))), rows };
}

function marketColumns(markets: PlayBatch['markets'], { numbers }: Context) {
  const [rows, lists] = [new NumberRows(), new NumberLists()];
  for (const market of markets) {
    const { opensAt, endsAt, closedAt, resolvedAt, sequence, account, volume, lastTradeAt } = market;
    const { shares, priceBps, outcomeVolumes, outcomeTradedAt, traders, openOrders, trades } = market;
    const [first] = lists.add([...shares, ...priceBps, ...outcomeVolumes, ...outcomeTradedAt]);
    rows.add([
      ...[opensAt, endsAt, closedAt, resolvedAt, sequence, account, volume, lastTradeAt, traders, openOrders, trades],
      ...[first, shares.length],
    ]);
  }
  const nos = words(markets, market => String(numbers.of(market.eventId)));
  return { nos, statuses: words(markets, market => market.status), rows, lists };
}

function accountColumns(accounts: PlayBatch['accounts'], { numbers }: Context) {
  const [rows, moments] = [new NumberRows(), new NumberLists()];
  for (const account of accounts) {
    const { available, owed, granted, lastGrantDay, practice, practiceToppedAt, messages } = account;
    const day = Date.parse(lastGrantDay) / dayMs;
    rows.add([
      ...[available, owed, granted, day, practice, practiceToppedAt, messages],
      ...moments.add(account.orderMoments),
      ...moments.add(account.forecastMoments),
    ]);
  }
  return { nos: words(accounts, account => String(numbers.of(account.playerId))), rows, moments };
}

/** Whether activity_details() of the database can derive the details of an entry from its order and fill. */
function isDerived({ kind, orderId, fillId, details }: NewActivity, messageOf: Context['messageOf']): boolean {
  if (orderId === null || 'repaid' in details) return false;
  if (kind === 'trade') return fillId !== undefined && messageOf.has(fillId);
  return kind === 'order' || kind === 'cancel';
}

function activityColumns(activity: PlayBatch['activity'], { numbers, messageOf }: Context) {
  const [rows, details] = [new NumberRows(), new TextLines()];
  for (const entry of activity) {
    const { playerId, eventId, kind, credits, balanceAfter, fillId } = entry;
    const message = fillId === undefined ? null : (messageOf.get(fillId) ?? null);
    const market = eventId === null ? null : numbers.of(eventId);
    rows.add([numbers.of(playerId), market, byteOf(activityCodes, kind), credits, balanceAfter, message]);
    details.add(isDerived(entry, messageOf) ? null : JSON.stringify(entry.details));
  }
  return { ids: uuids(activity, row => row.id), orders: uuids(activity, row => row.orderId), rows, details };
}

const isOrder = (reference: string) => reference.startsWith('ord_');

function transferColumns(transfers: PlayBatch['transfers'], { numbers }: Context) {
  const [rows, references] = [new NumberRows(), new TextLines()];
  for (const { from, to, amount, kind, reference } of transfers) {
    const code = byteOf(transferCodes, kind as keyof typeof transferCodes);
    rows.add([ledgerCode(from, numbers), ledgerCode(to, numbers), amount, code]);
    references.add(isOrder(reference) ? null : reference);
  }
  return { orders: uuids(transfers, row => (isOrder(row.reference) ? row.reference : null)), rows, references };
}

type OrderMessage = Extract<PlayerMessage, { kind: 'order' }>;

function messageColumns(messages: NonNullable<PlayBatch['messages']>, { numbers }: Context) {
  const [rows, orders, others] = [new NumberRows(), new TextLines(), new TextLines()];
  for (const { first, last, messages: own } of messages) {
    rows.add([first, last]);
    const states = own.filter((message): message is OrderMessage => message.kind === 'order');
    orders.add(states.length > 0 ? states.map(encodeOrder).join('') : null);
    const rest = own.filter(message => message.kind !== 'order' && message.kind !== 'trade');
    others.add(rest.length > 0 ? JSON.stringify(rest) : null);
  }
  return { players: words(messages, row => String(numbers.of(row.playerId))), rows, orders, others };
}

function changeColumns(changes: PlayBatch['orderChanges'], { numbers }: Context) {
  const rows = new NumberRows();
  for (const { playerId, filledCredits, filledShares, remaining, status, cancelReason } of changes) {
    const reason = byteOf(reasonCodes, cancelReason as Reason | null);
    rows.add([numbers.of(playerId), filledCredits, filledShares, remaining, byteOf(statusCodes, status), reason]);
  }
  return { ids: uuids(changes, change => change.id), rows };
}

function messageNumbers(messages: PlayBatch['messages']): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const { first, messages: own } of messages ?? []) {
    for (const [index, message] of own.entries()) if (message.kind === 'trade') numbers.set(message.id, first + index);
  }
  return numbers;
}

function callSave(sql: Sql, batch: PlayBatch, context: Context, storeMessages: boolean) {
  const orders = orderColumns(batch.orders, context);
  const fills = fillColumns(batch.fills, context);
  const positions = positionColumns(batch.positions, context);
  const markets = marketColumns(batch.markets, context);
  const accounts = accountColumns(batch.accounts, context);
  const activity = activityColumns(batch.activity, context);
  const transfers = transferColumns(batch.transfers, context);
  const messages = messageColumns(storeMessages ? (batch.messages ?? []) : [], context);
  const changes = changeColumns(batch.orderChanges, context);
  return sql`select desk_save(${new Date(batch.at)}::timestamptz,
    ${orders.ids}::text::uuid[], ${orders.rows.literal()}::text::bigint[], ${orders.clients.text()}::text, ${orders.digests.text()}::text,
    ${orders.warnings.text()}::text,
    ${fills.ids}::text::uuid[], ${fills.orders}::text::uuid[], ${fills.rows.literal()}::text::bigint[],
    ${context.prices.literal()}::text::integer[],
    ${positions.markets}::text::integer[], ${positions.rows.literal()}::text::bigint[],
    ${markets.nos}::text::integer[], ${markets.statuses}::text::text[], ${markets.rows.literal()}::text::bigint[],
    ${markets.lists.literal()}::text::bigint[],
    ${accounts.nos}::text::integer[], ${accounts.rows.literal()}::text::bigint[], ${accounts.moments.literal()}::text::bigint[],
    ${activity.ids}::text::uuid[], ${activity.orders}::text::uuid[], ${activity.rows.literal()}::text::bigint[], ${activity.details.text()}::text,
    ${transfers.orders}::text::uuid[], ${transfers.rows.literal()}::text::bigint[], ${transfers.references.text()}::text,
    ${messages.players}::text::integer[], ${messages.rows.literal()}::text::bigint[], ${messages.orders.text()}::text, ${messages.others.text()}::text,
    ${changes.ids}::text::uuid[], ${changes.rows.literal()}::text::bigint[])`;
}

/** Every player and event that the rows of a batch refer to. */
function* referencesOf(batch: PlayBatch): Iterable<string> {
  for (const { eventId } of batch.markets) yield eventId;
  for (const { playerId } of batch.accounts) yield playerId;
  for (const { row } of batch.orders) yield* [row.playerId, row.marketId];
  for (const { playerId } of batch.orderChanges) yield playerId;
  for (const { playerId, eventId } of batch.fills) yield* [playerId, eventId];
  for (const { playerId, eventId } of batch.positions) yield* [playerId, eventId];
  for (const { playerId } of batch.messages ?? []) yield playerId;
  for (const { playerId, eventId } of batch.activity) {
    yield playerId;
    if (eventId !== null) yield eventId;
  }
  for (const { from, to } of batch.transfers) {
    for (const holder of [holderOf(from), holderOf(to)]) if (holder !== null) yield holder;
  }
}

/**
 * Sends a batch: one call of desk_save(), which has a statement for each table, and a statement for each rarely written
 * table. Numbers are sent as one array literal per table: that costs a fraction of a parameter per cell, both here and
 * in the database. Resolves when all statements are sent: a failed statement fails the transaction.
 */
export async function sendBatch(
  sql: Sql,
  batch: PlayBatch,
  numbers: RowNumbers,
  storeMessages: boolean,
): Promise<void> {
  await numbers.ensure(referencesOf(batch));
  const context = { numbers, prices: new NumberLists(), messageOf: messageNumbers(batch.messages) };
  callSave(sql, batch, context, storeMessages).execute();
  for (const statement of rareStatements(sql, batch)) statement.execute();
}
