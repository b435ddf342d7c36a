import { passwordText } from '../../domain/people/password.js';
import type { SignInRecord } from '../../store/people/interface.js';
import type { OperationContext } from '../operation-context.js';
import { type AttemptLimits, knownAddressMs, passwordAttempts } from './attempts.js';
import type { Passwords } from './passwords.js';

export interface PasswordContext extends OperationContext {
  readonly people: { readonly passwords: Passwords; readonly attempts: AttemptLimits };
}

/** The client that sends a password, and the account. */
interface PasswordSender {
  readonly email: string;
  readonly address: string;
  /** The person has signed in from this address before, or is signed in. */
  readonly isKnownAddress: boolean;
}

/**
 * Compares a password with a hash. The attempt is counted before the comparison, so that concurrent guesses can't
 * exceed the budget, and refunded if it was correct. An unknown email (`hash` null) is counted and takes as long as a
 * known one.
 */
export async function checkPassword(
  { people: { passwords, attempts } }: Pick<PasswordContext, 'people'>,
  { email, address, isKnownAddress }: PasswordSender,
  password: string,
  hash: string | null,
): Promise<boolean> {
  const taken = await attempts.take(passwordAttempts(email, address, isKnownAddress));
  let isWrong = false;
  try {
    const matches = await passwords.matches(passwordText(password), hash);
    isWrong = !matches;
    return matches;
  } finally {
    if (!isWrong) await attempts.giveBack(taken);
  }
}

/** Finds the account of an email and checks its password. Null: no account, or a wrong password. */
export async function checkSignIn(
  context: PasswordContext,
  email: string,
  password: string,
  address: string,
): Promise<SignInRecord | null> {
  const since = context.clock() - knownAddressMs;
  const { record, isKnownAddress } = await context.store.read(async reads => {
    const found = await reads.people.findSignIn(email);
    return {
      record: found,
      isKnownAddress: found !== null && (await reads.people.knowsAddress(found.playerId, address, since)),
    };
  });
  const sender = { email, address, isKnownAddress };
  const matches = await checkPassword(context, sender, password, record?.passwordHash ?? null);
  return matches ? record : null;
}

/**
 * Confirms that a signed-in person knows the account's password. The record holds the hash that matched: a change that
 * relies on it must check that the hash is still the same.
 */
export async function confirmPassword(
  context: PasswordContext,
  playerId: string,
  password: string,
  address: string,
): Promise<SignInRecord | 'account-gone' | 'wrong-password'> {
  const record = await context.store.read(reads => reads.people.signInOf(playerId));
  if (!record) return 'account-gone';
  const sender = { email: record.email, address, isKnownAddress: true };
  const matches = await checkPassword(context, sender, password, record.passwordHash);
  return matches ? record : 'wrong-password';
}
