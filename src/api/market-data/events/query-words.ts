import { maxWords, plainWords } from '../../../domain/search/words.js';
import { invalid } from '../../../http/errors.js';

/** Used in the description of every `q`. */
export const wordBound = `At most ${maxWords} distinct words; any other character separates words.`;

/** Returns the words of `q`. Rejects too many words, because dropping some would silently change the result. */
export function queryWords(q: string): string[] {
  const words = plainWords(q);
  if (words.length > maxWords) {
    throw invalid('q', `has ${words.length} distinct words; send at most ${maxWords}`);
  }
  return words;
}
