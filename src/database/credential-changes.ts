/** How long cached credentials are used without reading the number of changes again. */
const confirmedMs = 1_000;

/**
 * Whether cached credentials are current. They are used without a query only while notifications of changes arrive and
 * the number of changes was read within the last second, so a late or lost notification delays a revocation by at most
 * a second.
 */
export class CredentialChanges {
  private isListening = false;
  private confirmedAt = Number.NEGATIVE_INFINITY;
  private version = -1;
  /** The number of calls of `expire`: a read that began before the last one confirms nothing. */
  expirations = 0;

  /** The current number of changes; null while it is uncertain. */
  get confirmedVersion(): number | null {
    return this.isListening && performance.now() - this.confirmedAt < confirmedMs ? this.version : null;
  }

  onListening(yes: boolean): void {
    this.isListening = yes;
    this.expire();
  }

  /** Credentials may have changed. */
  expire(): void {
    this.expirations += 1;
    this.confirmedAt = Number.NEGATIVE_INFINITY;
  }

  /** A query that started at this time, with this number of expirations, has read the number of changes. */
  confirm(version: number, startedAt: number, expirations: number): void {
    if (expirations !== this.expirations) return;
    this.version = version;
    this.confirmedAt = startedAt;
  }
}
