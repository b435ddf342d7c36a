/** What holdings add to the equity of their player, beside the balance. */

import type { Resolution } from '../markets/resolution.js';
import { dueOf, type Holding } from '../markets/settle-chunk.js';
import type { Microcredits } from '../units.js';
import { makerBid } from './engine/settlement.js';

/** What the worth of a holding depends on beside the holding itself. */
interface HeldMarket {
  readonly shares: readonly number[];
  readonly liquidity: Microcredits;
  /** The resolution in force. */
  readonly resolution: Resolution | null;
}

/** The resolution in force has paid, or there is nothing to pay: no shares, and no earlier proceeds to reverse. */
export function isSettled(resolution: Resolution | null, holding: Holding): boolean {
  if (resolution === null) return false;
  if (holding.settledVersion >= resolution.version) return true;
  return holding.shares === 0 && dueOf(resolution, holding) === holding.paid;
}

/**
 * What the market maker would pay for the shares now; once the market is decided, what is still to come of the payout, and
 * nothing when that is in. Earlier versions have paid into the balance already, so under a correction only the difference
 * to them is to come. It is below zero where the correction will take back: that part of the balance is the player's no
 * longer.
 */
export function worthOf({ shares, liquidity, resolution }: HeldMarket, holding: Holding): number {
  if (isSettled(resolution, holding)) return 0;
  if (resolution) return dueOf(resolution, holding) - holding.paid;
  return holding.shares === 0 ? 0 : makerBid({ shares, liquidity }, holding.outcome, holding.shares);
}

/** What some holdings of a player come to: what could be sold, and what payouts that are under way will bring or take. */
export interface Worth {
  readonly bids: number;
  readonly underWay: number;
}

export function sumWorth(holdings: readonly { readonly market: HeldMarket; readonly holding: Holding }[]): Worth {
  let bids = 0;
  let underWay = 0;
  for (const { market, holding } of holdings) {
    const worth = worthOf(market, holding);
    if (market.resolution) underWay += worth;
    else bids += worth;
  }
  return { bids, underWay };
}

/**
 * What everything that a player holds adds to equity. A correction takes back everything that it reverses, if need be as
 * a debt, which equity subtracts: so equity is the same before and after each payment.
 */
export function worthTogether(parts: readonly Worth[]): number {
  return parts.reduce((sum, { bids, underWay }) => sum + bids + underWay, 0);
}
