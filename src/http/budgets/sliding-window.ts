/**
 * A sliding window counted exactly: the moments of the last `quota` requests in a ring. One more is allowed as soon as
 * the oldest of them has left the window, so no burst at a window's edge gets double the quota.
 */
export class SlidingWindow {
  private moments: Float64Array;
  private head = 0;
  private count = 0;

  constructor(
    private readonly quota: number,
    private readonly windowMs: number,
  ) {
    this.moments = new Float64Array(Math.min(quota, 16));
  }

  private oldest(): number {
    return this.moments[this.head];
  }

  private expire(now: number): void {
    while (this.count > 0 && this.oldest() <= now - this.windowMs) {
      this.head = (this.head + 1) % this.moments.length;
      this.count -= 1;
    }
  }

  private grow(): void {
    const larger = new Float64Array(Math.min(this.quota, this.moments.length * 2));
    for (let index = 0; index < this.count; index += 1) {
      larger[index] = this.moments[(this.head + index) % this.moments.length];
    }
    this.moments = larger;
    this.head = 0;
  }

  /** Counts one request if there is room for it beside those that others have counted. */
  take(now: number, others = 0): boolean {
    this.expire(now);
    if (this.count + others >= this.quota) return false;
    if (this.count === this.moments.length) this.grow();
    this.moments[(this.head + this.count) % this.moments.length] = now;
    this.count += 1;
    return true;
  }

  /** Forgets the request that was counted last. */
  giveBack(): void {
    if (this.count > 0) this.count -= 1;
  }

  /** As of the last `take`. */
  remaining(others = 0): number {
    return Math.max(0, this.quota - this.count - others);
  }

  /** Whole seconds until the oldest counted request leaves the window. */
  resetSeconds(now: number, others = 0): number {
    if (this.count === 0 && others > 0) return Math.max(1, Math.ceil(this.windowMs / 60_000));
    return this.count === 0 ? 0 : Math.max(1, Math.ceil((this.oldest() + this.windowMs - now) / 1000));
  }

  isIdle(now: number): boolean {
    this.expire(now);
    return this.count === 0;
  }
}
