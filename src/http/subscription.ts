// A stream request after its event or player was resolved and authorized.

interface Start {
  /** The client's last sequence; null starts with the next message. */
  readonly after: number | null;
  /** Start with a snapshot even if it is not needed. */
  readonly snapshot: boolean;
}

export interface TradesSubscription extends Start {
  readonly channel: 'trades';
  readonly eventId: string;
  readonly slug: string;
  /** Includes the top of the book. */
  readonly book: boolean;
}

export interface BookSubscription extends Start {
  readonly channel: 'orderbook';
  readonly eventId: string;
  readonly slug: string;
  /** Null for all outcomes. */
  readonly outcome: number | null;
  readonly depth: number;
}

export interface UserSubscription extends Start {
  readonly channel: 'user';
  readonly playerId: string;
  readonly handle: string;
  /** The stream ends when this credential does. */
  readonly credential: { readonly kind: 'key' | 'session'; readonly id: string };
}

export type Subscription = TradesSubscription | BookSubscription | UserSubscription;
