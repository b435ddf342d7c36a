import { type Refusal, refuse } from '../kernel/refusal.js';
import type { Transfer } from './ledger.js';
import { type MarketTimes, statusAt } from './lifecycle.js';
import { type BookPatch, type MarketBook, ordersOf } from './market-book.js';
import {
  type CancelReason,
  endResting,
  type RestingEffect,
  releaseTransfer,
  restingChanges,
  restingPositionChange,
} from './place-order.js';
import type { PositionChange } from './position.js';
import { isLive, type RestingOrder } from './resting-queue.js';

// Ends resting orders without a trade: cancelled, expired, or with their market.

interface CancelState {
  readonly market: MarketTimes;
  readonly book: MarketBook;
}

/** The changes from ending orders. Without any order the patch is null and the sequence stays. */
export interface Ended {
  readonly resting: readonly RestingEffect[];
  readonly positions: readonly PositionChange[];
  readonly transfers: readonly Transfer[];
  readonly patch: BookPatch | null;
  readonly sequence: number;
}

/**
 * Cancels one order. Cancelling an order that has already ended changes nothing; another player's order counts as
 * not found.
 */
export function decideCancel(
  state: CancelState,
  command: { readonly orderId: string; readonly playerId: string },
  now: number,
): Ended | Refusal {
  const order = state.book.resting.byId.get(command.orderId);
  if (order && order.playerId !== command.playerId) return refuse('NOT_FOUND', 'Order not found.');
  return endOrders(state, order ? [order] : [], 'requested', now);
}

/** Cancels all open orders of a player in this market. */
export function decideCancelAll(state: CancelState, playerId: string, now: number): Ended {
  return endOrders(state, ordersOf(state.book, playerId), 'requested', now);
}

/** Cancels orders of a player to collect the amount of a void or a correction. */
export function decideCollectOrders(state: CancelState, orderIds: ReadonlySet<string>, now: number): Ended {
  const orders = [...state.book.resting.byId.values()].filter(order => orderIds.has(order.id));
  return endOrders(state, orders, 'correction', now);
}

/** Ends every order when the market closes. */
export function decideCloseOrders(state: CancelState, now: number): Ended {
  return endOrders(state, state.book.resting.byId.values(), 'market_closed', now);
}

/** Removes up to `most` expired orders. Whether they may trade never depends on this. */
export function decideExpireOrders(state: CancelState, now: number, most: number): Ended {
  const expired: RestingOrder[] = [];
  for (const order of state.book.resting.byId.values()) {
    if (expired.length === most) break;
    if (!isLive(order, now)) expired.push(order);
  }
  return endOrders(state, expired, 'requested', now);
}

/** The reason that came first: its expiry, the market's end, or the cancel. */
function endOrders(state: CancelState, orders: Iterable<RestingOrder>, wish: CancelReason, now: number): Ended {
  const { book, market } = state;
  const open = statusAt(market, now);
  const closedAt = open === 'active' || open === 'paused' ? now : Math.min(now, market.endsAt);
  const reason = closedAt < now ? 'market_closed' : wish;
  const resting = Array.from(orders, order =>
    isLive(order, closedAt) ? endResting(order, 'cancelled', reason) : endResting(order, 'expired', null),
  );
  const sequence = resting.length > 0 ? book.sequence + 1 : book.sequence;
  return {
    resting,
    positions: resting.flatMap(restingPositionChange),
    transfers: resting.flatMap(releaseTransfer),
    patch:
      resting.length > 0
        ? { shares: book.shares, account: book.account, sequence, ...restingChanges(book, resting), added: null }
        : null,
    sequence,
  };
}

// Resting buys that are cancelled to collect the amount of a void or a correction.

/** The maximum number of orders that one collecting transaction cancels; the next one continues. */
export const maxCollectedOrders = 500;

interface Collected<T> {
  readonly orders: readonly T[];
  /** The reserves of all orders in the list don't cover the need, and the player has more orders than it lists. */
  readonly more: boolean;
}

/**
 * Selects orders until their reserves cover `need`: newest first, whole orders. `newestFirst` has one order more than a
 * transaction cancels if the player has that many.
 */
export function chooseOrders<T extends { readonly remaining: number }>(
  newestFirst: readonly T[],
  need: number,
  max = maxCollectedOrders,
): Collected<T> {
  const orders: T[] = [];
  let covered = 0;
  for (const order of newestFirst) {
    if (covered >= need) return { orders, more: false };
    if (orders.length === max) return { orders, more: true };
    orders.push(order);
    covered += order.remaining;
  }
  return { orders, more: false };
}
