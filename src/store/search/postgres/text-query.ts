import { exactTerm, prefixTerm } from '../../sql/text-terms.js';
import type { SearchWord } from '../interface.js';

/**
 * Ranking takes a word that stands in a query twice for the same thing and may forget that one of them was meant as a
 * beginning. So what one word looks for as a beginning, all of them do, and each form stands there once.
 */
function formsOf(words: readonly SearchWord[]): string[][] {
  const beginnings = new Set(words.filter(({ near }) => near.length === 0).map(({ word }) => word));
  const form = (word: string) => (beginnings.has(word) ? prefixTerm(word) : exactTerm(word));
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
  return [...new Set(forms)].map(exactTerm).join(' | ');
}
