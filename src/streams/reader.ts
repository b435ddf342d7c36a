import { streamBounds } from '../http/streaming/bounds.js';
import { Batch } from '../http/streaming/packet.js';
import type { EndReason, Sink } from '../http/streaming/stream-interfaces.js';

/** Above this a replay waits for the client instead of disconnecting it. */
const replayBufferBytes = 256 * 1024;
const stallTimeoutMs = 30_000;

/** One subscriber of one channel key. */
export class Reader {
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
