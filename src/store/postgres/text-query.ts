import type { SearchWord } from '../listing-store.js';

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

function forms({ word, stems, near }: SearchWord): string {
  const own = near.length > 0 ? near.map(exact) : [prefix(word), ...stems.map(exact)];
  return `(${own.join(' | ')})`;
}

/** Every word in one of its forms, or any of them; words that tell nothing count only where there are no others. */
export function formsQuery(words: readonly SearchWord[], all: boolean): string {
  const telling = words.filter(word => !word.stop);
  return (telling.length > 0 ? telling : words).map(forms).join(all ? ' & ' : ' | ');
}
