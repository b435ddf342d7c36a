// Exchange tables store ids as uuids: the same 128 bits without the prefix.

import type { IdPrefix } from '../../../kernel/ids.js';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Two characters for each ten-bit value. */
const pairs = Array.from(alphabet).flatMap(high => Array.from(alphabet, low => high + low));

/** The five-bit value of each character, by its code; −1 for others. */
const digits = new Int8Array(128).fill(-1);
for (let value = 0; value < alphabet.length; value += 1) digits[alphabet.charCodeAt(value)] = value;

const prefixLength = 4;

/** The value of four characters: twenty bits. */
function quadAt(id: string, at: number): number {
  const a = digits[id.charCodeAt(at)];
  const b = digits[id.charCodeAt(at + 1)];
  const c = digits[id.charCodeAt(at + 2)];
  const d = digits[id.charCodeAt(at + 3)];
  if (!(a >= 0 && b >= 0 && c >= 0 && d >= 0)) throw new Error(`malformed id ${id}`);
  return (a << 15) | (b << 10) | (c << 5) | d;
}

const bytes = Buffer.alloc(16);

/** Returns the 16 bytes of an id, valid until the next call. */
export function uuidBytes(id: string): Uint8Array {
  // The first two characters are eight bits; every eight that follow are five bytes.
  bytes[0] = quadAt(id, prefixLength) >> 10;
  let at = prefixLength + 2;
  for (let byte = 1; byte < bytes.length; byte += 5) {
    const high = quadAt(id, at);
    const low = quadAt(id, at + 4);
    bytes[byte] = high >> 12;
    bytes[byte + 1] = high >> 4;
    bytes[byte + 2] = (high << 4) | (low >> 16);
    bytes[byte + 3] = low >> 8;
    bytes[byte + 4] = low;
    at += 8;
  }
  return bytes;
}

/** Returns the 32 hexadecimal digits of an id. */
export function uuidOf(id: string): string {
  uuidBytes(id);
  return bytes.toString('hex');
}

/** Returns the id of a uuid, with or without its hyphens. */
export function idOf(prefix: IdPrefix, uuid: string): string {
  const hex = uuid.length === 32 ? uuid : uuid.replaceAll('-', '');
  let id = `${prefix}_${pairs[Number.parseInt(hex.slice(0, 2), 16)]}`;
  for (let at = 2; at < 32; at += 5) {
    const value = Number.parseInt(hex.slice(at, at + 5), 16);
    id += pairs[value >> 10] + pairs[value & 1023];
  }
  return id;
}

const shape = /^[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Returns null for a text that is not an id, which no row can have. */
export function uuidOrNull(id: string): string | null {
  return shape.test(id) ? uuidOf(id) : null;
}

/** The position of a cursor's id among uuids; a text that is not an id sorts before all of them. */
export function cursorUuid(id: string | undefined): string {
  return (id === undefined ? null : uuidOrNull(id)) ?? '00000000000000000000000000000000';
}
