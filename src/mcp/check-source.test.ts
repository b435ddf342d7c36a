import { describe, expect, it } from 'vitest';
import { checkSource } from './endpoint.js';

const publicUrl = 'https://presage.example';

describe('the origin of messages', () => {
  it.each([
    [{}],
    [{ host: 'presage.example' }],
    [{ host: 'presage.example:443', origin: 'https://presage.example' }],
    [{ host: 'localhost:4870', origin: 'http://localhost:6274' }],
    [{ host: '[::1]:4870' }],
    [{ host: '10.0.0.7:4870' }],
    [{ host: '[2001:db8::1]' }],
  ])('%j is fine', headers => {
    expect(() => checkSource(headers, publicUrl)).not.toThrow();
  });

  it.each([
    [{ host: 'evil.example' }, 'Host'],
    [{ host: 'presage.example.evil.example' }, 'Host'],
    [{ host: 'a b' }, 'Host'],
    [{ host: 'presage.example', origin: 'https://evil.example' }, 'Origin'],
    [{ host: 'presage.example', origin: 'null' }, 'Origin'],
    [{ host: '10.0.0.7', origin: 'http://10.0.0.8' }, 'Origin'],
  ])('%j is rejected', (headers, field) => {
    expect(() => checkSource(headers, publicUrl)).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
    expect(() => checkSource(headers, publicUrl)).toThrow(new RegExp(`^${field} `));
  });
});
