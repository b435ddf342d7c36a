import { maxWords, plainWords } from '../../../domain/search/words.js';
import { invalid } from '../../../http/errors.js';

/** For the description of every `q`. */
export const wordBound = `${maxWords} different words at most, and every sign ends a word.`;

/** Returns the words of `q`. Too many words are refused, because dropping some would change the result silently. */
export function queryWords(q: string): string[] {
  const words = plainWords(q);
  if (words.length > maxWords) {
    throw invalid('q', `has ${words.length} different words; send ${maxWords} at most`);
  }
  return words;
}
