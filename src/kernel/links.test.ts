import { describe, expect, it } from 'vitest';
import { readLink } from './links.js';

describe('links', () => {
  it.each([
    ['https://example.org', 'https://example.org'],
    ['HTTP://Example.ORG:8080/Path?q=A#b', 'http://example.org:8080/Path?q=A#b'],
    ['https://[2001:db8::1]/x', 'https://[2001:db8::1]/x'],
    ['https://bücher.example/ü', 'https://bücher.example/ü'],
  ])('%j is stored as %s', (text, kept) => {
    expect(readLink(text)).toEqual({ ok: true, value: kept });
  });

  it.each([
    ['javascript:alert(1)'],
    ['ftp://example.org'],
    ['//example.org'],
    ['example.org'],
    ['https://'],
    ['https://user@example.org'],
    ['https://user:secret@example.org/'],
    ['https://example.org\\@evil.example'],
    ['https://exa mple.org'],
    ['https://example.org/"><script>'],
    ['https://example.org/\u202etxt'],
    ['https://example.org:port/'],
    [`https://example.org/${'a'.repeat(500)}`],
  ])('%j is rejected', text => {
    expect(readLink(text).ok).toBe(false);
  });
});
