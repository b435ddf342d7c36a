import { passwordText } from '../../domain/people/password.js';
import type { Services } from '../../http/services.js';

/**
 * Counts before it compares, so that many guesses at once don't pass for one, and gives back what was right. An unknown
 * email (`hash` null) is counted and takes as long as a known one.
 */
export async function checkPassword(
  { budgets, people: { passwords } }: Services,
  email: string,
  password: string,
  hash: string | null,
): Promise<boolean> {
  budgets.take('wrongPasswords', email);
  let counts = false;
  try {
    const right = await passwords.matches(passwordText(password), hash);
    counts = !right;
    return right;
  } finally {
    if (!counts) budgets.giveBack('wrongPasswords', email);
  }
}
