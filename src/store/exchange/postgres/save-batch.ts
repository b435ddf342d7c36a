import { dayMs } from '../../../domain/durations.js';
import { ensure } from '../../../domain/invariant.js';
import { words } from '../../sql/columns.js';
import type { Sql } from '../../sql/pool.js';
import type { NewActivity, OrderRow, PlayBatch } from '../interface.js';
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
import { NumberLists, NumberRows, numberColumn, TextLines } from './compact/rows.js';
import { rareStatements } from './save-rare.js';

type Reason = keyof typeof reasonCodes;

/** Context shared by the rows of one batch. */
interface Context {
  readonly numbers: RowNumbers;
  /** Prices of orders and fills. */
  readonly prices: NumberLists;
  /** The number of each fill's private message. */
  readonly messageOf: ReadonlyMap<string, number>;
  /** The activity entries of trades, by the id of the fill that they are derived from. */
  readonly tradeEntries: ReadonlyMap<string, NewActivity>;
}

const uuids = <T>(rows: readonly T[], id: (row: T) => string | null) =>
  words(rows, row => {
    const given = id(row);
    return given === null ? null : uuidOf(given);
  });

/** The table has no constraints: checking them again for every statement took a fifth of the time to save an order. */
function checkOrder({ id, amount, filledCredits, filledShares, remaining, limitBps }: OrderRow): void {
  const isSound =
    amount > 0 && filledCredits >= 0 && filledShares >= 0 && remaining >= 0 && limitBps > 0 && limitBps < 10_000;
  ensure('order-values', isSound, () => `${id}: ${[amount, filledCredits, filledShares, remaining, limitBps]}`);
}

function orderColumns(orders: PlayBatch['orders'], { numbers, prices }: Context) {
  const rows = new NumberRows();
  const [clients, digests, warnings] = [new TextLines(), new TextLines(), new TextLines()];
  for (const { row, bodyDigest, sequence, result } of orders) {
    checkOrder(row);
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

function fillColumns(fills: PlayBatch['fills'], { numbers, prices, messageOf, tradeEntries }: Context) {
  const [rows, balances] = [new NumberRows(), new NumberRows()];
  for (const fill of fills) {
    const entry = tradeEntries.get(fill.id);
    balances.add(entry ? [entry.balanceAfter + 1, Number(entry.details.repaid ?? 0)] : [null, null]);
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
  return { ids: uuids(fills, fill => fill.id), orders: uuids(fills, fill => fill.orderId), rows, balances };
}

/** New positions first: those are inserted, the others updated. */
function positionColumns(positions: PlayBatch['positions'], { numbers }: Context) {
  const fresh = positions.filter(({ isNew }) => isNew);
  const ordered = fresh.length === positions.length ? fresh : [...fresh, ...positions.filter(({ isNew }) => !isNew)];
  const rows = new NumberRows();
  for (const { playerId, outcome, shares, reservedShares, cost, realizedProfit } of ordered)
    rows.add([numbers.of(playerId), outcome, shares, reservedShares, cost, realizedProfit]);
  return { markets: numberColumn(ordered, row => numbers.of(row.eventId)), rows, created: fresh.length };
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
  const nos = numberColumn(markets, market => numbers.of(market.eventId));
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
  return { nos: numberColumn(accounts, account => numbers.of(account.playerId)), rows, moments };
}

/** Whether activity_details() of the database can derive the details of an entry from its order. */
function isDerived({ kind, orderId, details }: NewActivity): boolean {
  return orderId !== null && !('repaid' in details) && (kind === 'order' || kind === 'cancel');
}

/** Entries of trades are derived from their fills as a whole. */
function activityColumns(batch: PlayBatch, { numbers }: Context) {
  const activity = batch.activity.filter(({ fillId }) => fillId === undefined);
  const [rows, details] = [new NumberRows(), new TextLines()];
  for (const entry of activity) {
    const { playerId, eventId, kind, credits, balanceAfter } = entry;
    const market = eventId === null ? null : numbers.of(eventId);
    rows.add([numbers.of(playerId), market, byteOf(activityCodes, kind), credits, balanceAfter]);
    details.add(isDerived(entry) ? null : JSON.stringify(entry.details));
  }
  return { ids: uuids(activity, row => row.id), orders: uuids(activity, row => row.orderId), rows, details };
}

const isOrder = (reference: string) => reference.startsWith('ord_');

/** Asserts that the transfers that are derived from fills move what the engine decided. */
function checkTrades({ transfers, fills }: PlayBatch, { tradeEntries }: Context): void {
  let moved = 0;
  for (const { kind, amount } of transfers) if (kind === 'trade') moved += amount;
  let derived = 0;
  for (const { id, credits } of fills) if (tradeEntries.has(id)) derived += credits;
  ensure('trades-stored-once', moved === derived, () => `${moved} moved by trades, ${derived} in their fills`);
}

/** Transfers of trades are derived from their fills. */
function transferColumns(batch: PlayBatch, context: Context) {
  checkTrades(batch, context);
  const { numbers } = context;
  const transfers = batch.transfers.filter(({ kind }) => kind !== 'trade');
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
  return { players: numberColumn(messages, row => numbers.of(row.playerId)), rows, orders, others };
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
  const activity = activityColumns(batch, context);
  const transfers = transferColumns(batch, context);
  const messages = messageColumns(storeMessages ? (batch.messages ?? []) : [], context);
  const changes = changeColumns(batch.orderChanges, context);
  return sql`select desk_save(${new Date(batch.at)}::timestamptz,
    ${orders.ids}::text::uuid[], ${orders.rows.array()}, ${orders.clients.text()}::text, ${orders.digests.text()}::text,
    ${orders.warnings.text()}::text,
    ${fills.ids}::text::uuid[], ${fills.orders}::text::uuid[], ${fills.rows.array()},
    ${fills.balances.array()}, ${context.prices.array('integer')},
    ${positions.markets}, ${positions.rows.array()}, ${positions.created}::integer,
    ${markets.nos}, ${markets.statuses}::text::text[], ${markets.rows.array()},
    ${markets.lists.array()},
    ${accounts.nos}, ${accounts.rows.array()}, ${accounts.moments.array()},
    ${activity.ids}::text::uuid[], ${activity.orders}::text::uuid[], ${activity.rows.array()}, ${activity.details.text()}::text,
    ${transfers.orders}::text::uuid[], ${transfers.rows.array()}, ${transfers.references.text()}::text,
    ${messages.players}, ${messages.rows.array()}, ${messages.orders.text()}::text, ${messages.others.text()}::text,
    ${changes.ids}::text::uuid[], ${changes.rows.array()})`;
}

/**
 * Every player and event that the rows of a batch refer to. A player with a message has an account or a fill in it.
 */
function* referencesOf(batch: PlayBatch): Iterable<string> {
  for (const { eventId } of batch.markets) yield eventId;
  for (const { playerId } of batch.accounts) yield playerId;
  for (const { row } of batch.orders) yield row.marketId;
  for (const { playerId } of batch.orderChanges) yield playerId;
  for (const { playerId } of batch.fills) yield playerId;
  for (const { playerId, eventId } of batch.positions) yield* [playerId, eventId];
  for (const { playerId, eventId } of batch.activity) {
    yield playerId;
    if (eventId !== null) yield eventId;
  }
  for (const { kind, from, to } of batch.transfers) {
    if (kind === 'trade') continue;
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
  const tradeEntries = new Map<string, NewActivity>();
  for (const entry of batch.activity) if (entry.fillId !== undefined) tradeEntries.set(entry.fillId, entry);
  const context = { numbers, prices: new NumberLists(), messageOf: messageNumbers(batch.messages), tradeEntries };
  callSave(sql, batch, context, storeMessages).execute();
  for (const statement of rareStatements(sql, batch)) statement.execute();
}
