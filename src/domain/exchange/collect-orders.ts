/** Resting buys that are cancelled to collect the amount of a void or a correction. */

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
