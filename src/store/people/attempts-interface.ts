/** A budget and the holder whose attempts it counts. */
export interface AttemptKey {
  readonly budget: string;
  readonly holder: string;
}

/** Timestamps of counted attempts, epoch milliseconds, oldest first. */
export interface CountedAttempts extends AttemptKey {
  readonly moments: readonly number[];
}

export interface AttemptWrites {
  /** Locks the counts until the transaction ends, in a consistent order. */
  lock(keys: readonly AttemptKey[]): Promise<CountedAttempts[]>;
  /** `endsAt`: when the last attempt leaves its window. */
  save(counts: readonly (CountedAttempts & { readonly endsAt: number })[]): Promise<void>;
  /** Deletes counts whose window has ended and, beyond `maxRows`, those that end first. */
  deleteEnded(before: number, maxRows: number): Promise<void>;
}

declare module '../store.js' {
  interface Writes {
    readonly attempts: AttemptWrites;
  }
}
