// Opaque, prefixed, time-ordered ids: a version 7 UUID in lower-case Crockford base32.

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

const base58Alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Base58 with Bitcoin's alphabet; leading zero bytes become leading ones. */
export function base58(bytes: Uint8Array): string {
  let value = 0n;
  for (const byte of bytes) value = value * 256n + BigInt(byte);
  let text = '';
  for (; value > 0n; value /= 58n) text = base58Alphabet[Number(value % 58n)] + text;
  const zeros = bytes.findIndex(byte => byte !== 0);
  return base58Alphabet[0].repeat(zeros < 0 ? bytes.length : zeros) + text;
}

/** Decodes base58; null if the result is not exactly `length` bytes or a character is invalid. */
export function readBase58(text: string, length: number): Uint8Array | null {
  // A byte takes at most 1.37 characters, which bounds the work on a long text.
  if (text.length > Math.ceil(length * 1.38)) return null;
  let value = 0n;
  for (const sign of text) {
    const digit = base58Alphabet.indexOf(sign);
    if (digit < 0) return null;
    value = value * 58n + BigInt(digit);
  }
  const bytes = new Uint8Array(length);
  for (let index = length - 1; index >= 0; index -= 1, value >>= 8n) bytes[index] = Number(value & 0xffn);
  return value === 0n && base58(bytes) === text ? bytes : null;
}
