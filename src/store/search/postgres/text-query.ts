import { exactTerm, prefixTerm } from '../../sql/text-terms.js';
import type { SearchWord } from '../interface.js';

/**
 * Ranking merges terms that occur twice and may drop the prefix flag of one of them. So a word that is a prefix anywhere
 * is a prefix everywhere, and each form occurs once.
 */
function formsOf(words: readonly SearchWord[]): string[][] {
  const prefixes = new Set(words.filter(({ near }) => near.length === 0).map(({ word }) => word));
  const form = (word: string) => (prefixes.has(word) ? prefixTerm(word) : exactTerm(word));
  return words.map(({ word, stems, near }) => [...new Set((near.length > 0 ? near : [word, ...stems]).map(form))]);
}

/** Stop words count only in queries without other words. */
function significantWords(words: readonly SearchWord[]): readonly SearchWord[] {
  const significant = words.filter(word => !word.stop);
  return significant.length > 0 ? significant : words;
}

/** Every word in one of its forms, or any of them. */
export function formsQuery(words: readonly SearchWord[], all: boolean): string {
  const groups = formsOf(significantWords(words)).map(forms => `(${forms.join(' | ')})`);
  return [...new Set(groups)].join(all ? ' & ' : ' | ');
}

/** Any of the words, without prefixes. */
export function wholeQuery(words: readonly SearchWord[]): string {
  const forms = significantWords(words).flatMap(({ word, stems, near }) => (near.length > 0 ? near : [word, ...stems]));
  return [...new Set(forms)].map(exactTerm).join(' | ');
}
