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

/** An order as asked for. Amounts are micro-credits of a buy and micro-shares of a sell. */
export interface OrderCommand {
  readonly orderId: string;
  readonly outcome: number;
  readonly side: Side;
  readonly amount: number;
  readonly limitBps: number;
  readonly timeInForce: TimeInForce;
  /** Epoch milliseconds. */
  readonly expiresAt: number | null;
  /** The market sequence that the order was made for; any other is stale. */
  readonly ifSequence: number | null;
}

/** An order as it is after a decision. */
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
  /** The part that was not filled: held in reserve while open, given back when cancelled, nothing when filled. */
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

/** What a decision did to an order that was resting: a fill, an end without one, or both at once never. */
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
      /** What its reserve gives back. */
      readonly released: number;
      readonly status: 'cancelled' | 'expired';
      readonly reason: CancelReason | null;
    };
