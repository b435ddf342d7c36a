import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isSessionToken, writeSessionToken } from './token-syntax.js';

describe('session tokens', () => {
  it('are base64url of 32 bytes', () => {
    for (const bytes of [
      Buffer.alloc(32, 0),
      Buffer.alloc(32, 255),
      ...Array.from({ length: 50 }, () => randomBytes(32)),
    ]) {
      const token = writeSessionToken(bytes);
      expect(token).toBe(bytes.toString('base64url'));
      expect(isSessionToken(token)).toBe(true);
    }
  });

  it('reject another number of bytes', () => {
    expect(() => writeSessionToken(new Uint8Array(31))).toThrow('32 random bytes');
  });
});
