/**
 * An exact sliding window: a ring buffer of the times of the last `quota` requests. Another request is allowed once the
 * oldest has left the window, so a burst at a window's edge can't get double the quota.
 */
export class SlidingWindow {
  private times: Float64Array;
  private head = 0;
  private count = 0;

  constructor(
    private readonly quota: number,
    private readonly windowMs: number,
  ) {
    this.times = new Float64Array(Math.min(quota, 16));
  }

  private oldest(): number {
    return this.times[this.head];
  }

  private expire(now: number): void {
    while (this.count > 0 && this.oldest() <= now - this.windowMs) {
      this.head = (this.head + 1) % this.times.length;
      this.count -= 1;
    }
  }

  private grow(): void {
    const larger = new Float64Array(Math.min(this.quota, this.times.length * 2));
    for (let index = 0; index < this.count; index += 1) {
      larger[index] = this.times[(this.head + index) % this.times.length];
    }
    this.times = larger;
    this.head = 0;
  }

  /** Counts a request of this many units if the quota allows all of them; `others` are those counted by other nodes. */
  take(now: number, others = 0, units = 1): boolean {
    this.expire(now);
    if (this.count + others + units > this.quota) return false;
    for (let unit = 0; unit < units; unit += 1) {
      if (this.count === this.times.length) this.grow();
      this.times[(this.head + this.count) % this.times.length] = now;
      this.count += 1;
    }
    return true;
  }

  /** As of the last `take`. */
  remaining(others = 0): number {
    return Math.max(0, this.quota - this.count - others);
  }

  /** Whole seconds until this many units are available, or until the oldest one leaves the window. */
  resetSeconds(now: number, others = 0, units = 1): number {
    if (this.count === 0 && others > 0) return Math.max(1, Math.ceil(this.windowMs / 60_000));
    if (this.count === 0) return 0;
    const leaving = Math.max(0, Math.min(this.count - 1, this.count + others + units - this.quota - 1));
    const freed = this.times[(this.head + leaving) % this.times.length];
    return Math.max(1, Math.ceil((freed + this.windowMs - now) / 1000));
  }

  isIdle(now: number): boolean {
    this.expire(now);
    return this.count === 0;
  }
}
