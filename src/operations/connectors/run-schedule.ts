/** How often the database is read when no run is due: another node may have configured a connector. */
const maxReadIntervalMs = 30_000;

/** When the scheduler must check for due runs: at the next deadline, after a change on this node, or after a while. */
export class RunSchedule {
  private readFrom = Number.NEGATIVE_INFINITY;
  private readAt = Number.NEGATIVE_INFINITY;

  /** A clock that was set back makes the deadline meaningless. */
  isDue(now: number): boolean {
    return now >= this.readAt || now < this.readFrom;
  }

  /** Called before the database is read, so that a change during the read is not missed. */
  begin(now: number): void {
    this.readFrom = now;
    this.readAt = now + maxReadIntervalMs;
  }

  /** The next deadline of a run; null if there is none. */
  plan(nextRunAt: number | null): void {
    if (nextRunAt !== null) this.readAt = Math.min(this.readAt, nextRunAt);
  }

  /** Called after a connector was configured or has run. */
  invalidate(): void {
    this.readAt = Number.NEGATIVE_INFINITY;
  }
}
