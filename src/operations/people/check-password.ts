import { passwordText } from '../../domain/people/password.js';
import type { SignInRecord } from '../../store/people/interface.js';
import type { OperationContext } from '../operation-context.js';
import type { Passwords } from './passwords.js';

/** Counts failed attempts per account. */
interface AttemptBudget {
  /** Throws if the budget of the account is used up. */
  take(name: 'wrongPasswords', email: string): unknown;
  giveBack(name: 'wrongPasswords', email: string): void;
}

export interface PasswordContext extends OperationContext {
  readonly budgets: AttemptBudget;
  readonly people: { readonly passwords: Passwords };
}

/**
 * Compares a password with a hash. The attempt is counted before the comparison, so that concurrent guesses can't exceed
 * the budget, and given back if it was right. An unknown email (`hash` null) is counted and takes as long as a known one.
 */
export async function checkPassword(
  { budgets, people: { passwords } }: Pick<PasswordContext, 'budgets' | 'people'>,
  email: string,
  password: string,
  hash: string | null,
): Promise<boolean> {
  budgets.take('wrongPasswords', email);
  let isWrong = false;
  try {
    const matches = await passwords.matches(passwordText(password), hash);
    isWrong = !matches;
    return matches;
  } finally {
    if (!isWrong) budgets.giveBack('wrongPasswords', email);
  }
}

/**
 * Confirms that a signed-in person knows the account's password. The record holds the hash that matched: a change that
 * relies on it must check that the hash is still the same.
 */
export async function confirmPassword(
  context: PasswordContext,
  playerId: string,
  password: string,
): Promise<SignInRecord | 'account-gone' | 'wrong-password'> {
  const record = await context.store.read(reads => reads.people.signInOf(playerId));
  if (!record) return 'account-gone';
  const matches = await checkPassword(context, record.email, password, record.passwordHash);
  return matches ? record : 'wrong-password';
}
