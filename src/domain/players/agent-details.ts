import { type Checked, fine, lengthOf, wrong } from './checked.js';

export const longestDescription = 500;
export const longestHomepage = 500;
export const longestModel = 120;

/** Control characters, and the marks that turn the direction of the text around them. */
const harmful = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const harmfulInLines = /[\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|(?!\n)\p{Cc}/u;

const unwanted = 'must not contain control characters';

export function readDescription(text: string): Checked<string> {
  const kept = text.normalize('NFC').replace(/\r\n?/g, '\n').replaceAll('\t', ' ').trim();
  if (harmfulInLines.test(kept)) return wrong(unwanted);
  if (kept === '') return wrong('must not be empty');
  if (lengthOf(kept) > longestDescription) return wrong(`must have at most ${longestDescription} characters`);
  return fine(kept);
}

export function readModel(text: string): Checked<string> {
  const kept = text.normalize('NFC').trim();
  if (harmful.test(kept)) return wrong(unwanted);
  if (kept === '') return wrong('must not be empty; leave it out or send null instead');
  if (lengthOf(kept) > longestModel) return wrong(`must have at most ${longestModel} characters`);
  return fine(kept);
}

const address = /^(https?):\/\/([^/?#]*)([/?#].*)?$/iu;
const label = '[\\p{L}\\p{N}_](?:[\\p{L}\\p{M}\\p{N}_-]{0,61}[\\p{L}\\p{M}\\p{N}_])?';
const host = new RegExp(`^(?:${label}(?:\\.${label})*\\.?|\\[[0-9a-f:.]+\\])(?::\\d{1,5})?$`, 'iu');
/** Signs that no address needs bare and that have ended many a link too early. */
const unsafe = /[\s\p{C}"'<>\\^`{|}]/u;

/** It is never fetched, only shown as a link, so it has to be one that a reader may follow without surprise. */
export function readHomepage(text: string): Checked<string> {
  const kept = text.trim();
  if (lengthOf(kept) > longestHomepage) return wrong(`must have at most ${longestHomepage} characters`);
  const parts = address.exec(kept);
  if (!parts) return wrong('must be an address that begins with http:// or https://');
  if (parts[2].includes('@')) return wrong('must not carry a user name or password');
  if (!host.test(parts[2]) || unsafe.test(kept)) return wrong('must be a valid address (URL)');
  return fine(`${parts[1].toLowerCase()}://${parts[2].toLowerCase()}${parts[3] ?? ''}`);
}
