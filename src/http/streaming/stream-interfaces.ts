import type { Subscription, UserSubscription } from '../../operations/streams/subscription.js';
import type { Batch } from './packet.js';

export type EndReason = 'overflow' | 'stopping' | 'credential' | 'failed';

/** Destination of one reader's messages: a response or a socket. */
export interface Sink {
  send(batch: Batch): void;
  /** Sets the reader's position before the first message, for transports that carry one. */
  mark(sequence: number): void;
  /** Bytes that were sent and not yet taken. */
  waiting(): number;
  /** Bytes that the other side has and has not confirmed, as far as the transport can tell. */
  progress(): { readonly taken: number; readonly untaken: number };
  /** Resolves when everything sent has been taken, or the connection is closed. */
  drained(): Promise<void>;
  /** Sends the last messages and ends. Bytes that are not taken soon are discarded. */
  end(last: Batch, reason: EndReason): void;
}

export interface OpenStream {
  /** The reader has disconnected. */
  leave(): void;
  /** Ends the stream with a last message. */
  end(reason: EndReason): void;
  /** Called once, whichever side ends the stream. */
  onLeave(listener: () => void): void;
}

/** Opens streams for the pipeline, whatever serves them. */
export interface StreamOpener {
  open(subscription: Subscription, sink: Sink): OpenStream;
  /** Returns whether the credential of a private subscription is still valid. */
  holds(subscription: UserSubscription): Promise<boolean>;
}
