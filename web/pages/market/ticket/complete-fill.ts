import type { Order } from '../../../../client/client.js';

type LimitOrder = Pick<
  Order,
  'timeInForce' | 'limitPriceBps' | 'filledShares' | 'filledCredits' | 'remainingCredits' | 'remainingShares'
>;

/** Totals of an order whose rest is filled at its limit; null if no part of it rests. */
export function completeFill(order: LimitOrder): { readonly shares: number; readonly credits: number } | null {
  const { remainingCredits: restCredits, remainingShares: restShares, filledShares, filledCredits } = order;
  if (order.timeInForce !== 'GTC') return null;
  const price = order.limitPriceBps / 10_000;
  if (restCredits) return { shares: filledShares + restCredits / price, credits: filledCredits + restCredits };
  return restShares ? { shares: filledShares + restShares, credits: filledCredits + restShares * price } : null;
}
