/** How often the database is read although no run is due: another node may have configured a connector. */
const maxReadIntervalMs = 30_000;

/** When the scheduler has to look for due runs: at the next deadline, after a change on this node, or after a while. */
export class RunSchedule {
  private readFrom = Number.NEGATIVE_INFINITY;
  private readAt = Number.NEGATIVE_INFINITY;

  /** A clock that was set back makes the deadline meaningless. */
  isDue(now: number): boolean {
    return now >= this.readAt || now < this.readFrom;
  }

  /** Called before the database is read, so that a change during the read is noticed. */
  begin(now: number): void {
    this.readFrom = now;
    this.readAt = now + maxReadIntervalMs;
  }

  /** The next deadline of a run; null if there is none. */
  plan(nextRunAt: number | null): void {
    if (nextRunAt !== null) this.readAt = Math.min(this.readAt, nextRunAt);
  }

  /** After a connector was configured or has run. */
  invalidate(): void {
    this.readAt = Number.NEGATIVE_INFINITY;
  }
}
