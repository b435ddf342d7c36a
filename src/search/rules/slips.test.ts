import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oneSlipAway } from './help-index.js';

/** The number of missing, added or replaced letters, and swapped neighbours, between two words. */
function distanceOf(from: readonly string[], to: readonly string[]): number {
  const rows: number[][] = [[...Array(to.length + 1).keys()]];
  for (let i = 1; i <= from.length; i += 1) {
    rows[i] = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1;
      rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + same);
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (swapped) rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
    }
  }
  return rows[from.length][to.length];
}

const latin = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
const greek = fc.constantFrom(...'αβγδεζηθικλμνξοπρστυφχψω');
const cyrillic = fc.constantFrom(...'абвгдежзийклмнопрстуфхцчшщъыьэюяёії');
const aWord = fc.oneof(...[latin, greek, cyrillic].map(letter => fc.array(letter, { minLength: 5, maxLength: 12 })));

describe('words with one typo', () => {
  it('are found for any typo', () => {
    fc.assert(
      fc.property(aWord, fc.nat(), fc.nat(), fc.nat({ max: 3 }), (word, place, pick, kind) => {
        const at = place % (word.length - 1);
        const letter = word[pick % word.length];
        const typed = [
          [...word.slice(0, at), word[at + 1], word[at], ...word.slice(at + 2)],
          [...word.slice(0, at), ...word.slice(at + 1)],
          [...word.slice(0, at), letter, ...word.slice(at)],
          [...word.slice(0, at), letter, ...word.slice(at + 1)],
        ][kind].join('');
        if (typed !== word.join('')) expect(oneSlipAway(typed)).toContain(word.join(''));
      }),
    );
  });

  it('are all one typo away, each once, and bounded', () => {
    fc.assert(
      fc.property(aWord, word => {
        const meant = oneSlipAway(word.join(''));
        expect(new Set(meant).size).toBe(meant.length);
        expect(meant.length).toBeLessThan(90 * (word.length + 1));
        for (const other of meant) expect(distanceOf(word, [...other]), other).toBe(1);
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    ['rian', 'rain'],
    ['uber', 'über'],
    ['cafe', 'café'],
    ['rin', 'rain'],
    ['москаа', 'москва'],
  ])('%s may be %s', (typed, word) => {
    expect(oneSlipAway(typed)).toContain(word);
  });

  it.each(['ab', '', '2026', 'b737', 'a'.repeat(21), '🎲🎲🎲🎲'])('%s is not corrected', typed => {
    expect(oneSlipAway(typed)).toEqual([]);
  });

  it('are fewer if only some of the first letters start a word', () => {
    fc.assert(
      fc.property(aWord, fc.nat({ max: 12 }), (word, known) => {
        const beginning = word.slice(0, known).join('');
        const fewer = oneSlipAway(word.join(''), known);
        const kept = new Set(fewer);
        expect(kept.size).toBe(fewer.length);
        for (const other of oneSlipAway(word.join(''))) {
          // A longer prefix than the known letters can't start a word.
          const longer = word.slice(0, known + 1).join('');
          if (!other.startsWith(longer)) expect(kept.has(other), `${beginning}: ${other}`).toBe(true);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('of three letters may miss one and are otherwise unchanged', () => {
    expect(oneSlipAway('nba')).not.toContain('nbc');
    expect(oneSlipAway('nba').every(word => word.length === 4)).toBe(true);
  });
});
