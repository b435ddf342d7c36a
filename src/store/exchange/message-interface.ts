import type { Side } from '../../domain/exchange/engine/resting-queue.js';
import type { Against, OrderRecord } from '../../domain/exchange/order.js';

/** A stored message of a private stream: only the values that later changes overwrite. */
export type PlayerMessage =
  | {
      readonly kind: 'order';
      readonly orderId: string;
      readonly eventId: string;
      readonly status: OrderRecord['status'];
      readonly remaining: number;
      readonly cancelReason: string | null;
      /** The market sequence: all trades of the order up to it count. */
      readonly sequence: number;
    }
  | {
      readonly kind: 'trade';
      readonly id: string;
      readonly orderId: string;
      readonly eventId: string;
      readonly outcome: number;
      readonly side: Side;
      readonly shares: number;
      readonly credits: number;
      readonly priceBps: number;
      readonly against: Against;
      readonly sequence: number;
    }
  | {
      readonly kind: 'settlement';
      readonly eventId: string;
      /** The event is void and its trades are reversed. */
      readonly refund: boolean;
      /** Paid into the practice purse; `balanceAfter` is the balance of that purse. */
      readonly practice?: true;
      /** The change of the available balance; a correction may be negative. */
      readonly credits: number;
      readonly balanceAfter: number;
      readonly outcome?: number;
      readonly shares?: number;
      readonly cost?: number;
      readonly paid?: number;
      /** The amount that became a debt, and the part of the inflow that repaid one. */
      readonly owed?: number;
      readonly repaid?: number;
      readonly payoutBps?: number | null;
      readonly version?: number;
    }
  | {
      readonly kind: 'grant';
      /** The change of the available balance. */
      readonly credits: number;
      readonly repaid?: number;
      readonly balanceAfter: number;
      readonly day: string;
    };

/** The messages of one transaction to one player, numbered from `first` to `last` without a gap. */
export interface PlayerMessages {
  readonly playerId: string;
  readonly first: number;
  readonly last: number;
  readonly messages: readonly PlayerMessage[];
}
