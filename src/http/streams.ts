import { dayMs } from '../kernel/time.js';
import type { Subscription, UserSubscription } from './subscription.js';

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
  hasValidCredential(subscription: UserSubscription): Promise<boolean>;
}

/** Members of every message; the rest depends on its kind. */
export interface AnyStreamMessage {
  readonly channel: string;
  readonly key: string;
  /** Absent if the message is not part of the channel's sequence: clients drop sequences that they have seen. */
  readonly sequence?: number;
  readonly kind: string;
  readonly at: string;
  readonly [member: string]: unknown;
}

export interface StreamMessage extends AnyStreamMessage {
  /** Of the message itself or, for kinds without an id, of the newest message so far. */
  readonly sequence: number;
}

/** Kinds that describe the current state and can't be resumed from. */
const withoutId: ReadonlySet<string> = new Set(['top', 'status', 'notifications', 'heartbeat', 'overflow', 'end']);

/** A message in its wire formats. Each is created once for all clients. */
export class Packet {
  readonly sequence: number;
  readonly kind: string;
  readonly json: string;
  private encoded: Buffer | null = null;

  constructor(message: AnyStreamMessage) {
    this.sequence = message.sequence ?? 0;
    this.kind = message.kind;
    this.json = JSON.stringify(message);
  }

  get bytes(): Buffer {
    this.encoded ??= Buffer.from(this.json, 'utf8');
    return this.encoded;
  }

  get sse(): string {
    const { kind, sequence } = this;
    return withoutId.has(kind)
      ? `event: ${kind}\ndata: ${this.json}\n\n`
      : `id: ${sequence}\nevent: ${kind}\ndata: ${this.json}\n\n`;
  }
}

/** Messages that are sent together: one buffer for all clients, so that each costs a single write. */
export class Batch {
  private bytes: Buffer | null = null;
  /** The newest sequence; 0 if no message has one. */
  readonly sequence: number;

  constructor(readonly packets: readonly Packet[]) {
    this.sequence = packets.reduce((newest, packet) => Math.max(newest, packet.sequence), 0);
  }

  static of(...messages: AnyStreamMessage[]): Batch {
    return new Batch(messages.map(message => new Packet(message)));
  }

  get sse(): Buffer {
    this.bytes ??= Buffer.from(this.packets.map(packet => packet.sse).join(''), 'utf8');
    return this.bytes;
  }
}

/** The limits of streams, as published in the manifest. */
export const streamBounds = {
  /** Older messages can't be replayed, and their partitions are dropped. */
  retentionDays: 7,
  heartbeatSeconds: 15,
  /** The reconnect delay that the server proposes. */
  retryMs: 1_000,
  /** Maximum number of buffered bytes per client. */
  maxBehindBytes: 1024 * 1024,
  /** Heartbeats without progress before a client counts as disconnected. */
  silentBeats: 4,
  /** Changes of a book are merged into at most ten messages a second. */
  bookGapMs: 100,
  replayDefault: 100,
  replayMax: 500,
  /** Maximum number of open orders in a snapshot of the user channel. */
  snapshotOrders: 200,
} as const;

export const retentionMs = streamBounds.retentionDays * dayMs;
