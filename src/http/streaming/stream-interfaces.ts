import type { Subscription, UserSubscription } from '../subscription.js';
import type { Batch } from './packet.js';

export type EndReason = 'overflow' | 'stopping' | 'credential' | 'failed';

/** Destination of one client's messages: a response or a socket. */
export interface Sink {
  send(batch: Batch): void;
  /** Sets the client's position before the first message, for transports that carry one. */
  mark(sequence: number): void;
  /** Bytes that are buffered and not yet read. */
  waiting(): number;
  /**
   * Bytes that the system has taken from the buffer, and those that still wait there, as far as the transport can tell. A
   * client whose machine is gone is noticed once the system's own send buffer is full or the system gives up.
   */
  progress(): { readonly taken: number; readonly untaken: number };
  /** Resolves when all data has been read or the connection is closed. */
  drained(): Promise<void>;
  /**
   * Sends the last messages and ends. Discards data that the client does not read soon. `cause` is the error of a stream
   * that failed.
   */
  end(last: Batch, reason: EndReason, cause?: unknown): void;
}

export interface OpenStream {
  /** The client has disconnected. */
  leave(): void;
  /** Ends the stream with a last message. */
  end(reason: EndReason): void;
  /** Called once, whichever side ends the stream. */
  onLeave(listener: () => void): void;
}

/** Opens streams for the pipeline, independently of the transport. */
export interface StreamOpener {
  open(subscription: Subscription, sink: Sink): OpenStream;
  /** Returns whether the credential of a private subscription is still valid. */
  holds(subscription: UserSubscription): Promise<boolean>;
}
