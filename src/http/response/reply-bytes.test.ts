import { describe, expect, it } from 'vitest';
import { bytesOf, CachedText } from './reply-bytes.js';

describe('the body of a response', () => {
  it('is a text at first, and is encoded once if it is long and sent again', () => {
    const text = new CachedText(`"${'é'.repeat(20_000)}"`);
    expect(bytesOf(text).body).toBe(text.text);
    const encoded = bytesOf(text).body;
    expect(encoded).toEqual(Buffer.from(text.text));
    expect(bytesOf(text).body).toBe(encoded);
    expect(bytesOf(text).length).toBe(40_002);
  });

  it('stays a text if it is short, because Node writes it together with its headers', () => {
    const text = new CachedText('"é"');
    expect([bytesOf(text).body, bytesOf(text).body]).toEqual(['"é"', '"é"']);
  });
});
