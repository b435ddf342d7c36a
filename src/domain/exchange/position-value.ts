/** The contribution of holdings to the equity of their player, in addition to the balance. */

import type { Resolution } from '../markets/resolution.js';
import { dueOf, type Holding } from '../markets/settle-chunk.js';
import type { Microcredits } from '../units.js';
import { makerBid } from './engine/settlement.js';

/** The inputs of a holding's value besides the holding itself. */
interface HeldMarket {
  readonly shares: readonly number[];
  readonly liquidity: Microcredits;
  /** The current resolution. */
  readonly resolution: Resolution | null;
}

/** Whether the current resolution has paid, or nothing is payable: no shares, and no earlier proceeds to reverse. */
export function isSettled(resolution: Resolution | null, holding: Holding): boolean {
  if (resolution === null) return false;
  if (holding.settledVersion >= resolution.version) return true;
  return holding.shares === 0 && dueOf(resolution, holding) === holding.paid;
}

/**
 * The current proceeds of selling the shares to the market maker; once the market is resolved, the outstanding
 * payout, and zero after it is paid. Earlier versions have already paid into the balance, so under a correction only
 * the difference is outstanding. It is negative if the correction will collect credits: that part of the balance no
 * longer belongs to the player.
 */
export function worthOf({ shares, liquidity, resolution }: HeldMarket, holding: Holding): number {
  if (isSettled(resolution, holding)) return 0;
  if (resolution) return dueOf(resolution, holding) - holding.paid;
  return holding.shares === 0 ? 0 : makerBid({ shares, liquidity }, holding.outcome, holding.shares);
}

/** The total value of some holdings of a player: current proceeds and outstanding payouts. */
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
 * The contribution of all holdings of a player to equity. A correction collects everything that it reverses, if
 * necessary as a debt, which equity subtracts: so equity is the same before and after each payment.
 */
export function worthTogether(parts: readonly Worth[]): number {
  return parts.reduce((sum, { bids, underWay }) => sum + bids + underWay, 0);
}
