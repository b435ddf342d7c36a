/** The number of similar lines that are logged one by one before the others are only counted. */
const maxAlike = 5;
/**
 * The first count is reported after this time. While lines continue, each further interval is twice as long as the
 * last.
 */
const firstWindowMs = 10_000;
const maxWindowMs = 300_000;
/** The maximum number of different lines counted at the same time; further ones are not limited. */
const maxKeys = 500;

type Summarize = (suppressed: number, seconds: number) => void;

interface Alike {
  admitted: number;
  suppressed: number;
  windowMs: number;
}

/**
 * Collapses repeated log lines: a full disk or a lost database fails thousands of requests a second in the same way,
 * and their lines would fill the disk.
 */
export class RepeatLimiter {
  private readonly alike = new Map<string, Alike>();

  /** Whether to log the line. `summarize` runs at the end of a window in which lines were suppressed. */
  admits(key: string, summarize: Summarize): boolean {
    const known = this.alike.get(key);
    if (!known) {
      if (this.alike.size < maxKeys) this.open(key, { admitted: 1, suppressed: 0, windowMs: firstWindowMs }, summarize);
      return true;
    }
    if (known.admitted >= maxAlike) {
      known.suppressed += 1;
      return false;
    }
    known.admitted += 1;
    return true;
  }

  private open(key: string, alike: Alike, summarize: Summarize): void {
    this.alike.set(key, alike);
    setTimeout(() => this.close(key, alike, summarize), alike.windowMs).unref();
  }

  /** A window without suppressed lines ends the count, so the next similar line is logged again. */
  private close(key: string, { admitted, suppressed, windowMs }: Alike, summarize: Summarize): void {
    this.alike.delete(key);
    if (suppressed === 0) return;
    summarize(suppressed, windowMs / 1000);
    this.open(key, { admitted, suppressed: 0, windowMs: Math.min(maxWindowMs, windowMs * 2) }, summarize);
  }
}
