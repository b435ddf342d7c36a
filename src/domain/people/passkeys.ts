import { type Checked, fine, wrong } from '../checked.js';

/** Passkeys of one person. */
export const maxPasskeys = 10;
export const maxPasskeyNameLength = 80;

/** A name for one's own list: any words, without control characters. */
export function readPasskeyName(text: string): Checked<string> {
  const name = text.replaceAll(/\p{C}/gu, ' ').replaceAll(/\s+/g, ' ').trim();
  return name === '' ? wrong('must contain words') : fine(name);
}
