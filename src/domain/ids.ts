/** Opaque, prefixed, time-ordered ids: a version 7 UUID in lower-case Crockford base32. */

const playPrefixes = [
  'evt',
  'ord',
  'trd',
  'fct',
  'agt',
  'key',
  'plr',
  'act',
  'req',
  'ses',
  'run',
  'dsp',
  'psk',
] as const;
const dataPrefixes = ['vmk', 'lnk', 'fix', 'lin', 'sig', 'mrq', 'ntf', 'rpt', 'inc'] as const;
const prefixes = [...playPrefixes, ...dataPrefixes] as const;
export type IdPrefix = (typeof prefixes)[number];

const codesOf = (text: string) => Array.from(text, letter => letter.charCodeAt(0));
const alphabet = codesOf('0123456789abcdefghjkmnpqrstvwxyz');
const prefixCodes = new Map(prefixes.map(prefix => [prefix, codesOf(`${prefix}_`)]));
const idShape = /^[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** `random` provides 10 bytes from `offset` on; the time comes first, so ids sort by creation time. */
export function makeId(prefix: IdPrefix, atMs: number, random: Uint8Array, offset = 0): string {
  const high = Math.floor(atMs / 0x1_0000);
  const bytes = [
    (high >>> 24) & 0xff,
    (high >>> 16) & 0xff,
    (high >>> 8) & 0xff,
    high & 0xff,
    (atMs >>> 8) & 0xff,
    atMs & 0xff,
    0x70 | (random[offset] & 0x0f),
    random[offset + 1],
    0x80 | (random[offset + 2] & 0x3f),
    random[offset + 3],
    random[offset + 4],
    random[offset + 5],
    random[offset + 6],
    random[offset + 7],
    random[offset + 8],
    random[offset + 9],
  ];
  const codes = prefixCodes.get(prefix)?.slice() ?? codesOf(`${prefix}_`);
  // 128 bits are 25 groups of five and a first one of three.
  let buffer = 0;
  let bits = 2;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      codes.push(alphabet[(buffer >>> bits) & 31]);
      buffer &= (1 << bits) - 1;
    }
  }
  // Built at once: a string that grows letter by letter is a rope of thirty pieces.
  return String.fromCharCode(...codes);
}

/** Returns the creation time of an id in epoch milliseconds: the first 48 of its 128 bits. Null for a malformed id. */
export function timeOfId(id: string): number | null {
  if (!idShape.test(id)) return null;
  let ms = 0;
  for (let index = 4; index < 14; index += 1) ms = ms * 32 + alphabet.indexOf(id.charCodeAt(index));
  return ms;
}

export function isId(text: string, prefix: IdPrefix): boolean {
  return text.startsWith(`${prefix}_`) && idShape.test(text);
}
