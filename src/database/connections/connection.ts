import pg from 'pg';
import { Batch, PreparedStatements, type SentStatement, type WireConnection } from '../driver/batch.js';
import { ConnectionLost } from '../driver/errors.js';

/** Connection parameters and session settings. */
export interface SessionConfig {
  readonly client: pg.ClientConfig;
  readonly applicationName: string;
  readonly connectTimeoutMs: number;
}

/** The grace period beyond the server-side deadline, for the response to arrive. */
const graceMs = 1_000;
const deadlineCheckMs = 100;
/** No deadline is earlier: most statements end without a timer that wakes the process. */
const firstCheckMs = 900;
const connectSteps = 10;

interface InFlight {
  readonly batch: Batch;
  readonly sentAt: number;
  readonly deadline: number;
}

/** pg's connection, which its types declare without the events that supervision needs. */
interface WireEvents extends WireConnection {
  on(event: 'readyForQuery', listener: (message: { status: string }) => void): void;
  on(event: 'parameterStatus', listener: (message: { parameterName: string; parameterValue: string }) => void): void;
}

/**
 * Connects, or fails on a timeout. Time is counted in steps, so that a process that was busy for seconds still reads a
 * response that arrived meanwhile; pg's own timeout would close such a connection.
 */
async function connectWithin(client: pg.Client, limitMs: number): Promise<void> {
  const { connection: wire } = client as unknown as { connection: WireEvents };
  let stepsLeft = connectSteps;
  const steps = setInterval(() => {
    stepsLeft -= 1;
    if (stepsLeft === 0) wire.stream.destroy(new Error(`the server did not answer within ${limitMs} ms`));
  }, limitMs / connectSteps).unref();
  try {
    await client.connect();
  } finally {
    clearInterval(steps);
  }
}

/**
 * One session with the server. It is open until it is lost: its socket closed, the server ended the session, or a
 * response was overdue. Everything in flight then settles at once, and sending fails.
 */
export class Connection {
  readonly openedAt = performance.now();
  /** Such as 170004; 0 if the server did not report it. */
  readonly serverVersion: number;
  idleSince = performance.now();
  /** Called when the server has responded to a batch. */
  onAnswer: () => void = () => {};
  private readonly prepared = new PreparedStatements();
  private readonly inFlight: InFlight[] = [];
  private readonly wire: WireEvents;
  private lostBy: Error | null = null;
  /** As of the last response: I idle, T in a transaction, E in a failed one. */
  private transactionStatus = 'I';
  private isAlone = false;
  private supervision: NodeJS.Timeout | null = null;
  private readonly lostCallbacks = new Set<(error: Error) => void>();

  private constructor(
    private readonly client: pg.Client,
    serverVersion: string,
  ) {
    this.serverVersion = Number.parseInt(serverVersion, 10) * 10_000 || 0;
    this.wire = (client as unknown as { connection: WireEvents }).connection;
    this.wire.on('readyForQuery', ({ status }) => this.onReady(status));
    client.on('error', error => this.lose(error));
    client.on('end', () => this.lose(new Error('the server closed the connection')));
  }

  static async open(config: SessionConfig): Promise<Connection> {
    const client = new pg.Client({
      ...config.client,
      application_name: config.applicationName,
      keepAlive: true,
      ...({ pipeline: true } as object),
    });
    client.on('error', () => {});
    let serverVersion = '';
    const { connection: wire } = client as unknown as { connection: WireEvents };
    wire.on('parameterStatus', status => {
      if (status.parameterName === 'server_version') serverVersion = status.parameterValue;
    });
    await connectWithin(client, config.connectTimeoutMs);
    return new Connection(client, serverVersion);
  }

  get isOpen(): boolean {
    return this.lostBy === null;
  }

  /** Whether the connection can be reused. */
  get isIdle(): boolean {
    return this.isOpen && this.inFlight.length === 0 && this.transactionStatus === 'I';
  }

  get lostReason(): Error | null {
    return this.lostBy;
  }

  /** Sends a batch. It settles when the server has responded, or within `limitMs` and a grace period. */
  send(statements: readonly SentStatement[], limitMs: number): void {
    const batch = new Batch(statements, this.prepared);
    if (this.lostBy) {
      batch.settle(this.lostBy);
      return;
    }
    const sentAt = performance.now();
    this.inFlight.push({ batch, sentAt, deadline: sentAt + limitMs + graceMs });
    if (this.isAlone) this.supervise();
    this.client.query(batch as never);
  }

  onLost(callback: (error: Error) => void): () => void {
    this.lostCallbacks.add(callback);
    return () => this.lostCallbacks.delete(callback);
  }

  onNotification(callback: (payload: string) => void): void {
    this.client.on('notification', message => callback(message.payload ?? ''));
  }

  /** How long the oldest batch in flight has been waiting. */
  unansweredMs(now: number): number {
    return this.inFlight.length > 0 ? now - this.inFlight[0].sentAt : 0;
  }

  /** Closes the connection if a response is overdue. */
  checkDeadline(now: number): void {
    if (this.inFlight.length > 0 && now > this.inFlight[0].deadline) this.giveUp();
  }

  /** Closes a connection whose responses do not arrive. */
  giveUp(): void {
    this.lose(new Error('the database does not respond'), true);
  }

  /** Checks the deadlines of a connection outside the pool, while a response is pending. */
  superviseAlone(): void {
    this.isAlone = true;
    if (this.inFlight.length > 0) this.supervise();
  }

  destroy(reason: string): void {
    this.lose(new Error(reason));
  }

  /** Closes an unused connection cleanly. */
  async end(): Promise<void> {
    if (!this.isOpen) return;
    this.lostBy = new ConnectionLost('the connection was closed', false);
    this.endSupervision();
    const ended = this.client.end();
    const timer = setTimeout(() => this.wire.stream.destroy(), graceMs);
    await ended.finally(() => clearTimeout(timer));
  }

  /** A promise that rejects when the connection is lost. */
  failure(): { readonly lost: Promise<never>; ignore(): void } {
    let ignore = () => {};
    const lost = new Promise<never>((_resolve, reject) => {
      if (this.lostBy) reject(this.lostBy);
      else ignore = this.onLost(reject);
    });
    lost.catch(() => {});
    return { lost, ignore: () => ignore() };
  }

  private supervise(): void {
    this.supervision ??= setTimeout(() => {
      this.supervision = setInterval(() => this.checkDeadline(performance.now()), deadlineCheckMs).unref();
    }, firstCheckMs).unref();
  }

  private endSupervision(): void {
    if (this.supervision) clearInterval(this.supervision);
    this.supervision = null;
  }

  private onReady(status: string): void {
    this.transactionStatus = status;
    this.onAnswer();
    const answered = this.inFlight.shift();
    if (this.inFlight.length === 0) this.endSupervision();
    answered?.batch.settle(null);
  }

  private lose(cause: Error, isOverdue = false): void {
    if (this.lostBy) return;
    const error = new ConnectionLost(`the database connection was lost: ${cause.message}`, isOverdue, { cause });
    this.lostBy = error;
    this.endSupervision();
    this.wire.stream.destroy();
    for (const { batch } of this.inFlight.splice(0)) batch.settle(error);
    for (const callback of [...this.lostCallbacks]) callback(error);
  }
}
