import { type Checked, fine, wrong } from '../checked.js';

/** The maximum number of passkeys per person. */
export const maxPasskeys = 10;
export const maxPasskeyNameLength = 80;

/** A name for the person's own list: any words, without control characters. */
export function readPasskeyName(text: string): Checked<string> {
  const name = text.replaceAll(/\p{C}/gu, ' ').replaceAll(/\s+/g, ' ').trim();
  return name === '' ? wrong('must contain words') : fine(name);
}
