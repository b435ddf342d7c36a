import { dayMs } from '../../domain/durations.js';

/** Budgets that count attempts, successful or not. */
type AttemptBudgetName = 'signIns' | 'signUps' | 'passwordResets' | 'wrongPasswords' | 'accountPasswords' | 'mails';

interface Attempt {
  readonly budget: AttemptBudgetName;
  /** The subject of the budget: an email, a client address or both. */
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
  /** Takes one from each budget if all have room; false if one has none, and nothing is taken. */
  isAllowed(attempts: readonly Attempt[]): Promise<boolean>;
  /** Undoes a take, for budgets that count failures only. */
  giveBack(taken: readonly TakenAttempt[]): Promise<void>;
}

/** Addresses from which a person has signed in are remembered for this long, up to this many. */
export const knownAddressMs = 90 * dayMs;
export const maxKnownAddresses = 20;

/**
 * The budgets of a password attempt for an email. Guesses are counted by email and client address together, so that
 * other people can't lock out the owner. Guesses from many addresses share a budget, except for addresses that the
 * owner has used.
 */
export function passwordAttempts(email: string, address: string, isKnownAddress: boolean): readonly Attempt[] {
  const own: Attempt = { budget: 'wrongPasswords', holder: `${email} ${address}` };
  return isKnownAddress ? [own] : [own, { budget: 'accountPasswords', holder: email }];
}
