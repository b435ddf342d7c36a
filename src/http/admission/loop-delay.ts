const intervalMs = 20;
/** How fast the average follows; one GC pause must not reject anything. */
const memoryMs = 500;
/** Below this rate requests do not cause the delay, and rejecting them would not help. */
const minArrivalsPerSecond = 100;

/** The timer stops after this long without requests: in an idle service it would cost more CPU time than the jobs. */
const quietMs = 1_000;

/** Measures how late the event loop runs its timers while requests arrive: the time that a ready socket waits. */
export class LoopDelay {
  private tickedAt: number;
  private arrivedAt: number;
  private delayMs = 0;
  private arrived = 0;
  private arrivalsPerSecond = 0;
  private isStarted = false;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly steady: () => number) {
    this.tickedAt = steady();
    this.arrivedAt = this.tickedAt;
  }

  get isMeasuring(): boolean {
    return this.timer !== null;
  }

  start(): void {
    this.isStarted = true;
  }

  stop(): void {
    this.isStarted = false;
    this.endTimer();
  }

  countArrival(): void {
    this.arrived += 1;
    if (this.timer || !this.isStarted) return;
    this.tickedAt = this.steady();
    this.timer = setInterval(() => this.tick(), intervalMs).unref();
  }

  tick(): void {
    const now = this.steady();
    const elapsed = Math.max(1, now - this.tickedAt);
    const share = Math.exp(-elapsed / memoryMs);
    this.delayMs = this.delayMs * share + Math.max(0, elapsed - intervalMs) * (1 - share);
    this.arrivalsPerSecond = this.arrivalsPerSecond * share + ((this.arrived * 1000) / elapsed) * (1 - share);
    if (this.arrived > 0) this.arrivedAt = now;
    this.arrived = 0;
    this.tickedAt = now;
    if (now - this.arrivedAt > quietMs) this.endTimer();
  }

  /** The average delay while requests cause it, otherwise 0. */
  milliseconds(): number {
    return this.arrivalsPerSecond < minArrivalsPerSecond ? 0 : this.delayMs;
  }

  private endTimer(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    this.arrivalsPerSecond = 0;
    this.delayMs = 0;
  }
}
