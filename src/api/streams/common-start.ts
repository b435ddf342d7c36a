/**
 * Subscriptions of one command. Each starts with its position or first message, and what they send waits until all have
 * started: a client that has the response to its command misses nothing that happens from then on.
 */
export class CommonStart {
  private readonly missing: Set<number>;
  private readonly held: (() => void)[] = [];
  private resolve = () => {};
  readonly done = new Promise<void>(resolve => {
    this.resolve = resolve;
  });

  /** `onStarted` runs before everything that was held. */
  constructor(
    count: number,
    private readonly onStarted: () => void,
  ) {
    this.missing = new Set(Array(count).keys());
  }

  /** The subscription has started, or has ended before. */
  start(index: number): void {
    if (!this.missing.delete(index) || this.missing.size > 0) return;
    this.onStarted();
    for (const send of this.held.splice(0)) send();
    this.resolve();
  }

  /** Sends now, or as soon as all subscriptions have started. */
  send(index: number, send: () => void): void {
    this.start(index);
    if (this.missing.size === 0) send();
    else this.held.push(send);
  }
}
