import { ensure } from '../kernel/invariant.js';
import {
  bpsPerUnit,
  highestLimitBps,
  lowestLimitBps,
  type Microcredits,
  type Microshares,
  maxAccountMicros,
  microcredits,
  microshares,
} from '../kernel/units.js';
import { costOf } from './prices.js';
import {
  insertOrder,
  type RestingOrder,
  type RestingQueue,
  removeOrder,
  replaceOrder,
  type Side,
} from './resting-queue.js';
import { walkTo } from './walk.js';
import { startWalk } from './walk-state.js';

// The state of one market that orders trade against: shares outstanding, the market's account, resting orders.

interface RestingOrders {
  readonly buys: readonly RestingQueue[];
  readonly sells: readonly RestingQueue[];
  readonly byId: Map<string, RestingOrder>;
  readonly byPlayer: Map<string, Map<string, RestingOrder>>;
}

/**
 * Can be cached between orders while its sequence equals that of the market's row. Decisions only read it and return
 * a patch; `applyPatch` is the only writer.
 */
export interface MarketBook {
  readonly marketId: string;
  /** b, in micro-credits. */
  readonly liquidity: Microcredits;
  /** q₀: shares of the prior, which no player owns. */
  readonly openingShares: readonly number[];
  /** q: micro-shares per outcome, including the opening ones. */
  shares: readonly number[];
  account: Microcredits;
  sequence: number;
  readonly resting: RestingOrders;
}

export interface BookRow {
  readonly marketId: string;
  readonly liquidity: Microcredits;
  readonly openingShares: readonly number[];
  readonly shares: readonly number[];
  readonly account: Microcredits;
  readonly sequence: number;
}

/** The saved changes of an order to the book. */
export interface BookPatch {
  readonly shares: readonly number[];
  readonly account: Microcredits;
  readonly sequence: number;
  /** Resting orders with a changed remainder. */
  readonly changed: readonly RestingOrder[];
  /** Ids of orders that are removed from the book. */
  readonly removed: readonly string[];
  readonly added: RestingOrder | null;
}

/** What has changed in a book since a sequence, as read from the tables. */
export interface BookChanges {
  /** Open orders that are new or have another remainder. */
  readonly orders: readonly RestingOrder[];
  /** Ids of orders that have ended. */
  readonly ended: readonly string[];
  /** Ids of all open orders; null if no others have ended. */
  readonly openIds: readonly string[] | null;
}

/** A market that is resolved may already have paid out, so its book is built only with `trading: false`. */
export function openBook(row: BookRow, orders: Iterable<RestingOrder> = [], trading = true): MarketBook {
  const queues = (side: 'buy' | 'sell') => row.shares.map((): RestingQueue => ({ side, levels: [] }));
  const book: MarketBook = {
    ...row,
    shares: [...row.shares],
    resting: { buys: queues('buy'), sells: queues('sell'), byId: new Map(), byPlayer: new Map() },
  };
  if (trading) assertSolvent(book, book.shares, book.account);
  // Sorted by age, every insertion is at the end of its level, regardless of the order of the rows.
  for (const order of byAge(orders)) addResting(book.resting, order);
  return book;
}

export function queueOf(resting: RestingOrders, order: Pick<RestingOrder, 'side' | 'outcome'>): RestingQueue {
  return (order.side === 'buy' ? resting.buys : resting.sells)[order.outcome];
}

function addResting(resting: RestingOrders, order: RestingOrder): void {
  ensure('resting-holds-something', order.remaining > 0, () => `order ${order.id} with ${order.remaining}`);
  insertOrder(queueOf(resting, order), order);
  resting.byId.set(order.id, order);
  const playerOrders = resting.byPlayer.get(order.playerId);
  if (playerOrders) playerOrders.set(order.id, order);
  else resting.byPlayer.set(order.playerId, new Map([[order.id, order]]));
}

function dropResting(resting: RestingOrders, id: string): void {
  const order = resting.byId.get(id);
  ensure('order-in-book', order !== undefined, () => `order ${id}`);
  removeOrder(queueOf(resting, order), order);
  resting.byId.delete(id);
  const playerOrders = resting.byPlayer.get(order.playerId);
  playerOrders?.delete(id);
  if (playerOrders?.size === 0) resting.byPlayer.delete(order.playerId);
}

function changeResting(resting: RestingOrders, order: RestingOrder): void {
  ensure('resting-holds-something', order.remaining > 0, () => `order ${order.id} with ${order.remaining}`);
  replaceOrder(queueOf(resting, order), order);
  resting.byId.set(order.id, order);
  resting.byPlayer.get(order.playerId)?.set(order.id, order);
}

export function applyPatch(book: MarketBook, patch: BookPatch): void {
  book.shares = patch.shares;
  book.account = patch.account;
  book.sequence = patch.sequence;
  for (const order of patch.changed) changeResting(book.resting, order);
  for (const id of patch.removed) dropResting(book.resting, id);
  if (patch.added) addResting(book.resting, patch.added);
}

function byAge(orders: Iterable<RestingOrder>): RestingOrder[] {
  return [...orders].sort((a, b) => a.seq - b.seq);
}

/** Brings a book up to date that others have changed. Changes that it already has are allowed. */
export function advanceBook(book: MarketBook, row: BookRow, changes: BookChanges, trading = true): void {
  const { resting } = book;
  ensure('same-market', book.marketId === row.marketId && book.liquidity === row.liquidity, () => row.marketId);
  if (trading) assertSolvent(book, row.shares, row.account);
  book.shares = [...row.shares];
  book.account = row.account;
  book.sequence = row.sequence;
  for (const id of changes.ended) if (resting.byId.has(id)) dropResting(resting, id);
  for (const order of byAge(changes.orders)) {
    if (resting.byId.has(order.id)) changeResting(resting, order);
    else addResting(resting, order);
  }
  if (!changes.openIds) return;
  const open = new Set(changes.openIds);
  for (const id of [...resting.byId.keys()]) if (!open.has(id)) dropResting(resting, id);
}

/** The open orders of a player in this market, including expired ones that are not removed yet. */
export function ordersOf(book: MarketBook, playerId: string): Iterable<RestingOrder> {
  return book.resting.byPlayer.get(playerId)?.values() ?? [];
}

/** The market can pay every winner in full, and its account holds what the scoring rule owes. */
export function assertSolvent(
  book: Pick<MarketBook, 'marketId' | 'liquidity' | 'openingShares'>,
  shares: readonly number[],
  account: number,
): void {
  const cost = costOf(shares, book.liquidity);
  const named = () => `market ${book.marketId} holds ${account}, shares ${shares.join(' ')}, b ${book.liquidity}`;
  ensure('account-covers-cost', account - cost.whole >= cost.rest - 1, named);
  ensure('account-in-range', Number.isSafeInteger(account) && account <= maxAccountMicros, named);
  for (let k = 0; k < shares.length; k += 1) {
    const owned = shares[k] - book.openingShares[k];
    ensure('account-pays-winners', owned >= 0 && owned <= account, named);
  }
}

// Liquidity of the maker and the resting orders within a distance of the current price.

export interface SideDepth {
  readonly shares: Microshares;
  readonly credits: Microcredits;
}

export interface BookDepth {
  readonly withinBps: number;
  /** Bids, which sells fill against. */
  readonly bids: SideDepth;
  /** Asks, which buys fill against. */
  readonly asks: SideDepth;
}

/** The distances in ascending order. */
export function bookDepth(book: MarketBook, outcome: number, distances: readonly number[], now: number): BookDepth[] {
  const asks = sideDepth(book, outcome, 'buy', distances, now);
  const bids = sideDepth(book, outcome, 'sell', distances, now);
  return distances.map((withinBps, index) => ({ withinBps, bids: bids[index], asks: asks[index] }));
}

/** One walk serves all distances, because each continues where the previous one ended. */
function sideDepth(book: MarketBook, outcome: number, side: Side, distances: readonly number[], now: number) {
  const limitBps = side === 'buy' ? lowestLimitBps : highestLimitBps;
  const walk = startWalk({ book, outcome, side, limitBps, amount: Number.POSITIVE_INFINITY, playerId: null, now });
  const price = Math.exp(walk.logOwn) * bpsPerUnit;
  const whole = (total: number) => Math.min(maxAccountMicros, Math.round(total));
  return distances.map((distance): SideDepth => {
    if (walk.makerShares + walk.counterShares <= maxAccountMicros) {
      const reach = side === 'buy' ? Math.floor(price + distance) : Math.ceil(price - distance);
      walkTo(walk, Math.min(highestLimitBps, Math.max(lowestLimitBps, reach)));
    }
    return {
      shares: microshares(whole(walk.makerShares + walk.counterShares)),
      credits: microcredits(whole(walk.makerCredits + walk.counterCredits)),
    };
  });
}
