import { NoConnection } from '../driver/errors.js';
import { Connection, type SessionConfig } from './connection.js';
import { StallProbe } from './stall-probe.js';

export interface PoolLimits {
  readonly maxConnections: number;
  /** More waiters than this are rejected at once. */
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  /** Applies until the first connection is open. */
  readonly maxFirstWaitMs: number;
  readonly maxIdleMs: number;
  readonly maxLifetimeMs: number;
  /** The time in which the server must respond to a probe. */
  readonly maxStallMs: number;
}

/** What the readiness check, the metrics and the log report. */
export interface ConnectionState {
  readonly size: number;
  readonly busy: number;
  readonly waiting: number;
  readonly oldestWaitMs: number;
  /** False while no connection can be made: work is rejected at once. */
  readonly isReachable: boolean;
  /** How long the server has not responded to pending statements; 0 if nothing is in flight. */
  readonly silentMs: number;
  /** The number of lost connections. */
  readonly resets: number;
  /** The number of connections that replaced lost ones. */
  readonly reconnects: number;
}

export type ConnectionChange =
  | { readonly kind: 'unreachable'; readonly reason: string }
  | { readonly kind: 'reachable'; readonly downMs: number }
  | { readonly kind: 'lost'; readonly reason: string };

interface Waiter {
  readonly since: number;
  readonly resolve: (connection: Connection) => void;
  readonly reject: (error: Error) => void;
}

const sweepMs = 100;
/** Nothing is overdue before: most statements end without a timer that wakes the process. */
const firstSweepMs = 900;
const maxSweepLagMs = 400;
const minBackOffMs = 20;
const maxBackOffMs = 250;
/** Waiters survive a short outage, such as a reset of all connections; a longer one rejects them. */
const unreachableAfterMs = 300;

/**
 * Owns the connections to one database: opens them on demand, hands out only those that are idle outside of any
 * transaction, closes those whose responses are overdue, and reconnects with back-off.
 *
 * States: reachable → unreachable (no connection is open and none could be opened for 300 ms, or not even a probe gets
 * a response; waiters and new work are rejected, and attempts continue in the background) → reachable (a connection was
 * opened).
 */
export class ConnectionPool {
  private readonly open = new Set<Connection>();
  private readonly idle: Connection[] = [];
  private waiting: Waiter[] = [];
  private connecting = 0;
  private failedAttempts = 0;
  private failingSince: number | null = null;
  private retry: NodeJS.Timeout | null = null;
  private unreachableSince: number | null = null;
  private unreplaced = 0;
  private resets = 0;
  private reconnects = 0;
  private ended = false;
  private hasConnected = false;
  private lastAnswer = performance.now();
  private sweeping: NodeJS.Timeout | null = null;
  private evicting: NodeJS.Timeout | null = null;
  private readonly probe: StallProbe;
  private lastSweep = performance.now();
  private onChange: (change: ConnectionChange) => void = () => {};

  constructor(
    private readonly config: SessionConfig,
    private readonly limits: PoolLimits,
  ) {
    this.probe = new StallProbe(config, limits.maxStallMs, {
      onAnswer: () => this.onAnswer(),
      onStalled: () => this.onStalled(),
    });
  }

  /** Reports changes of the state; one listener at a time. */
  listen(onChange: (change: ConnectionChange) => void): void {
    this.onChange = onChange;
  }

  state(): ConnectionState {
    return {
      size: this.limits.maxConnections,
      busy: this.open.size - this.idle.length,
      waiting: this.waiting.length,
      oldestWaitMs: this.waiting.length > 0 ? performance.now() - this.waiting[0].since : 0,
      isReachable: this.unreachableSince === null,
      silentMs: this.silentMs(performance.now()),
      resets: this.resets,
      reconnects: this.reconnects,
    };
  }

  acquire(): Promise<Connection> {
    if (this.ended) return Promise.reject(new NoConnection('the connection pool is closed'));
    const connection = this.idle.pop();
    if (connection) {
      this.startSweeping();
      return Promise.resolve(connection);
    }
    if (this.unreachableSince !== null) return Promise.reject(new NoConnection('the database is unreachable'));
    if (this.waiting.length >= this.limits.maxWaiting) {
      return Promise.reject(
        new NoConnection(`${this.waiting.length} other callers are waiting for a database connection`),
      );
    }
    return new Promise((resolve, reject) => {
      this.waiting.push({ since: performance.now(), resolve, reject });
      this.startSweeping();
      this.grow();
    });
  }

  release(connection: Connection): void {
    if (!connection.isOpen) return;
    if (!connection.isIdle) {
      connection.destroy('its transaction did not end');
      return;
    }
    const isOld = performance.now() - connection.openedAt > this.limits.maxLifetimeMs;
    if (!isOld && !this.ended) {
      this.offer(connection);
      return;
    }
    this.open.delete(connection);
    void connection.end();
    this.grow();
  }

  /** Opens a connection outside the pool, for LISTEN or session locks; its owner closes it. */
  async openSession(applicationName: string): Promise<Connection> {
    const connection = await Connection.open({ ...this.config, applicationName });
    connection.superviseAlone();
    return connection;
  }

  /** Closes idle connections at once, and others when they are released or after the timeout. */
  async end(timeoutMs = 0): Promise<void> {
    this.ended = true;
    if (this.retry) clearTimeout(this.retry);
    this.rejectWaiting(new NoConnection('the connection pool is closed'));
    for (const connection of this.idle.splice(0)) {
      this.open.delete(connection);
      void connection.end();
    }
    const giveUpAt = performance.now() + timeoutMs;
    while (this.open.size > 0 && performance.now() < giveUpAt) await new Promise(done => setTimeout(done, 10));
    this.stopSweeping();
    if (this.evicting) clearTimeout(this.evicting);
    this.probe.end();
    for (const connection of [...this.open]) connection.destroy('the connection pool is closed');
  }

  private offer(connection: Connection): void {
    const waiter = this.waiting.shift();
    if (waiter) waiter.resolve(connection);
    else {
      connection.idleSince = performance.now();
      this.idle.push(connection);
      this.evicting ??= this.evictAfter(this.limits.maxIdleMs);
      if (!this.needsSweep) this.stopSweeping();
    }
  }

  /** Whether a response or a connection can become overdue. An idle pool has no timer that wakes the process. */
  private get needsSweep(): boolean {
    return this.open.size > this.idle.length || this.waiting.length > 0 || this.probe.isProbing;
  }

  private startSweeping(): void {
    this.sweeping ??= setTimeout(() => {
      this.lastSweep = performance.now();
      this.sweeping = setInterval(() => this.sweep(performance.now()), sweepMs).unref();
    }, firstSweepMs).unref();
  }

  private stopSweeping(): void {
    if (this.sweeping) clearInterval(this.sweeping);
    this.sweeping = null;
  }

  private evictAfter(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => this.evictIdle(performance.now()), milliseconds).unref();
  }

  private evictIdle(now: number): void {
    this.evicting = null;
    const { maxIdleMs } = this.limits;
    // The connection that was released last is reused first, so the first one has been idle longest.
    while (this.idle.length > 0 && now - this.idle[0].idleSince >= maxIdleMs) {
      const connection = this.idle.shift() as Connection;
      this.open.delete(connection);
      void connection.end();
    }
    if (this.idle.length > 0) this.evicting = this.evictAfter(this.idle[0].idleSince + maxIdleMs - now);
  }

  private grow(): void {
    if (this.retry || this.ended) return;
    const { maxConnections } = this.limits;
    while (this.open.size + this.connecting < maxConnections && this.connecting < this.waiting.length) this.connect();
  }

  private connect(): void {
    this.connecting += 1;
    const startedAt = performance.now();
    Connection.open(this.config).then(
      connection => {
        this.connecting -= 1;
        this.onConnected(connection);
      },
      (error: Error) => {
        this.connecting -= 1;
        this.onConnectFailed(error, startedAt);
      },
    );
  }

  private onConnected(connection: Connection): void {
    if (this.ended || !connection.isOpen) {
      void connection.end();
      return;
    }
    this.open.add(connection);
    this.hasConnected = true;
    connection.onLost(error => this.onLost(connection, error));
    connection.onAnswer = () => this.onAnswer();
    this.failedAttempts = 0;
    this.failingSince = null;
    if (this.unreplaced > 0) {
      this.unreplaced -= 1;
      this.reconnects += 1;
    }
    if (this.unreachableSince !== null) {
      const downMs = performance.now() - this.unreachableSince;
      this.unreachableSince = null;
      this.onChange({ kind: 'reachable', downMs });
    }
    this.offer(connection);
    this.grow();
  }

  private onConnectFailed(error: Error, startedAt: number): void {
    if (this.ended) return;
    this.failedAttempts += 1;
    this.failingSince ??= startedAt;
    const failingMs = performance.now() - this.failingSince;
    // While others are open, they serve the waiters.
    if (this.open.size === 0 && failingMs >= unreachableAfterMs) this.becomeUnreachable(error);
    this.retryLater();
  }

  private becomeUnreachable(cause: Error): void {
    if (this.unreachableSince === null) {
      this.unreachableSince = performance.now();
      this.onChange({ kind: 'unreachable', reason: cause.message || String((cause as { code?: unknown }).code) });
    }
    this.rejectWaiting(new NoConnection('the database is unreachable', { cause }));
  }

  private retryLater(): void {
    if (this.retry) return;
    const backOffMs = Math.min(maxBackOffMs, minBackOffMs * 2 ** Math.min(this.failedAttempts, 10));
    this.retry = setTimeout(
      () => {
        this.retry = null;
        if (this.unreachableSince !== null && this.connecting === 0) this.connect();
        else this.grow();
      },
      backOffMs * (0.5 + Math.random() / 2),
    );
  }

  private onAnswer(): void {
    this.lastAnswer = performance.now();
  }

  private silentMs(now: number): number {
    let unansweredMs = 0;
    for (const connection of this.open) unansweredMs = Math.max(unansweredMs, connection.unansweredMs(now));
    return Math.min(unansweredMs, now - this.lastAnswer);
  }

  private onLost(connection: Connection, error: Error): void {
    this.open.delete(connection);
    const index = this.idle.indexOf(connection);
    if (index >= 0) this.idle.splice(index, 1);
    if (this.ended) return;
    this.resets += 1;
    this.unreplaced += 1;
    this.onChange({ kind: 'lost', reason: error.message });
    this.grow();
  }

  private rejectWaiting(error: Error): void {
    const rejected = this.waiting;
    this.waiting = [];
    for (const { reject } of rejected) reject(error);
  }

  /**
   * The server does not even respond to a probe: everything in flight is abandoned, and work is rejected until a
   * connection opens.
   */
  private onStalled(): void {
    if (this.ended) return;
    for (const connection of [...this.open]) connection.giveUp();
    this.becomeUnreachable(new Error('the database does not respond'));
    this.retryLater();
  }

  private sweep(now: number): void {
    const isLate = now - this.lastSweep > maxSweepLagMs;
    this.lastSweep = now;
    // This process was paused or busy: responses may have arrived and are read before anything counts as overdue.
    if (isLate) return;
    let unansweredMs = 0;
    for (const connection of [...this.open]) {
      connection.checkDeadline(now);
      unansweredMs = Math.max(unansweredMs, connection.unansweredMs(now));
    }
    this.probe.check(now, unansweredMs);
    const maxWaitMs = this.hasConnected ? this.limits.maxWaitMs : this.limits.maxFirstWaitMs;
    while (this.waiting.length > 0 && now - this.waiting[0].since > maxWaitMs) {
      this.waiting.shift()?.reject(new NoConnection('no database connection became free in time'));
    }
    if (!this.needsSweep) this.stopSweeping();
  }
}
