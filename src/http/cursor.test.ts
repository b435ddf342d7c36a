import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCursors } from './cursor.js';

const cursors = createCursors('a secret of the test');
const places = fc.record({ before: fc.nat(), id: fc.string({ maxLength: 40 }) });

describe('a cursor', () => {
  it('returns its position, only for its list with its filters', () => {
    fc.assert(
      fc.property(places, place => {
        const cursor = cursors.write('events', ['all'], place);
        expect(cursors.read('events', ['all'], cursor)).toEqual(place);
        for (const [list, filters] of [
          ['trades', ['all']],
          ['events', ['active']],
        ] as const) {
          expect(() => cursors.read(list, filters, cursor)).toThrow('cursor does not belong to this list');
        }
      }),
    );
  });

  it('is rejected with anything added, removed or changed', () => {
    const tails = ['A', 'AA', '=', '==', '%', ' ', '\n', '.', 'é'];
    fc.assert(
      fc.property(places, fc.nat({ max: 200 }), (place, at) => {
        const cursor = cursors.write('events', ['all'], place);
        const cut = at % cursor.length;
        const damaged = [
          ...tails.map(tail => `${cursor}${tail}`),
          ...tails.map(sign => `${cursor.slice(0, cut)}${sign}${cursor.slice(cut)}`),
          cursor.slice(0, cut) + cursor.slice(cut + 1),
          Buffer.from(cursor, 'base64url').toString('hex'),
        ].filter(text => text !== cursor);
        for (const text of damaged) {
          expect(() => cursors.read('events', ['all'], text), text).toThrow('cursor does not belong to this list');
        }
      }),
    );
  });
});
