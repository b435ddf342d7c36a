/** What a reader of a stream asks for, once it is known that there is such a thing and that the reader may have it. */

interface Beginning {
  /** The last sequence that the reader has; null begins with what comes next. */
  readonly after: number | null;
  /** Begin with a snapshot, whether it is needed or not. */
  readonly snapshot: boolean;
}

export interface TradesSubscription extends Beginning {
  readonly channel: 'trades';
  readonly eventId: string;
  readonly slug: string;
  /** With the top of the book. */
  readonly book: boolean;
}

export interface BookSubscription extends Beginning {
  readonly channel: 'orderbook';
  readonly eventId: string;
  readonly slug: string;
  /** Null: all outcomes. */
  readonly outcome: number | null;
  readonly depth: number;
}

export interface UserSubscription extends Beginning {
  readonly channel: 'user';
  readonly playerId: string;
  readonly handle: string;
  /** The stream ends when this does. */
  readonly credential: { readonly kind: 'key' | 'session'; readonly id: string };
}

export type Subscription = TradesSubscription | BookSubscription | UserSubscription;
