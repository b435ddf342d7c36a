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
