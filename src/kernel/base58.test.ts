import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base58, readBase58 } from './ids.js';

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16));

describe('base58', () => {
  it.each([
    ['', ''],
    ['61', '2g'],
    ['626262', 'a3gV'],
    ['00000000000000000000', '1111111111'],
    ['00eb15231dfceb60925886b67d065299925915aeb172c06647', '1NS17iag9jJgTHD1VXjvLCEnZuQ3rJDE9L'],
  ])('encodes %s in base58', (hex, text) => expect(base58(bytes(hex))).toBe(text));

  it('decodes what it encodes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), given => {
        expect(readBase58(base58(given), given.length)).toEqual(given);
      }),
    );
  });

  it.each(['', '0', 'l', 'a3', 'a3gVV', '1a3gV', 'a3gV ', 'zzzzz'])('rejects %j for three bytes', text => {
    expect(readBase58(text, 3)).toBeNull();
  });
});
