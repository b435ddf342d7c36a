import { streamBounds } from '../http/streaming/bounds.js';
import { Batch, type StreamMessage } from '../http/streaming/packet.js';
import type { EndReason, Sink } from '../http/streaming/stream-hub.js';

/** A reader that is to get much waits for room rather than being cut for what it has asked for. */
const roomyBytes = 256 * 1024;
const patienceMs = 30_000;

/** One who reads one channel key. */
export class Reader {
  closed = false;
  private readonly leaving: (() => void)[] = [];
  private taken = 0;
  private silentBeats = 0;

  constructor(
    readonly sink: Sink,
    private readonly clock: () => number,
    readonly channel: string,
    readonly key: string,
  ) {}

  /** Called once, when the reader has gone or was sent away. */
  onLeave(leave: () => void): void {
    if (this.closed) leave();
    else this.leaving.push(leave);
  }

  deliver(batch: Batch): void {
    if (this.closed) return;
    if (this.sink.waiting() > streamBounds.mostBehindBytes) this.overflow(batch.packets[0]?.sequence ?? 0);
    else this.sink.send(batch);
  }

  mark(sequence: number): void {
    if (!this.closed) this.sink.mark(sequence);
  }

  /** Waits until there is room for more; whoever takes nothing for long is cut. */
  async room(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    while (!this.closed && this.sink.waiting() > roomyBytes) {
      const before = this.sink.waiting();
      const late = new Promise<void>(done => {
        timer = setTimeout(done, patienceMs);
      });
      await Promise.race([this.sink.drained(), late]).finally(() => clearTimeout(timer));
      if (this.sink.waiting() >= before) this.overflow(0);
    }
  }

  /** Before each heartbeat. Who has taken nothing of several is not there any more, whatever the connection says. */
  beat(): void {
    const { taken, untaken } = this.sink.progress();
    this.silentBeats = untaken === 0 || taken > this.taken ? 0 : this.silentBeats + 1;
    this.taken = taken;
    if (this.silentBeats < streamBounds.silentBeats) return;
    this.overflow(0, `nothing was taken for ${streamBounds.silentBeats * streamBounds.heartbeatSeconds} seconds`);
  }

  /** The reader has gone by itself. */
  leave(): void {
    if (this.closed) return;
    this.closed = true;
    // Whoever came last goes first: a topic is idle only when the reader is out of it.
    for (const leave of this.leaving.splice(0).reverse()) leave();
  }

  end(reason: EndReason, message: StreamMessage): void {
    if (this.closed) return;
    this.leave();
    this.sink.end(Batch.of(message), reason);
  }

  private overflow(sequence: number, why = 'the reader fell more than 1 MiB behind'): void {
    const { channel, key } = this;
    const reason = `${why}; connect again and resume`;
    const at = new Date(this.clock()).toISOString();
    this.end('overflow', { channel, key, sequence, kind: 'overflow', at, reason });
  }
}
