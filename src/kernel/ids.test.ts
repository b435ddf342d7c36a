import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isId, makeId, timeOfId } from './ids.js';

const randomness = fc.uint8Array({ minLength: 10, maxLength: 10 });
const moment = fc.integer({ min: 0, max: 2 ** 48 - 1 });

/** The same 128 bits, formatted by arithmetic on one large number. */
function slowly(atMs: number, random: Uint8Array): string {
  let bits = BigInt(atMs) << 80n;
  random.forEach((byte, index) => {
    bits |= BigInt(byte) << BigInt(72 - 8 * index);
  });
  bits = (bits & ~(0xfn << 76n)) | (7n << 76n);
  bits = (bits & ~(3n << 62n)) | (2n << 62n);
  let text = '';
  for (let index = 0; index < 26; index += 1) {
    text = '0123456789abcdefghjkmnpqrstvwxyz'[Number(bits & 31n)] + text;
    bits >>= 5n;
  }
  return text;
}

describe('ids', () => {
  it('are version 7 UUIDs in base32', () => {
    fc.assert(
      fc.property(moment, randomness, (at, random) => {
        const id = makeId('ord', at, random);
        expect(id).toBe(`ord_${slowly(at, random)}`);
        expect(isId(id, 'ord')).toBe(true);
        expect(isId(id, 'evt')).toBe(false);
        expect(timeOfId(id)).toBe(at);
      }),
      { numRuns: 2000 },
    );
  });

  it('sort by their time', () => {
    fc.assert(
      fc.property(moment, moment, randomness, randomness, (a, b, one, two) => {
        fc.pre(a < b);
        expect(makeId('evt', a, one) < makeId('evt', b, two)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
