import { isLive, type RestingOrder, type RestingQueue } from './resting-queue.js';

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
