import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HelpIndex } from '../search/rules/help-index.js';
import { findRanges, plainWords, snippetOf, wordSequence } from './words.js';

describe('words of a text', () => {
  it('are lower case and without punctuation', () => {
    expect(plainWords('Will the FDA’s “new” drug-list grow by 12.5 %?')).toEqual([
      'will',
      'the',
      'fda',
      's',
      'new',
      'drug',
      'list',
      'grow',
      'by',
      '12',
      '5',
    ]);
    expect(wordSequence(' A--b ')).toBe(' a b ');
  });

  it('never contain a character with a meaning in a text query', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), text => {
        const words = plainWords(text);
        expect(new Set(words).size).toBe(words.length);
        for (const word of words) expect(word).toMatch(/^[\p{L}\p{M}\p{N}]{1,60}$/u);
      }),
    );
  });

  it('are found in ASCII as in any other text', () => {
    const letters = fc.constantFrom('a', 'B', 'b', 'ab', 'A', '1', ' ', '-', '.', 'ba', '\n', '_');
    const someWords = fc.array(fc.constantFrom('a', 'b', 'ab', 'aba', 'ba', 'b1', '1', 'é', 'a-b'), { maxLength: 4 });
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 40 }), someWords, fc.nat({ max: 5 }), (parts, words, most) => {
        const text = parts.join('');
        // One letter beyond the end makes the whole text different.
        expect(findRanges(text, words, most)).toEqual(findRanges(`${text} ü`, words, most));
      }),
      { numRuns: 500 },
    );
  });

  it('are found at their positions, and snippets are parts of their texts', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 120 }), fc.nat(), (text, pick) => {
        const all = plainWords(text);
        const words = [all[pick % all.length]];
        for (const { start, length } of findRanges(text, words, 50)) {
          expect(text.slice(start, start + length).toLowerCase()).toBe(words[0]);
        }
        const snippet = snippetOf(text, words);
        expect(text).toContain(snippet);
        expect(snippet.length).toBeLessThanOrEqual(240);
        expect(findRanges(snippet, words, 1)).toHaveLength(1);
      }),
    );
  });
});

describe('the index of help', () => {
  const section = (title: string, text: string) => ({ document: 'd.md', title, anchor: title, text, page: null });
  const index = new HelpIndex([
    section('Placing orders', 'An order spends credits up to its limit.'),
    section('Forecasts', 'A forecast moves no credits. Forecasts are scored.'),
    section('Limits', 'Reads, orders and forecasts have budgets.'),
  ]);
  const titles = (q: string) => index.search(q, 10).hits.map(({ section: { title } }) => title);

  it('puts titles before texts, and sections with all words before others', () => {
    expect(titles('orders')).toEqual(['Placing orders', 'Limits']);
    expect(titles('how do I order')).toEqual(['Placing orders', 'Limits']);
    expect(titles('forecasts budgets')).toEqual(['Limits', 'Forecasts']);
    expect(titles('scored spends')).toHaveLength(2);
    expect(titles('forcasts')).toEqual(['Forecasts', 'Limits']);
    expect(titles('?!')).toEqual([]);
  });

  it('corrects no word that is known elsewhere', () => {
    expect(index.search('forcasts', 10).corrections).toEqual([{ word: 'forcasts', as: 'forecasts' }]);
    expect(index.search('forcasts', 10, ['forcasts'])).toEqual({ hits: [], words: ['forcasts'], corrections: [] });
  });
});
