/** A player's holding of one outcome, at average cost. */
import { ensure } from '../invariant.js';
import { type Microcredits, type Microshares, microcredits, microshares, shareOfDown } from '../units.js';

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
