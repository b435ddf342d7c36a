import type { StreamMessage } from '../../client/client';

/** Messages between a tab and the hub. The hub runs in a shared worker or in the leader tab. */

type LiveChannel = 'trades' | 'orderbook' | 'user';
/** A channel and its key, such as trades:rain-in-london. */
export type Topic = `${LiveChannel}:${string}`;
/** idle: no subscriptions. waiting: the connection was lost and a retry is scheduled. */
export type LiveState = 'idle' | 'connecting' | 'open' | 'waiting';

export type ToHub =
  | { readonly type: 'subscribe' | 'unsubscribe'; readonly topic: Topic }
  | { readonly type: 'alive' | 'bye' | 'reauthenticate' };

export type FromHub =
  | { readonly type: 'state'; readonly state: LiveState }
  | { readonly type: 'message'; readonly topic: Topic; readonly message: StreamMessage };

/** One tab as the hub sees it. */
export interface HubPort {
  send(message: FromHub): void;
}

/** A connection to the service that carries topics. */
export interface Link {
  /**
   * Subscribes to a topic, after a sequence if one is known, otherwise with a snapshot. Replaces an existing
   * subscription.
   */
  start(topic: Topic, after: number | null): void;
  stop(topic: Topic): void;
  close(): void;
}

export interface LinkEvents {
  /** The connection accepts topics. */
  onOpen(): void;
  /** The service sent a message, so the connection works. */
  onAlive(): void;
  onMessage(topic: Topic, message: StreamMessage): void;
  onLost(): void;
}

export function partsOf(topic: Topic): { channel: LiveChannel; key: string } {
  const at = topic.indexOf(':');
  return { channel: topic.slice(0, at) as LiveChannel, key: topic.slice(at + 1) };
}
