import { hash } from 'node:crypto';

/** Keys and tokens have 256 random bits, so one round is enough: there is nothing to guess. */
export function hashSecret(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
