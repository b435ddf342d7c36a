/** The public key of an event: a hash of its identity that clients can recompute. */

interface EventIdentity {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly outcomes: readonly string[];
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** Canonical JSON: members by name, no spaces. */
export function identityText({ id, slug, title, outcomes, createdAt }: EventIdentity): string {
  return JSON.stringify({ createdAt: new Date(createdAt).toISOString(), id, outcomes, slug, title });
}

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
