/** A budget and the holder whose attempts it counts. */
export interface AttemptKey {
  readonly budget: string;
  readonly holder: string;
}

/** The moments of counted attempts, epoch milliseconds, oldest first. */
export interface CountedAttempts extends AttemptKey {
  readonly moments: readonly number[];
}

export interface AttemptWrites {
  /** Locks the counts until the transaction ends, in an order that all callers share. */
  lock(keys: readonly AttemptKey[]): Promise<CountedAttempts[]>;
  /** `endsAt`: when the last of the moments leaves its window. */
  save(counts: readonly (CountedAttempts & { readonly endsAt: number })[]): Promise<void>;
  /** Deletes counts whose window is over and, beyond `maxRows`, those that end first. */
  deleteEnded(before: number, maxRows: number): Promise<void>;
}

declare module '../store.js' {
  interface Writes {
    readonly attempts: AttemptWrites;
  }
}
