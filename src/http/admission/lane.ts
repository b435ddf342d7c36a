/** The number of concurrent requests of one kind before their wait counts: one batch of the write desk is smaller. */
const minInFlight = 64;
/** How fast the measured service time follows a change. */
const memoryMs = 1_000;
/** An older measurement is not valid for the next burst. */
const staleMs = 10_000;
/** Assumed until a busy period was measured: one millisecond per request. */
const assumed = { busyMs: 500, served: 500 } as const;

/**
 * Estimates how long the next request of one kind will take: the requests in flight times the recent service time per
 * request (Little's law). The service time is measured only while the lane is busy, because the throughput of an idle
 * lane is its load and not its capacity.
 *
 * States: idle (fewer than `minInFlight` in flight, estimate 0) → busy (measures) → draining (fewer again, but the requests of
 * the busy period are still completing; measures, estimate 0) → idle. Requests complete in batches: without draining, a batch
 * that ends the busy period would count as the one request that ended it.
 */
export class Lane {
  private count = 0;
  private busyMs: number = assumed.busyMs;
  private served: number = assumed.served;
  /** The last measured completion, or the start of the busy state. */
  private markedAt = Number.NEGATIVE_INFINITY;
  /** Requests of the last busy period that have not completed. */
  private draining = 0;

  get inFlight(): number {
    return this.count;
  }

  get isBusy(): boolean {
    return this.count >= minInFlight;
  }

  enter(now: number): void {
    this.count += 1;
    if (this.count !== minInFlight) return;
    const wasDraining = this.draining > 0;
    this.draining = 0;
    if (wasDraining) return;
    if (now - this.markedAt > staleMs) {
      this.busyMs = assumed.busyMs;
      this.served = assumed.served;
    }
    this.markedAt = now;
  }

  /** `wasServed`: false for requests that were rejected before they reached the lane's bottleneck. */
  leave(now: number, wasServed: boolean): void {
    const { isBusy } = this;
    if (isBusy || this.draining > 0) {
      const elapsed = now - this.markedAt;
      const share = elapsed > 0 ? Math.exp(-elapsed / memoryMs) : 1;
      this.busyMs = this.busyMs * share + elapsed;
      this.served = this.served * share + (wasServed ? 1 : 0);
      this.markedAt = now;
    }
    this.count -= 1;
    if (isBusy && !this.isBusy) this.draining = this.count;
    else if (!isBusy && this.draining > 0) this.draining -= 1;
  }

  expectedWaitMs(now: number): number {
    if (!this.isBusy) return 0;
    // While nothing completes, the estimate grows with the elapsed time: a stalled database has no service time.
    const silence = now - this.markedAt;
    return Math.max(silence, (this.count * (this.busyMs + silence)) / Math.max(1, this.served));
  }
}
