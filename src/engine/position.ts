import { ensure } from '../kernel/invariant.js';
import { type Microcredits, type Microshares, microcredits, microshares, shareOfDown } from '../kernel/units.js';
import type { Resolution } from './resolution.js';
import { dueOf, type Holding } from './settle-chunk.js';
import { makerBid } from './settlement.js';

// A player's holding of one outcome, at average cost.

export interface Position {
  /** All shares owned, including those reserved by resting sells. */
  readonly shares: Microshares;
  readonly reservedShares: Microshares;
  /** Cost of the shares still owned. */
  readonly cost: Microcredits;
  /** Proceeds of the shares sold minus their cost. */
  readonly realizedProfit: Microcredits;
}

/** The change of one party by one order. Shares and reserve are differences; a sale also takes its part of the cost. */
export type PositionChange = {
  readonly playerId: string;
  readonly outcome: number;
} & (
  | { readonly kind: 'bought'; readonly shares: Microshares; readonly credits: Microcredits }
  | {
      readonly kind: 'sold';
      readonly shares: Microshares;
      readonly credits: Microcredits;
      /** Whether the shares came from a resting order's reserve. */
      readonly fromReserve: boolean;
    }
  | { readonly kind: 'reserved' | 'released'; readonly shares: Microshares }
);

export const noPosition: Position = {
  shares: microshares(0),
  reservedShares: microshares(0),
  cost: microcredits(0),
  realizedProfit: microcredits(0),
};

export function freeShares(position: Position): Microshares {
  return microshares(position.shares - position.reservedShares);
}

export function changePosition(position: Position, change: PositionChange): Position {
  const changed = applied(position, change);
  ensure(
    'position-not-negative',
    changed.shares >= 0 && changed.reservedShares >= 0 && changed.reservedShares <= changed.shares && changed.cost >= 0,
    () => `${change.kind} ${change.shares} of outcome ${change.outcome} for ${change.playerId}`,
  );
  return changed;
}

function applied(position: Position, change: PositionChange): Position {
  switch (change.kind) {
    case 'bought':
      return {
        ...position,
        shares: microshares(position.shares + change.shares),
        cost: microcredits(position.cost + change.credits),
      };
    case 'sold':
      return sell(position, change.shares, change.credits, change.fromReserve);
    case 'reserved':
      return { ...position, reservedShares: microshares(position.reservedShares + change.shares) };
    case 'released':
      return { ...position, reservedShares: microshares(position.reservedShares - change.shares) };
  }
}

function sell(position: Position, shares: number, credits: number, fromReserve: boolean): Position {
  // Rounding down leaves the fraction in the cost of the remaining shares; the last sale takes all of it.
  const cost = position.shares === 0 ? 0 : shareOfDown(position.cost, shares, position.shares);
  return {
    shares: microshares(position.shares - shares),
    reservedShares: microshares(position.reservedShares - (fromReserve ? shares : 0)),
    cost: microcredits(position.cost - cost),
    realizedProfit: microcredits(position.realizedProfit + credits - cost),
  };
}

// The contribution of holdings to the equity of their player, in addition to the balance.

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
