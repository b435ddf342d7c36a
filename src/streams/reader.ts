import { Batch, type EndReason, type Sink, type StreamMessage, streamBounds } from '../http/streams.js';

/** The start position of a subscriber. */
export interface Start {
  readonly after: number | null;
  readonly snapshot: boolean;
  /** Called after the catch-up, before the heartbeat that ends it. */
  readonly onCaughtUp?: () => void;
}

/**
 * State shared by all subscribers of one channel key on this node.
 *
 * idle: no subscribers; changes are only recorded. joining: a subscriber is being caught up. active: at least one
 * subscriber is attached and gets every broadcast. `enter` leads from idle or active to joining, `attach` to active, the
 * last leave to idle; the hub disposes topics that stay idle.
 */
export abstract class Topic {
  protected readonly readers = new Set<StreamReader>();
  /** The next time at which the clock alone may change the content. */
  protected until = Number.POSITIVE_INFINITY;
  /** Subscribers that are being caught up. */
  protected joining = 0;
  /** Woken without subscribers. */
  private changedWhileIdle = false;

  constructor(
    readonly channel: string,
    readonly key: string,
    protected readonly clock: () => number,
  ) {}

  /** Catches a subscriber up and attaches it: from then on it gets every broadcast. */
  enter(reader: StreamReader, start: Start): Promise<void> {
    return this.hold(() => this.open(reader, start));
  }

  /** The topic is not idle while `work` runs. */
  async hold(work: () => Promise<void>): Promise<void> {
    this.joining += 1;
    try {
      await work();
    } finally {
      this.joining -= 1;
    }
  }

  protected abstract open(reader: StreamReader, start: Start): Promise<void>;
  /**
   * Something may have changed. Without subscribers this is only recorded, and the next subscriber triggers the update.
   */
  wake(): void {
    if (this.readers.size === 0) this.changedWhileIdle = true;
    else this.update();
  }

  tick(now: number): void {
    if (now < this.until) return;
    this.until = Number.POSITIVE_INFINITY;
    this.wake();
  }

  /** Sends new messages, now or soon; retries on failure. */
  protected abstract update(): void;
  protected abstract get last(): number;
  /** Approximate bytes cached for clients that resume. */
  abstract get weight(): number;

  get isIdle(): boolean {
    return this.readers.size + this.joining === 0;
  }

  heartbeat(): void {
    if (this.readers.size > 0) this.broadcast(Batch.of(this.heartbeatMessage()));
  }

  /** Called when notifications of the topic's person were added or read. */
  announce(): void {}

  /** Called when the hub drops the topic. */
  dispose(): void {}

  protected heartbeatMessage(): StreamMessage {
    return this.message('heartbeat', this.last);
  }

  protected message(kind: string, sequence: number, members: object = {}): StreamMessage {
    const { channel, key, at } = this.head();
    return { channel, key, sequence, kind, at, ...members };
  }

  /** Members of every message. */
  protected head() {
    return { channel: this.channel, key: this.key, at: new Date(this.clock()).toISOString() };
  }

  /** From here on the subscriber gets every broadcast. */
  protected attach(reader: StreamReader): void {
    if (reader.closed) return;
    this.readers.add(reader);
    reader.onLeave(() => this.readers.delete(reader));
    if (!this.changedWhileIdle) return;
    // The change happened during the catch-up, before or after its read.
    this.changedWhileIdle = false;
    this.update();
  }

  protected broadcast(batch: Batch): void {
    for (const reader of this.readers) reader.deliver(batch);
  }
}

/** Above this a replay waits for the client instead of disconnecting it. */
const replayBufferBytes = 256 * 1024;
const stallTimeoutMs = 30_000;

/** One subscriber of one channel key. */
export class StreamReader {
  closed = false;
  private readonly leaveListeners: (() => void)[] = [];
  private taken = 0;
  private silentBeats = 0;
  /** The newest sequence that the client has received. */
  private newest = 0;

  constructor(
    readonly sink: Sink,
    private readonly clock: () => number,
    readonly channel: string,
    readonly key: string,
    /** Counts the messages of all subscribers of the node. */
    private readonly delivered: { messages: number } = { messages: 0 },
  ) {}

  /** Called once, when the client disconnects or is ended. */
  onLeave(listener: () => void): void {
    if (this.closed) listener();
    else this.leaveListeners.push(listener);
  }

  deliver(batch: Batch): void {
    if (this.closed) return;
    if (this.sink.waiting() > streamBounds.maxBehindBytes) this.overflow();
    else {
      this.delivered.messages += batch.packets.length;
      if (batch.sequence > this.newest) this.newest = batch.sequence;
      this.sink.send(batch);
    }
  }

  mark(sequence: number): void {
    if (sequence > this.newest) this.newest = sequence;
    if (!this.closed) this.sink.mark(sequence);
  }

  /** Waits until there is room for more; a client that reads nothing for long is disconnected. */
  async room(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    while (!this.closed && this.sink.waiting() > replayBufferBytes) {
      const before = this.sink.waiting();
      const timeout = new Promise<void>(done => {
        timer = setTimeout(done, stallTimeoutMs);
      });
      await Promise.race([this.sink.drained(), timeout]).finally(() => clearTimeout(timer));
      if (this.sink.waiting() >= before) this.overflow();
    }
  }

  /** Called before each heartbeat. A client that has read nothing of several heartbeats counts as disconnected. */
  beat(): void {
    const { taken, untaken } = this.sink.progress();
    this.silentBeats = untaken === 0 || taken > this.taken ? 0 : this.silentBeats + 1;
    this.taken = taken;
    if (this.silentBeats < streamBounds.silentBeats) return;
    this.overflow(`nothing was read for ${streamBounds.silentBeats * streamBounds.heartbeatSeconds} seconds`);
  }

  /** The client has disconnected. */
  leave(): void {
    if (this.closed) return;
    this.closed = true;
    // Last in, first out: a topic is idle only after the subscriber has left it.
    for (const listener of this.leaveListeners.splice(0).reverse()) listener();
  }

  end(reason: EndReason, explanation: string = reason, cause?: unknown): void {
    if (this.closed) return;
    this.leave();
    const { channel, key, newest: sequence } = this;
    const kind = reason === 'overflow' ? 'overflow' : 'end';
    const at = new Date(this.clock()).toISOString();
    this.sink.end(Batch.of({ channel, key, sequence, kind, at, reason: explanation }), reason, cause);
  }

  private overflow(why = 'the client fell more than 1 MiB behind'): void {
    this.end('overflow', `${why}; reconnect and resume`);
  }
}
