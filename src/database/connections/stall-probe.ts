import { SentStatement } from '../driver/batch.js';
import { fixedStatement } from '../driver/statement.js';
import { Connection, type SessionConfig } from './connection.js';

/** A batch without a response for this long may be slow, or the server may have stalled. */
const suspectAfterMs = 1_000;
const ping = fixedStatement('select 1');

/**
 * Distinguishes a slow statement from a stalled server by a probe on an idle connection.
 *
 * States: calm → probing (no response to a batch for 1 s) → calm (response) or stalled (no response within `maxStallMs`).
 */
export class StallProbe {
  private connection: Connection | null = null;
  private probing: { readonly since: number } | null = null;
  private calmUntil = 0;
  private isEnded = false;

  constructor(
    private readonly config: SessionConfig,
    private readonly maxStallMs: number,
    private readonly outcome: { onAnswer(): void; onStalled(): void },
  ) {}

  get isProbing(): boolean {
    return this.probing !== null;
  }

  /** Called at short intervals while anything is in flight, with the waiting time of the oldest batch. */
  check(now: number, unansweredMs: number): void {
    if (this.probing) {
      if (now - this.probing.since > this.maxStallMs) this.giveUp();
    } else if (unansweredMs > suspectAfterMs && now > this.calmUntil) {
      this.probing = { since: now };
      this.ask(this.probing).catch(() => {});
    }
  }

  end(): void {
    this.isEnded = true;
    void this.connection?.end();
  }

  private async ask(probe: object): Promise<void> {
    try {
      if (!this.connection?.isOpen) {
        // Longer than the wait for the response: a connection that can't be made in time does not count as one.
        const connectTimeoutMs = 2 * this.maxStallMs;
        const config = { ...this.config, applicationName: 'presage probe', connectTimeoutMs };
        this.connection = await Connection.open(config);
      }
      const connection = this.connection;
      await new Promise<unknown>((resolve, reject) => {
        connection.send([new SentStatement(ping, resolve, reject)], this.maxStallMs);
      });
      this.outcome.onAnswer();
    } finally {
      // A rejected connection is a response, too: the pool detects separately that it can't connect.
      if (this.probing === probe) this.becomeCalm();
      if (this.isEnded) void this.connection?.end();
    }
  }

  private becomeCalm(): void {
    this.probing = null;
    this.calmUntil = performance.now() + suspectAfterMs;
  }

  private giveUp(): void {
    this.becomeCalm();
    this.connection?.giveUp();
    this.connection = null;
    this.outcome.onStalled();
  }
}
