/**
 * Hashes and compares passwords. Both are slow by design, run outside the event loop with bounded concurrency, and
 * throw SERVICE_UNAVAILABLE when too many are waiting.
 */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes equally long and returns false if `hash` is null, so that timing doesn't reveal which accounts exist. */
  matches(password: string, hash: string | null): Promise<boolean>;
}
