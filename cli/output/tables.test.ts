import { describe, expect, it } from 'vitest';
import { render } from './style.js';
import { table } from './tables.js';

describe('a table', () => {
  it('lines up its columns, numbers to the right', () => {
    const rows = [
      ['ada', 5],
      ['bea', 1234.5],
    ];
    expect(render(table(['player', 'n'], rows, 'Nobody.'), false)).toBe(
      'player        n\nada           5\nbea     1,234.5\n',
    );
  });

  it('without rows is a sentence and no heads', () => {
    expect(table(['player', 'n'], [], 'Nobody is here. Come in.')).toBe('Nobody is here. Come in.\n');
  });
});
