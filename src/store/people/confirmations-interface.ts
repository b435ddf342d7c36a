/** A change of an account that waits for its one-time token. Times are epoch milliseconds. */
export type ConfirmationKind = 'sign-up' | 'password-reset' | 'email-change';

export interface Confirmation {
  readonly kind: ConfirmationKind;
  /** Null for sign-ups. */
  readonly personId: string | null;
  /** The address that the change is about. */
  readonly email: string;
  /** For sign-ups, what the account will be made of. */
  readonly details: Readonly<Record<string, string>>;
  readonly expiresAt: number;
}

export interface ConfirmationWrites {
  /** Takes the token itself: its hash never leaves the store. Ends earlier ones of the same kind and person. */
  add(token: string, confirmation: Confirmation): Promise<void>;
  /** Locks an unused confirmation until the transaction ends; null if there is none or its time is over. */
  lock(token: string, kind: ConfirmationKind, now: number): Promise<Confirmation | null>;
  /** Ends a confirmation that was used. */
  end(token: string): Promise<void>;
  endOf(personId: string): Promise<void>;
  deleteEnded(before: number): Promise<void>;
}

declare module '../store.js' {
  interface Writes {
    readonly confirmations: ConfirmationWrites;
  }
}
