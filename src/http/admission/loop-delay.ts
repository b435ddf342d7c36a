const intervalMs = 20;
/** How fast the average follows; one GC pause must not reject anything. */
const memoryMs = 500;
/** Below this rate requests do not cause the delay, and rejecting them would not help. */
const minArrivalsPerSecond = 100;

/** Measures how late the event loop runs its timers: the time that a ready socket waits. */
export class LoopDelay {
  private tickedAt: number;
  private delayMs = 0;
  private arrived = 0;
  private arrivalsPerSecond = 0;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly steady: () => number) {
    this.tickedAt = steady();
  }

  start(): void {
    this.tickedAt = this.steady();
    this.timer = setInterval(() => this.tick(), intervalMs).unref();
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  countArrival(): void {
    this.arrived += 1;
  }

  tick(): void {
    const now = this.steady();
    const elapsed = Math.max(1, now - this.tickedAt);
    const share = Math.exp(-elapsed / memoryMs);
    this.delayMs = this.delayMs * share + Math.max(0, elapsed - intervalMs) * (1 - share);
    this.arrivalsPerSecond = this.arrivalsPerSecond * share + ((this.arrived * 1000) / elapsed) * (1 - share);
    this.arrived = 0;
    this.tickedAt = now;
  }

  /** The average delay while requests cause it, otherwise 0. */
  milliseconds(): number {
    return this.arrivalsPerSecond < minArrivalsPerSecond ? 0 : this.delayMs;
  }
}
