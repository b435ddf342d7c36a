import { type Checked, fine, lengthOf, wrong } from './invariant.js';

export const maxLinkLength = 500;

const address = /^(https?):\/\/([^/?#]*)([/?#].*)?$/iu;
const label = '[\\p{L}\\p{N}_](?:[\\p{L}\\p{M}\\p{N}_-]{0,61}[\\p{L}\\p{M}\\p{N}_])?';
const host = new RegExp(`^(?:${label}(?:\\.${label})*\\.?|\\[[0-9a-f:.]+\\])(?::\\d{1,5})?$`, 'iu');
/** Characters that no URL needs unescaped and that often end a link too early. */
const unsafe = /[\s\p{C}"'<>\\^`{|}]/u;

/** A URL is never fetched, only shown as a link, so it must be safe for readers to follow. */
export function readLink(text: string): Checked<string> {
  const link = text.trim();
  if (lengthOf(link) > maxLinkLength) return wrong(`must have at most ${maxLinkLength} characters`);
  const parts = address.exec(link);
  if (!parts) return wrong('must be a URL that starts with http:// or https://');
  if (parts[2].includes('@')) return wrong('must not contain a user name or password');
  if (!host.test(parts[2]) || unsafe.test(link)) return wrong('must be a valid URL');
  return fine(`${parts[1].toLowerCase()}://${parts[2].toLowerCase()}${parts[3] ?? ''}`);
}
