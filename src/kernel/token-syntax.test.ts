import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAgentKey, writeAgentKey } from './token-syntax.js';

const randomness = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe('agent keys', () => {
  it('are a prefix, 43 characters and a checksum of 6', () => {
    fc.assert(
      fc.property(randomness, random => {
        const key = writeAgentKey(random);
        expect(key).toMatch(/^presage_agent_[0-9A-Za-z]{49}$/);
        expect(isAgentKey(key)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('differ where their randomness differs', () => {
    fc.assert(
      fc.property(randomness, fc.nat(31), fc.integer({ min: 1, max: 255 }), (random, index, change) => {
        const other = random.slice();
        other[index] ^= change;
        expect(writeAgentKey(random)).not.toBe(writeAgentKey(other));
      }),
      { numRuns: 2000 },
    );
  });

  it('are rejected with any one character changed, removed or added', () => {
    fc.assert(
      fc.property(randomness, fc.nat(62), fc.constantFrom(...'09AZaz-é '), (random, index, sign) => {
        const key = writeAgentKey(random);
        fc.pre(key[index] !== sign);
        expect(isAgentKey(key.slice(0, index) + sign + key.slice(index + 1))).toBe(false);
        expect(isAgentKey(key.slice(0, index))).toBe(false);
        expect(isAgentKey(key + sign)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it('use the standard CRC-32', () => {
    // Another implementation gives 0xaa46e826 for this text.
    const key = writeAgentKey(new Uint8Array(32));
    expect(key.slice(0, -6)).toBe(`presage_agent_${'0'.repeat(43)}`);
    expect(key.slice(-6)).toBe('37KjKg');
  });
});
