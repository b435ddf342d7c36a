import type { SearchWord } from '../interface.js';

/**
 * Words have no sign in them that a text query would take for its own (domain/search/words.ts), so they stand in quotes
 * as they are. The server is given finished queries and never parses what somebody typed.
 */
const prefix = (word: string) => `'${word}':*`;
const exact = (word: string) => `'${word}'`;

/** Every word, each at least as the beginning of one. */
export function prefixQuery(words: readonly string[]): string {
  return words.map(prefix).join(' & ');
}

/**
 * Ranking takes a word that stands in a query twice for the same thing and may forget that one of them was meant as a
 * beginning. So what one word looks for as a beginning, all of them do, and each form stands there once.
 */
function formsOf(words: readonly SearchWord[]): string[][] {
  const beginnings = new Set(words.filter(({ near }) => near.length === 0).map(({ word }) => word));
  const form = (word: string) => (beginnings.has(word) ? prefix(word) : exact(word));
  return words.map(({ word, stems, near }) => [...new Set((near.length > 0 ? near : [word, ...stems]).map(form))]);
}

/** Words that tell nothing count only where there are no others. */
function tellingOf(words: readonly SearchWord[]): readonly SearchWord[] {
  const telling = words.filter(word => !word.stop);
  return telling.length > 0 ? telling : words;
}

/** Every word in one of its forms, or any of them. */
export function formsQuery(words: readonly SearchWord[], all: boolean): string {
  const groups = formsOf(tellingOf(words)).map(forms => `(${forms.join(' | ')})`);
  return [...new Set(groups)].join(all ? ' & ' : ' | ');
}

/** Any of the words as a whole one. */
export function wholeQuery(words: readonly SearchWord[]): string {
  const forms = tellingOf(words).flatMap(({ word, stems, near }) => (near.length > 0 ? near : [word, ...stems]));
  return [...new Set(forms)].map(exact).join(' | ');
}
