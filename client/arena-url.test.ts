import { describe, expect, it } from 'vitest';
import { parseArenaUrl } from './arena-url.js';

describe('the address of an arena', () => {
  it.each([
    ['http://127.0.0.1:4870/', 'http://127.0.0.1:4870'],
    ['127.0.0.1:4870', 'http://127.0.0.1:4870'],
    ['localhost:4870', 'http://localhost:4870'],
    ['[::1]:4870', 'http://[::1]:4870'],
    ['192.168.1.7', 'http://192.168.1.7'],
    ['arena', 'http://arena'],
    ['arena.example.org', 'https://arena.example.org'],
    ['arena.example.org:8443/play/', 'https://arena.example.org:8443/play'],
    ['https://arena.example.org', 'https://arena.example.org'],
  ])('%s is %s', (text, url) => expect(parseArenaUrl(text)).toBe(url));

  it.each([
    '',
    'ftp://x',
    'http//arena',
    'http:/arena',
    'https:arena',
    'http://',
    'https://user@example.org',
    'http://x?y=1',
    'a b',
  ])('%j is invalid', text => {
    expect(parseArenaUrl(text)).toBeNull();
  });
});
