import { type Bps, type Microcredits, type Microshares, microsPerUnit } from '../units.js';
import type { Side } from './engine/resting-queue.js';

export const timesInForce = ['GTC', 'IOC', 'FOK'] as const;
export type TimeInForce = (typeof timesInForce)[number];
type OrderStatus = 'open' | 'filled' | 'cancelled' | 'expired';
export type CancelReason = 'ioc' | 'fok' | 'self_trade' | 'market_closed' | 'requested' | 'correction';
export type Against = 'maker' | 'order';

/** 0.01 credits or shares. */
export const minAmount = microsPerUnit / 100;
/** 10⁹ credits or shares. */
export const maxAmount = 1e9 * microsPerUnit;
export const maxOpenOrders = 100;

/** An order as requested. Amounts are micro-credits of a buy and micro-shares of a sell. */
export interface OrderCommand {
  readonly orderId: string;
  readonly outcome: number;
  readonly side: Side;
  readonly amount: number;
  readonly limitBps: number;
  readonly timeInForce: TimeInForce;
  /** Epoch milliseconds. */
  readonly expiresAt: number | null;
  /** The market sequence that the order was quoted at; any other is stale. */
  readonly ifSequence: number | null;
}

/** An order after a decision. */
export interface OrderRecord {
  readonly id: string;
  readonly playerId: string;
  readonly marketId: string;
  readonly outcome: number;
  readonly side: Side;
  readonly timeInForce: TimeInForce;
  readonly limitBps: Bps;
  readonly amount: number;
  readonly filledCredits: Microcredits;
  readonly filledShares: Microshares;
  /** The unfilled part: reserved while open, released when cancelled, zero when filled. */
  readonly remaining: number;
  readonly status: OrderStatus;
  readonly cancelReason: CancelReason | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly expiresAt: number | null;
}

export interface Fill {
  readonly against: Against;
  readonly shares: Microshares;
  readonly credits: Microcredits;
  readonly priceBps: Bps;
}

/** The effect of a decision on a resting order: either a fill or an end. */
export type RestingEffect =
  | {
      readonly kind: 'filled';
      readonly orderId: string;
      readonly playerId: string;
      readonly outcome: number;
      readonly side: Side;
      readonly fill: Fill;
      readonly remaining: number;
      readonly status: 'open' | 'filled';
    }
  | {
      readonly kind: 'ended';
      readonly orderId: string;
      readonly playerId: string;
      readonly outcome: number;
      readonly side: Side;
      /** The released reserve. */
      readonly released: number;
      readonly status: 'cancelled' | 'expired';
      readonly reason: CancelReason | null;
    };
