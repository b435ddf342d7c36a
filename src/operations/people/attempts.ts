import { dayMs } from '../../domain/durations.js';

/** Budgets that count what a caller tries, whether or not it works. */
type AttemptBudgetName = 'signIns' | 'signUps' | 'passwordResets' | 'wrongPasswords' | 'accountPasswords' | 'mails';

interface Attempt {
  readonly budget: AttemptBudgetName;
  /** Whose attempts the budget counts: an email, a client address or both. */
  readonly holder: string;
}

interface TakenAttempt {
  readonly budget: string;
  readonly holder: string;
  readonly moment: number;
}

export interface AttemptLimits {
  /** Takes one from each budget, or throws and takes none. */
  take(attempts: readonly Attempt[]): Promise<readonly TakenAttempt[]>;
  /** Takes one from each budget if all have room; false: one has none, and nothing was taken. */
  isAllowed(attempts: readonly Attempt[]): Promise<boolean>;
  /** Undoes a take, for budgets that count only what went wrong. */
  giveBack(taken: readonly TakenAttempt[]): Promise<void>;
}

/** Addresses from which a person has signed in stay known for this long, and this many of them. */
export const knownAddressMs = 90 * dayMs;
export const maxKnownAddresses = 20;

/**
 * What a password for an email counts against. Guesses are counted by email and client address together, so that others
 * can't shut out the owner. Guesses from many addresses share a budget, except for addresses that the owner has used.
 */
export function passwordAttempts(email: string, address: string, isKnownAddress: boolean): readonly Attempt[] {
  const own: Attempt = { budget: 'wrongPasswords', holder: `${email} ${address}` };
  return isKnownAddress ? [own] : [own, { budget: 'accountPasswords', holder: email }];
}
