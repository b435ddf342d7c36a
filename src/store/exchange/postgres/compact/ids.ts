import type { IdPrefix } from '../../../../domain/ids.js';

/** Exchange tables store ids as uuids: the same 128 bits without the prefix. */

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Two characters for each ten-bit value, and back. */
const pairs: string[] = [];
const values = new Map<string, number>();
for (const high of alphabet) {
  for (const low of alphabet) {
    values.set(high + low, pairs.length);
    pairs.push(high + low);
  }
}

const prefixLength = 4;

function pairAt(id: string, at: number): number {
  const value = values.get(id.slice(at, at + 2));
  if (value === undefined) throw new Error(`malformed id ${id}`);
  return value;
}

/** Returns the 32 hexadecimal digits of an id. */
export function uuidOf(id: string): string {
  // The first two characters are eight bits; every four that follow are twenty bits, which are five digits.
  let hex = (0x100 + pairAt(id, prefixLength)).toString(16).slice(-2);
  for (let at = prefixLength + 2; at < prefixLength + 26; at += 4) {
    hex += (0x10_0000 + pairAt(id, at) * 1024 + pairAt(id, at + 2)).toString(16).slice(1);
  }
  return hex;
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
