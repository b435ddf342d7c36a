/** A pending change of an account that needs its one-time token. Times are epoch milliseconds. */
export type ConfirmationKind = 'sign-up' | 'password-reset' | 'email-change';

export interface Confirmation {
  readonly kind: ConfirmationKind;
  /** Null for sign-ups. */
  readonly personId: string | null;
  /** The email address of the change. */
  readonly email: string;
  /** For sign-ups, the data of the new account. */
  readonly details: Readonly<Record<string, string>>;
  readonly expiresAt: number;
}

export interface ConfirmationWrites {
  /** Takes the token itself: its hash never leaves the store. Invalidates earlier ones of the same kind and person. */
  add(token: string, confirmation: Confirmation): Promise<void>;
  /** Locks an unused confirmation until the transaction ends; null if there is none or it has expired. */
  lock(token: string, kind: ConfirmationKind, now: number): Promise<Confirmation | null>;
  /** Deletes a used confirmation. */
  end(token: string): Promise<void>;
  endOf(personId: string): Promise<void>;
  deleteEnded(before: number): Promise<void>;
}

declare module '../store.js' {
  interface Writes {
    readonly confirmations: ConfirmationWrites;
  }
}
