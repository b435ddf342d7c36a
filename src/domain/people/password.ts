import { type Checked, fine, lengthOf, wrong } from '../checked.js';
import { foldName } from './names.js';
import { passwordWeakness } from './password-strength.js';

export const minPasswordLength = 10;
export const maxPasswordLength = 200;

/** Normalizes a password before hashing, because keyboards compose letters differently. */
export function passwordText(password: string): string {
  return password.normalize('NFKC');
}

/** Checks a new password: its length, and how hard it is to guess. There are no rules about character classes. */
export function readPassword(
  password: string,
  holder: { readonly email: string; readonly displayName: string },
): Checked<string> {
  const text = passwordText(password);
  const length = lengthOf(text);
  if (length < minPasswordLength) return wrong(`must have at least ${minPasswordLength} characters`);
  if (length > maxPasswordLength) return wrong(`must have at most ${maxPasswordLength} characters`);
  const folded = foldName(text);
  const obvious = [holder.email, holder.email.split('@')[0], holder.displayName].map(foldName);
  if (obvious.includes(folded)) return wrong('must not be your email or your name');
  const weakness = passwordWeakness(
    text,
    obvious.flatMap(words => words.split(/[^\p{L}\p{N}]+/u)),
  );
  if (weakness) return wrong(weakness);
  return fine(text);
}
