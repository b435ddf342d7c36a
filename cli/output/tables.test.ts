import { describe, expect, it } from 'vitest';
import { table } from './tables.js';

describe('a table', () => {
  it('lines up its columns, numbers to the right', () => {
    const rows = [
      ['ada', 5],
      ['bea', 1234.5],
    ];
    expect(table(['player', 'n'], rows, 'Nobody.')).toBe('player        n\nada           5\nbea     1,234.5\n');
  });

  it('without rows is a sentence and no heads', () => {
    expect(table(['player', 'n'], [], 'Nobody is here. Come in.')).toBe('Nobody is here. Come in.\n');
  });
});
