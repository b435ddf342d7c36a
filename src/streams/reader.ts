import { streamBounds } from './bounds.js';
import { Batch, type StreamMessage } from './packet.js';

export type EndReason = 'overflow' | 'stopping' | 'credential' | 'failed';

/** Where a reader's messages go: a response or a socket. */
export interface Sink {
  send(batch: Batch): void;
  /** Tells where the reader stands before the first message, to whom that is of use. */
  mark(sequence: number): void;
  /** Bytes that were sent and not yet taken. */
  waiting(): number;
  /** Resolves when what was sent has been taken, or nobody is there any more. */
  drained(): Promise<void>;
  /** Sends the last messages and ends. What is not taken soon is thrown away. */
  end(last: Batch, reason: EndReason): void;
}

/** A reader that is to get much waits for room rather than being cut for what it has asked for. */
const roomyBytes = 256 * 1024;
const patienceMs = 30_000;

/** One who reads one channel key. */
export class Reader {
  closed = false;
  private readonly leaving: (() => void)[] = [];

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

  /** The reader has gone by itself. */
  leave(): void {
    if (this.closed) return;
    this.closed = true;
    for (const leave of this.leaving.splice(0)) leave();
  }

  end(reason: EndReason, message: StreamMessage): void {
    if (this.closed) return;
    this.leave();
    this.sink.end(Batch.of(message), reason);
  }

  private overflow(sequence: number): void {
    const { channel, key } = this;
    const reason = 'the reader fell more than 1 MiB behind; connect again and resume';
    const at = new Date(this.clock()).toISOString();
    this.end('overflow', { channel, key, sequence, kind: 'overflow', at, reason });
  }
}
