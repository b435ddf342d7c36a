/**
 * Terms of a tsquery. Words contain no tsquery operators (domain/search/words.ts), so quoting them is enough and the
 * server never parses user input as a query.
 */
export const prefixTerm = (word: string) => `'${word}':*`;
export const exactTerm = (word: string) => `'${word}'`;

/** Matches texts that contain every word, at least as a prefix. */
export function prefixQuery(words: readonly string[]): string {
  return words.map(prefixTerm).join(' & ');
}
