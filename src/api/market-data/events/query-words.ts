import { maxWords, plainWords } from '../../../domain/search/words.js';
import { invalid } from '../../../http/errors.js';

/** For the description of every `q`. */
export const wordBound = `${maxWords} different words at most, and every sign ends a word.`;

/** The words of `q`. A search that left some of them out without a word would find what nobody asked for. */
export function queryWords(q: string): string[] {
  const words = plainWords(q);
  if (words.length > maxWords) {
    throw invalid('q', `has ${words.length} different words; send ${maxWords} at most`);
  }
  return words;
}
