import { describe, expect, it } from 'vitest';
import { readCountryCode } from './detect-country.js';

describe('country codes', () => {
  it.each([
    ['DE', 'DE'],
    ['de', 'DE'],
    [' fr ', 'FR'],
  ])('parses %j as %s', (text, code) => expect(readCountryCode(text)).toBe(code));

  it.each(['', 'D', 'DEU', 'D3', 'T1', 'XX', 'zz', 'ДЕ', 'DE, FR', 'de-DE', undefined, 276, ['DE']])(
    'parses %j as no country',
    text => expect(readCountryCode(text)).toBeNull(),
  );
});
