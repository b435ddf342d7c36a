// Resting orders of one outcome and side in price–time order.

import { ensure } from '../kernel/invariant.js';
import type { Bps } from '../kernel/units.js';

export type Side = 'buy' | 'sell';

export interface RestingOrder {
  readonly id: string;
  readonly playerId: string;
  readonly side: Side;
  readonly outcome: number;
  readonly limitBps: Bps;
  /** Reserved micro-credits of a buy or micro-shares of a sell. Always above zero. */
  readonly remaining: number;
  /** Market sequence at which it came to rest: among equal limits the lower one is older. */
  readonly seq: number;
  /** Expiry in epoch milliseconds; it may not trade from then on. */
  readonly expiresAt: number | null;
}

interface PriceLevel {
  readonly limitBps: number;
  /** Oldest first. */
  readonly orders: RestingOrder[];
}

/**
 * Price levels, best one last, so that using up the best level is a pop. Work on a queue depends on the number of
 * distinct prices (at most 9,999) and on one level, never on all orders of the market.
 */
export interface RestingQueue {
  readonly side: Side;
  readonly levels: PriceLevel[];
}

export function isLive(order: RestingOrder, now: number): boolean {
  return order.expiresAt === null || order.expiresAt > now;
}

/**
 * Orders are immutable; a fill creates a new one. Built member by member, because spread syntax is slow on the hot
 * path.
 */
export function withRemaining(order: RestingOrder, remaining: number): RestingOrder {
  const { id, playerId, side, outcome, limitBps, seq, expiresAt } = order;
  return { id, playerId, side, outcome, limitBps, remaining, seq, expiresAt };
}

/** Whether limit `a` is worse than `b` for an incoming order: a lower buy, a higher sell. */
function isWorse(side: Side, a: number, b: number): boolean {
  return side === 'buy' ? a < b : a > b;
}

/** Returns the index of the first level that is not worse than the limit. */
function levelIndex(queue: RestingQueue, limitBps: number): number {
  let low = 0;
  let high = queue.levels.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isWorse(queue.side, queue.levels[middle].limitBps, limitBps)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the index of the first order of the level that is not older than the sequence. */
function orderIndex(level: PriceLevel, seq: number): number {
  let low = 0;
  let high = level.orders.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (level.orders[middle].seq < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function insertOrder(queue: RestingQueue, order: RestingOrder): void {
  const at = levelIndex(queue, order.limitBps);
  const level = queue.levels[at];
  if (level?.limitBps === order.limitBps) level.orders.splice(orderIndex(level, order.seq), 0, order);
  else queue.levels.splice(at, 0, { limitBps: order.limitBps, orders: [order] });
}

function locate(queue: RestingQueue, order: RestingOrder): { at: number; level: PriceLevel; index: number } {
  const at = levelIndex(queue, order.limitBps);
  const level = queue.levels[at];
  const index = level?.limitBps === order.limitBps ? orderIndex(level, order.seq) : -1;
  ensure('order-in-queue', index >= 0 && level.orders[index]?.id === order.id, () => `order ${order.id}`);
  return { at, level, index };
}

export function removeOrder(queue: RestingQueue, order: RestingOrder): void {
  const { at, level, index } = locate(queue, order);
  level.orders.splice(index, 1);
  if (level.orders.length === 0) queue.levels.splice(at, 1);
}

export function replaceOrder(queue: RestingQueue, order: RestingOrder): void {
  const { level, index } = locate(queue, order);
  level.orders[index] = order;
}

export function bestLimit(queue: RestingQueue, now: number): number | null {
  for (let at = queue.levels.length - 1; at >= 0; at -= 1) {
    if (queue.levels[at].orders.some(order => isLive(order, now))) return queue.levels[at].limitBps;
  }
  return null;
}

/** A position in a queue that advances from the best order without changing the queue. */
export interface OrderCursor {
  readonly queue: RestingQueue;
  level: number;
  index: number;
  current: RestingOrder | null;
}

/** Skips and collects expired orders; the incoming order ends them. */
export function openCursor(queue: RestingQueue, now: number, expired: RestingOrder[]): OrderCursor {
  const cursor = { queue, level: queue.levels.length - 1, index: -1, current: null };
  moveOn(cursor, now, expired);
  return cursor;
}

export function moveOn(cursor: OrderCursor, now: number, expired: RestingOrder[]): void {
  cursor.index += 1;
  while (cursor.level >= 0) {
    const { orders } = cursor.queue.levels[cursor.level];
    for (; cursor.index < orders.length; cursor.index += 1) {
      const order = orders[cursor.index];
      if (isLive(order, now)) {
        cursor.current = order;
        return;
      }
      expired.push(order);
    }
    cursor.level -= 1;
    cursor.index = 0;
  }
  cursor.current = null;
}
