import { type AddedRows, RowTable } from '../../database/driver/row-writer.js';
import type { RowNumbers } from '../../database/row-numbers.js';
import { ensure } from '../../kernel/invariant.js';
import { uuidBytes } from './compact/ids.js';
import { ledgerCode } from './compact/ledger-codes.js';
import type { NewActivity, OrderRow, PlayBatch, PlayerMessage, PlayerMessages, TransferRow } from './rows.js';

/** Context shared by the rows of one batch. */
interface BatchContext {
  readonly at: number;
  readonly numbers: RowNumbers;
  /** The activity entries of trades, by the id of the fill that they are derived from. */
  readonly tradeEntries: ReadonlyMap<string, NewActivity>;
}

const jsonOrNone = (list: readonly unknown[]) => (list.length > 0 ? JSON.stringify(list) : null);

/** The table has no constraints: checking them again for every statement took a fifth of the time to save an order. */
function checkOrder({ id, amount, filledCredits, filledShares, remaining, limitBps }: OrderRow): void {
  const isSound =
    amount > 0 && filledCredits >= 0 && filledShares >= 0 && remaining >= 0 && limitBps > 0 && limitBps < 10_000;
  ensure('order-values', isSound, () => `${id}: ${[amount, filledCredits, filledShares, remaining, limitBps]}`);
}

const addedOrders = new RowTable<PlayBatch['orders'][number], BatchContext>('orders', {
  id: (to, { row }) => to.bytes(uuidBytes(row.id)),
  created_at: (to, _, { at }) => to.time(at),
  updated_at: (to, _, { at }) => to.time(at),
  expires_at: (to, { row }) => to.time(row.expiresAt),
  sequence: (to, { sequence }) => to.bigint(sequence),
  amount: (to, { row }) => to.bigint(row.amount),
  filled_credits: (to, { row }) => to.bigint(row.filledCredits),
  filled_shares: (to, { row }) => to.bigint(row.filledShares),
  remaining: (to, { row }) => to.bigint(row.remaining),
  available: (to, { result }) => to.bigint(result.available),
  player: (to, { row }, { numbers }) => to.integer(numbers.of(row.playerId)),
  market: (to, { row }, { numbers }) => to.integer(numbers.of(row.marketId)),
  outcome: (to, { row }) => to.smallint(row.outcome),
  limit_bps: (to, { row }) => to.smallint(row.limitBps),
  side: (to, { row }) => to.text(row.side),
  time_in_force: (to, { row }) => to.text(row.timeInForce),
  status: (to, { row }) => to.text(row.status),
  cancel_reason: (to, { row }) => to.text(row.cancelReason),
  rested: (to, { result }) => to.boolean(result.order.status === 'open'),
  client_order_id: (to, { row }) => to.text(row.clientOrderId),
  body_digest: (to, { bodyDigest }) => to.hex(bodyDigest),
  prices_bps: (to, { result }) => to.smallints(result.fills.length > 0 ? null : result.priceBps),
  warnings: (to, { result }) => to.jsonb(jsonOrNone(result.warnings)),
});

const addedFills = new RowTable<PlayBatch['fills'][number], BatchContext>('fills', {
  id: (to, fill) => to.bytes(uuidBytes(fill.id)),
  order_id: (to, fill) => to.bytes(uuidBytes(fill.orderId)),
  at: (to, _, { at }) => to.time(at),
  sequence: (to, fill) => to.bigint(fill.sequence),
  number: (to, fill) => to.bigint(fill.number),
  shares: (to, fill) => to.bigint(fill.shares),
  credits: (to, fill) => to.bigint(fill.credits),
  market: (to, fill, { numbers }) => to.integer(numbers.of(fill.eventId)),
  player: (to, fill, { numbers }) => to.integer(numbers.of(fill.playerId)),
  outcome: (to, fill) => to.smallint(fill.outcome),
  price_bps: (to, fill) => to.smallint(fill.priceBps),
  side: (to, fill) => to.text(fill.side),
  against: (to, fill) => to.text(fill.against),
  prices_bps: (to, fill) => to.smallints(fill.pricesBps),
  balance_after: (to, fill, { tradeEntries }) => to.bigint(tradeEntries.get(fill.id)?.balanceAfter ?? null),
  repaid: (to, fill, { tradeEntries }) => to.bigint(Number(tradeEntries.get(fill.id)?.details.repaid ?? 0) || null),
});

const addedPositions = new RowTable<PlayBatch['positions'][number], BatchContext>('positions', {
  market: (to, { eventId }, { numbers }) => to.integer(numbers.of(eventId)),
  player: (to, { playerId }, { numbers }) => to.integer(numbers.of(playerId)),
  outcome: (to, position) => to.smallint(position.outcome),
  shares: (to, position) => to.bigint(position.shares),
  reserved_shares: (to, position) => to.bigint(position.reservedShares),
  cost: (to, position) => to.bigint(position.cost),
  realized_profit: (to, position) => to.bigint(position.realizedProfit),
  updated_at: (to, _, { at }) => to.time(at),
});

/** Whether activity_details() of the database can derive the details of an entry from its order. */
function isDerived({ kind, orderId, details }: NewActivity): boolean {
  return orderId !== null && !('repaid' in details) && (kind === 'order' || kind === 'cancel');
}

const addedActivity = new RowTable<NewActivity, BatchContext>('stored_activity', {
  id: (to, { id }) => to.bytes(uuidBytes(id)),
  at: (to, _, { at }) => to.time(at),
  credits: (to, { credits }) => to.bigint(credits),
  balance_after: (to, { balanceAfter }) => to.bigint(balanceAfter),
  order_id: (to, { orderId }) => to.bytes(orderId === null ? null : uuidBytes(orderId)),
  player: (to, { playerId }, { numbers }) => to.integer(numbers.of(playerId)),
  market: (to, { eventId }, { numbers }) => to.integer(eventId === null ? null : numbers.of(eventId)),
  kind: (to, { kind }) => to.text(kind),
  details: (to, entry) => to.jsonb(isDerived(entry) ? null : JSON.stringify(entry.details)),
});

const isOrder = (reference: string) => reference.startsWith('ord_');

const addedTransfers = new RowTable<TransferRow, BatchContext>('stored_transfers', {
  at: (to, _, { at }) => to.time(at),
  from_account: (to, transfer, { numbers }) => to.bigint(ledgerCode(transfer.from, numbers)),
  to_account: (to, transfer, { numbers }) => to.bigint(ledgerCode(transfer.to, numbers)),
  amount: (to, { amount }) => to.bigint(amount),
  order_id: (to, { reference }) => to.bytes(isOrder(reference) ? uuidBytes(reference) : null),
  kind: (to, { kind }) => to.text(kind),
  reference: (to, { reference }) => to.text(isOrder(reference) ? null : reference),
});

interface NumberedMessage {
  readonly playerId: string;
  readonly number: number;
  readonly message: PlayerMessage;
  /** The message if it is about an order, and if it is about an order or a trade. */
  readonly state: Extract<PlayerMessage, { kind: 'order' }> | null;
  readonly inMarket: Extract<PlayerMessage, { kind: 'order' | 'trade' }> | null;
}

function numbered({ playerId, first, messages }: PlayerMessages): NumberedMessage[] {
  return messages.map((message, index) => {
    const state = message.kind === 'order' ? message : null;
    const inMarket = message.kind === 'trade' ? message : state;
    return { playerId, number: first + index, message, state, inMarket };
  });
}

/** Settlements and grants are stored as a whole, orders and trades as references to their rows. */
const addedMessages = new RowTable<NumberedMessage, BatchContext>('player_messages', {
  number: (to, { number }) => to.bigint(number),
  at: (to, _, { at }) => to.time(at),
  sequence: (to, { inMarket }) => to.bigint(inMarket?.sequence ?? null),
  remaining: (to, { state }) => to.bigint(state?.remaining ?? null),
  player: (to, { playerId }, { numbers }) => to.integer(numbers.of(playerId)),
  market: (to, { inMarket }, { numbers }) => to.integer(inMarket && numbers.of(inMarket.eventId)),
  kind: (to, { message }) => to.text(message.kind),
  status: (to, { state }) => to.text(state?.status ?? null),
  cancel_reason: (to, { state }) => to.text(state?.cancelReason ?? null),
  order_id: (to, { inMarket }) => to.bytes(inMarket && uuidBytes(inMarket.orderId)),
  trade_id: (to, { message }) => to.bytes(message.kind === 'trade' ? uuidBytes(message.id) : null),
  details: (to, { message, inMarket }) => to.text(inMarket ? null : JSON.stringify(message)),
});

/** Asserts that the transfers that are derived from fills move what the engine decided. */
function checkTrades({ transfers, fills }: PlayBatch, { tradeEntries }: BatchContext): void {
  let moved = 0;
  for (const { kind, amount } of transfers) if (kind === 'trade') moved += amount;
  let derived = 0;
  for (const { id, credits } of fills) if (tradeEntries.has(id)) derived += credits;
  ensure('trades-stored-once', moved === derived, () => `${moved} moved by trades, ${derived} in their fills`);
}

/**
 * Returns the rows that a batch adds to each table that it adds to. Entries and transfers of trades are derived from their
 * fills, so they are not stored.
 */
export function addedRows(batch: PlayBatch, numbers: RowNumbers, storeMessages: boolean): AddedRows[] {
  const { at, orders, fills, activity, messages = [] } = batch;
  const tradeEntries = new Map<string, NewActivity>();
  for (const entry of activity) if (entry.fillId !== undefined) tradeEntries.set(entry.fillId, entry);
  const context = { at, numbers, tradeEntries };
  checkTrades(batch, context);
  for (const { row } of orders) checkOrder(row);
  const to = <T>(table: RowTable<T, BatchContext>, rows: readonly T[]) =>
    rows.length > 0 ? [table.of(rows, context)] : [];
  return [
    ...to(addedOrders, orders),
    ...to(addedFills, fills),
    ...to(
      addedPositions,
      batch.positions.filter(({ isNew }) => isNew),
    ),
    ...to(
      addedActivity,
      activity.filter(({ fillId }) => fillId === undefined),
    ),
    ...to(
      addedTransfers,
      batch.transfers.filter(({ kind }) => kind !== 'trade'),
    ),
    ...to(addedMessages, storeMessages ? messages.flatMap(numbered) : []),
  ];
}
