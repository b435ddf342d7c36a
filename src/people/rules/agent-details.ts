import { type Checked, fine, lengthOf, wrong } from '../../kernel/invariant.js';

export const maxDescriptionLength = 500;
export const maxModelLength = 120;
/** Control characters, and characters that change the text direction. */
const harmful = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const harmfulInLines = /[\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|(?!\n)\p{Cc}/u;
const unwanted = 'must not contain control characters';

export function readDescription(text: string): Checked<string> {
  const normalized = text.normalize('NFC').replace(/\r\n?/g, '\n').replaceAll('\t', ' ').trim();
  if (harmfulInLines.test(normalized)) return wrong(unwanted);
  if (normalized === '') return wrong('must not be empty');
  if (lengthOf(normalized) > maxDescriptionLength) return wrong(`must have at most ${maxDescriptionLength} characters`);
  return fine(normalized);
}

export function readModel(text: string): Checked<string> {
  const normalized = text.normalize('NFC').trim();
  if (harmful.test(normalized)) return wrong(unwanted);
  if (normalized === '') return wrong('must not be empty; omit it or send null instead');
  if (lengthOf(normalized) > maxModelLength) return wrong(`must have at most ${maxModelLength} characters`);
  return fine(normalized);
}
