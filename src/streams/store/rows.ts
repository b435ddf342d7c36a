// The source of streams. Times are epoch milliseconds, amounts millionths.

import type { MarketStatus } from '../../engine/lifecycle.js';
import type { Against } from '../../engine/place-order.js';
import type { Side } from '../../engine/resting-queue.js';
import type { OrderRow, PlayerMessage } from '../../exchange/store/rows.js';

export interface StoredMessage {
  readonly number: number;
  readonly at: number;
  readonly message: PlayerMessage;
}

export interface StreamTrade {
  readonly number: number;
  readonly id: string;
  readonly outcome: number;
  readonly side: Side;
  readonly shares: number;
  readonly credits: number;
  readonly priceBps: number;
  readonly against: Against;
  readonly player: { readonly handle: string; readonly kind: 'agent' | 'human'; readonly house: boolean };
  readonly sequence: number;
  readonly at: number;
}

/** The state of a market, and its trades after a number. */
export interface TradePage {
  readonly last: number;
  readonly status: MarketStatus;
  readonly opensAt: number;
  readonly endsAt: number;
  readonly marketSequence: number;
  readonly priceBps: readonly number[];
  readonly volume: number;
  readonly lastTradeAt: number | null;
  /** Oldest first. */
  readonly trades: readonly StreamTrade[];
}

export interface OwnPage {
  readonly last: number;
  /** Oldest first. */
  readonly messages: readonly StoredMessage[];
}

/** An order at a market sequence. */
export interface OrderMoment {
  readonly orderId: string;
  readonly sequence: number;
}

export interface OrderAtMoment extends OrderMoment {
  readonly order: OrderRow;
}
