import { hash } from 'node:crypto';

/** Keys and tokens have 256 random bits, so they can't be guessed and one round is enough. */
export function hashSecret(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
