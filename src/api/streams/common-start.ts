/**
 * Subscriptions of one command. Each starts with its position or first message, and what they send waits until all have
 * started: a client that has the response to its command misses nothing that happens from then on.
 */
export class CommonStart {
  private readonly missing: Set<number>;
  /** What each subscription will send, by its index. */
  private readonly held = new Map<number, (() => void)[]>();

  /** `onStarted` runs before everything that was held. */
  constructor(
    count: number,
    private readonly onStarted: () => void,
  ) {
    this.missing = new Set(Array(count).keys());
  }

  private start(index: number): void {
    if (!this.missing.delete(index) || this.missing.size > 0) return;
    this.onStarted();
    for (const send of [...this.held.values()].flat()) send();
    this.held.clear();
  }

  /** Sends now, or as soon as all subscriptions have started. */
  send(index: number, send: () => void): void {
    this.start(index);
    const held = this.held.get(index);
    if (this.missing.size === 0) send();
    else if (held) held.push(send);
    else this.held.set(index, [send]);
  }

  /** The subscription has ended: what it held is not sent, and the others do not wait for it. */
  leave(index: number): void {
    this.held.delete(index);
    this.start(index);
  }
}
