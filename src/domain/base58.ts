const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Base58 with Bitcoin's alphabet; leading zero bytes become leading ones. */
export function base58(bytes: Uint8Array): string {
  let value = 0n;
  for (const byte of bytes) value = value * 256n + BigInt(byte);
  let text = '';
  for (; value > 0n; value /= 58n) text = alphabet[Number(value % 58n)] + text;
  const zeros = bytes.findIndex(byte => byte !== 0);
  return alphabet[0].repeat(zeros < 0 ? bytes.length : zeros) + text;
}

/** Decodes base58; null if the result is not exactly `length` bytes or a character is invalid. */
export function readBase58(text: string, length: number): Uint8Array | null {
  // A byte takes at most 1.37 characters, which bounds the work on a long text.
  if (text.length > Math.ceil(length * 1.38)) return null;
  let value = 0n;
  for (const sign of text) {
    const digit = alphabet.indexOf(sign);
    if (digit < 0) return null;
    value = value * 58n + BigInt(digit);
  }
  const bytes = new Uint8Array(length);
  for (let index = length - 1; index >= 0; index -= 1, value >>= 8n) bytes[index] = Number(value & 0xffn);
  return value === 0n && base58(bytes) === text ? bytes : null;
}
