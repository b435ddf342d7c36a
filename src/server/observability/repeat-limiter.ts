/** Lines alike within the window: as many are logged one by one, the others are counted. */
const maxAlike = 5;
const windowMs = 10_000;
/** Different lines counted at the same time; further ones are not limited. */
const maxKeys = 500;

interface Alike {
  admitted: number;
  suppressed: number;
}

/**
 * Collapses log lines that repeat: a full disk or a lost database fails thousands of requests a second in the same way,
 * and their lines would fill the disk that the operator needs.
 */
export class RepeatLimiter {
  private readonly alike = new Map<string, Alike>();

  /** Whether to log the line. `summarize` runs at the end of the window if lines were suppressed. */
  admits(key: string, summarize: (suppressed: number, seconds: number) => void): boolean {
    const known = this.alike.get(key);
    if (!known) {
      if (this.alike.size < maxKeys) this.open(key, summarize);
      return true;
    }
    if (known.admitted < maxAlike) known.admitted += 1;
    else known.suppressed += 1;
    return known.suppressed === 0;
  }

  private open(key: string, summarize: (suppressed: number, seconds: number) => void): void {
    const alike = { admitted: 1, suppressed: 0 };
    this.alike.set(key, alike);
    setTimeout(() => {
      this.alike.delete(key);
      if (alike.suppressed > 0) summarize(alike.suppressed, windowMs / 1000);
    }, windowMs).unref();
  }
}
