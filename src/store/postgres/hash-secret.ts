import { createHash } from 'node:crypto';

/** Keys and tokens have 256 random bits, so one round is enough: there is nothing to guess. */
export function hashSecret(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
