import { connect, type Socket } from 'node:net';
import { percentile, ReplyReader } from './http-load.js';

/** Arrivals at a fixed rate, regardless of the service, as from many independent clients. */
interface OpenLoopOptions {
  readonly url: string;
  readonly perSecond: number;
  readonly seconds: number;
  readonly openAtStart: number;
  readonly maxConnections: number;
  readonly next: () => string;
  readonly onConnected?: () => void;
}

interface Latencies {
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

export interface OpenLoopResult {
  readonly sent: number;
  readonly seconds: number;
  /** Arrivals without a response: the connection broke, or the run ended. */
  readonly unanswered: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** From the scheduled arrival to the response, so that a late generator does not flatter the service. */
  readonly accepted: Latencies;
  readonly refused: Latencies;
  /** Rejections with a Retry-After header. */
  readonly withRetryAfter: number;
  /** How late the generator sent its requests, and how many connections it needed. */
  readonly lag: Latencies;
  readonly connections: number;
}

/** The time allowed for responses to requests sent at the end. */
const graceMs = 5_000;
const tickMs = 1;

interface Connection {
  readonly socket: Socket;
  scheduledAt: number;
  busy: boolean;
}

function summarize(values: number[]): Latencies {
  values.sort((a, b) => a - b);
  const at = (share: number) => (values.length === 0 ? 0 : percentile(values, share));
  return { count: values.length, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: values.at(-1) ?? 0 };
}

class OpenLoop {
  /** Used in rotation, so that none is closed as idle. */
  private readonly idle = new Set<Connection>();
  /** Scheduled times of arrivals that are waiting for a connection. */
  private readonly overdue: number[] = [];
  private nextOverdue = 0;
  private readonly accepted: number[] = [];
  private readonly refused: number[] = [];
  private readonly lags: number[] = [];
  private readonly statuses: Record<string, number> = {};
  private withRetryAfter = 0;
  private answered = 0;
  private connections = 0;
  private readonly all = new Set<Socket>();

  constructor(private readonly options: OpenLoopOptions) {}

  async run(): Promise<OpenLoopResult> {
    const { perSecond, seconds, openAtStart, maxConnections } = this.options;
    // A service accepts one connection per iteration of its event loop. Clients of an API reuse connections, so
    // connecting is not measured.
    for (let index = 0; index < openAtStart && index < maxConnections; index += 1) this.open();
    while (this.idle.size < this.connections) await new Promise(done => setTimeout(done, 20));
    this.options.onConnected?.();
    const began = performance.now();
    let due = 0;
    await new Promise<void>(done => {
      const tick = () => {
        const elapsed = performance.now() - began;
        const wanted = Math.floor((Math.min(elapsed, seconds * 1000) * perSecond) / 1000);
        for (; due < wanted; due += 1) this.arrive(began + (due * 1000) / perSecond);
        if (elapsed < seconds * 1000) setTimeout(tick, tickMs);
        else done();
      };
      tick();
    });
    const took = (performance.now() - began) / 1000;
    const until = performance.now() + graceMs;
    while (this.answered < due && performance.now() < until) await new Promise(done => setTimeout(done, 20));
    for (const socket of this.all) socket.destroy();
    return {
      sent: due,
      seconds: took,
      unanswered: due - this.answered,
      statuses: this.statuses,
      accepted: summarize(this.accepted),
      refused: summarize(this.refused),
      withRetryAfter: this.withRetryAfter,
      lag: summarize(this.lags),
      connections: this.connections,
    };
  }

  private arrive(scheduledAt: number): void {
    const [connection] = this.idle;
    if (connection) {
      this.idle.delete(connection);
      this.send(connection, scheduledAt);
    } else {
      this.overdue.push(scheduledAt);
      if (this.connections < this.options.maxConnections) this.open();
    }
  }

  private send(connection: Connection, scheduledAt: number): void {
    connection.scheduledAt = scheduledAt;
    connection.busy = true;
    this.lags.push(performance.now() - scheduledAt);
    connection.socket.write(this.options.next());
  }

  private free(connection: Connection): void {
    connection.busy = false;
    if (this.nextOverdue < this.overdue.length) this.send(connection, this.overdue[this.nextOverdue++]);
    else this.idle.add(connection);
  }

  private open(): void {
    const { hostname, port } = new URL(this.options.url);
    this.connections += 1;
    const socket = connect(Number(port), hostname);
    const connection: Connection = { socket, scheduledAt: 0, busy: false };
    const reader = new ReplyReader();
    this.all.add(socket);
    socket.setEncoding('latin1').setNoDelay(true);
    socket.once('connect', () => this.free(connection));
    socket.on('data', chunk => {
      const status = reader.push(String(chunk));
      // A connection that was never used is closed with 408, which is not a response to a request.
      if (status === null || !connection.busy) return;
      this.note(status, reader.head, performance.now() - connection.scheduledAt);
      this.free(connection);
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      this.all.delete(socket);
      this.connections -= 1;
      this.idle.delete(connection);
    });
  }

  private note(status: number, head: string, ms: number): void {
    this.answered += 1;
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    if (status < 300) this.accepted.push(ms);
    else if (status === 503) {
      this.refused.push(ms);
      if (head.includes('\r\nretry-after: ')) this.withRetryAfter += 1;
    }
  }
}

export function runOpenLoop(options: OpenLoopOptions): Promise<OpenLoopResult> {
  return new OpenLoop(options).run();
}
