import { lines, words } from '../../database/columns.js';
import type { Sql } from '../../database/pool.js';
import type { Transaction } from '../../database/store.js';
import type { Against, CancelReason, OrderRecord } from '../../engine/place-order.js';
import type { Side } from '../../engine/resting-queue.js';
import type { Warning } from '../../kernel/unit-warnings.js';
import type { Bps, Microcredits, Microshares } from '../../kernel/units.js';
import { idOf, uuidOf } from './compact/ids.js';
import { numberColumn } from './compact/rows.js';
import { type OrderColumns, orderOf, selectOrders } from './orders.js';
import type { AccountRow, DeskLoad, DeskRequest, FillRow, LoadedPosition, OrderRow, StoredOrder } from './rows.js';

type FillCells = [
  id: string,
  at: number,
  shares: number,
  credits: number,
  priceBps: number,
  against: Against,
  pricesBps: number[],
];

/** The format of stored_order() in the database. */
interface StoredCells {
  readonly id: string;
  readonly player: number;
  readonly market: string;
  readonly client: string;
  readonly digest: string;
  readonly outcome: number;
  readonly side: Side;
  readonly timeInForce: OrderRecord['timeInForce'];
  readonly limitBps: number;
  readonly amount: number;
  readonly filledCredits: number;
  readonly filledShares: number;
  readonly remaining: number;
  readonly status: OrderRecord['status'];
  readonly cancelReason: CancelReason | null;
  readonly rested: boolean;
  readonly available: number;
  readonly sequence: number;
  readonly pricesBps: number[] | null;
  readonly warnings: Warning[] | null;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly fills: FillCells[] | null;
}

interface LoadColumns {
  markets: string | null;
  accounts: string | null;
  stored: string | null;
  positions: string | null;
  paused: boolean;
  now: number;
}

/**
 * Locks markets and then accounts, each in id order, and reads the data of a batch. For callers with cached markets: a
 * market is unchanged while its sequence is. Row numbers that are not cached need another round trip
 * before it.
 */
export async function load({ sql, clock, numbers }: Transaction, request: DeskRequest): Promise<DeskLoad> {
  const { eventIds, playerIds, placed, pairs } = request;
  await numbers.ensureCommitted([...eventIds, ...playerIds]);
  const numberOf = (id: string) => numbers.find(id) ?? 0;
  const idsByNumber = new Map<string, string>();
  for (const id of eventIds) idsByNumber.set(`m${numberOf(id)}`, id);
  for (const id of playerIds) idsByNumber.set(`p${numberOf(id)}`, id);
  const loading = sql<
    LoadColumns[]
  >`select * from desk_load(${numberColumn(eventIds, numberOf)}, ${numberColumn(playerIds, numberOf)},
    ${numberColumn(placed, ({ playerId }) => numberOf(playerId))}, ${lines(placed, order => order.clientOrderId)}::text,
    ${numberColumn(pairs, pair => numberOf(pair.eventId))}, ${numberColumn(pairs, pair => numberOf(pair.playerId))})`.execute();
  const [[row], orders] = await Promise.all([loading, loadCancelled(sql, request)]);
  const stored = row.stored === null ? [] : (JSON.parse(row.stored) as StoredCells[]);
  return {
    sequences: new Map(
      rowsOf(row.markets).map(([no, sequence]) => [idsByNumber.get(`m${no}`) as string, Number(sequence)]),
    ),
    now: clock ? clock() : row.now,
    tradingPaused: row.paused,
    accounts: rowsOf(row.accounts).map(cells => accountOf(cells, idsByNumber.get(`p${cells[0]}`) as string)),
    stored: stored.map(order => storedOrder(order, idsByNumber.get(`p${order.player}`) as string)),
    positions: rowsOf(row.positions).map(cells => positionOf(cells, idsByNumber)),
    orders,
  };
}

/** Reads the orders to cancel. Sent after the locks on the same connection, so it sees what they protect. */
async function loadCancelled(sql: Sql, { cancelled, cancelledIn }: DeskRequest) {
  const [named, open] = await Promise.all([
    cancelled.length > 0 ? sql<OrderColumns[]>`${ordersToCancel(sql, cancelled)}` : [],
    cancelledIn.length > 0 ? sql<OrderColumns[]>`${openOrdersOf(sql, cancelledIn)}` : [],
  ]);
  return [...named, ...open].map(orderOf);
}

function ordersToCancel(sql: Sql, ids: DeskRequest['cancelled']) {
  const source = sql`unnest(${words(ids, id => id.playerId)}::text::text[], ${words(ids, id => uuidOf(id.orderId))}::text::uuid[])
    as w(player_id, id) join accounts x on x.player_id = w.player_id join orders o on o.player = x.number and o.id = w.id`;
  return selectOrders(sql, source);
}

function openOrdersOf(sql: Sql, pairs: DeskRequest['cancelledIn']) {
  return sql`${selectOrders(sql, sql`orders o`)}
    where o.status = 'open' and (o.player, o.market) in (
      select x.number, y.number
      from unnest(${words(pairs, pair => pair.playerId)}::text::text[], ${words(pairs, pair => pair.eventId)}::text::text[])
          as w(player_id, event_id)
        join accounts x on x.player_id = w.player_id join markets y on y.event_id = w.event_id)`;
}

/** Returns an order as in its first response. */
function storedOrder(row: StoredCells, playerId: string): StoredOrder {
  const fills = (row.fills ?? []).map(
    ([id, at, shares, credits, priceBps, against]): FillRow => ({
      id: idOf('trd', id),
      at,
      shares: shares as Microshares,
      credits: credits as Microcredits,
      priceBps: priceBps as Bps,
      against: against,
    }),
  );
  const { filledCredits, filledShares, remaining, status, cancelReason } = acceptedState(row, fills);
  const order: OrderRow = {
    id: idOf('ord', row.id),
    playerId,
    clientOrderId: row.client,
    marketId: row.market,
    outcome: row.outcome,
    side: row.side,
    timeInForce: row.timeInForce,
    limitBps: row.limitBps as Bps,
    amount: row.amount,
    filledCredits: filledCredits as Microcredits,
    filledShares: filledShares as Microshares,
    remaining,
    status,
    cancelReason,
    createdAt: row.createdAt,
    updatedAt: row.createdAt,
    expiresAt: row.expiresAt,
  };
  const priceBps = row.pricesBps ?? row.fills?.[0]?.[6] ?? [];
  const { available, sequence } = row;
  const result = {
    order,
    fills,
    available: available as Microcredits,
    sequence,
    priceBps,
    warnings: row.warnings ?? [],
  };
  return { playerId, clientOrderId: row.client, bodyDigest: row.digest, result };
}

/** The state of an order when it was accepted. An order that was open then had made exactly its public fills. */
function acceptedState(row: StoredCells, fills: readonly FillRow[]) {
  if (!row.rested) {
    return {
      filledCredits: row.filledCredits,
      filledShares: row.filledShares,
      remaining: row.remaining,
      status: row.status,
      cancelReason: row.cancelReason,
    };
  }
  const filledCredits = sum(fills.map(fill => fill.credits));
  const filledShares = sum(fills.map(fill => fill.shares));
  const remaining = row.amount - (row.side === 'buy' ? filledCredits : filledShares);
  return { filledCredits, filledShares, remaining, status: 'open' as const, cancelReason: null };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function accountOf(cells: readonly string[], playerId: string): AccountRow {
  const [, retired, available, owed, granted, day, practice, topped, messages] = cells.slice(0, 9).map(Number);
  return {
    playerId,
    retired: retired === 1,
    available: available as Microcredits,
    owed: owed as Microcredits,
    granted: granted as Microcredits,
    lastGrantDay: day,
    practice: practice as Microcredits,
    practiceToppedAt: topped === 0 ? null : topped,
    writes: {
      period: Number(cells[9]),
      orders: countsOf(cells[10]),
      cancels: countsOf(cells[11]),
      forecasts: countsOf(cells[12]),
    },
    messages,
  };
}

const countsOf = (cell: string) => (cell === '' ? [] : cell.split(',').map(Number));
const rowsOf = (text: string | null) => (text === null ? [] : text.split('\n').map(row => row.split(' ')));

function positionOf(cells: readonly string[], idsByNumber: ReadonlyMap<string, string>): LoadedPosition {
  const [, , outcome, shares, reservedShares, cost, realizedProfit] = cells.map(Number);
  return {
    eventId: idsByNumber.get(`m${cells[0]}`) as string,
    playerId: idsByNumber.get(`p${cells[1]}`) as string,
    outcome,
    shares: shares as Microshares,
    reservedShares: reservedShares as Microshares,
    cost: cost as Microcredits,
    realizedProfit: realizedProfit as Microcredits,
  };
}
