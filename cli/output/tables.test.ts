import { describe, expect, it } from 'vitest';
import { render } from './style.js';
import { table } from './tables.js';

describe('a table', () => {
  it('aligns its columns, numbers to the right', () => {
    const rows = [
      ['ada', 5],
      ['bea', 1234.5],
    ];
    expect(render(table(['player', 'n'], rows, 'No rows.'), false)).toBe(
      'player        n\nada           5\nbea     1,234.5\n',
    );
  });

  it('prints a sentence instead of headers without rows', () => {
    expect(table(['player', 'n'], [], 'No rows. Add one.')).toBe('No rows. Add one.\n');
  });
});
