import { type Checked, fine, lengthOf, wrong } from '../checked.js';

export const maxEmailLength = 254;
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?';
const shape = new RegExp(`^[^\\s@\\p{C}]{1,64}@${label}(?:\\.${label})+$`, 'u');

/**
 * Normalizes an email address. Case is folded, because no provider in use distinguishes mailboxes by it; dots and tags
 * stay, because some do.
 */
export function readEmail(text: string): Checked<string> {
  const email = text.normalize('NFKC').trim().toLowerCase();
  if (lengthOf(email) > maxEmailLength) return wrong(`must have at most ${maxEmailLength} characters`);
  if (!shape.test(email)) return wrong('must be an email address such as ada@example.org');
  return fine(email);
}
