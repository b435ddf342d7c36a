import type { OperationContext } from '../database/transactions.js';
import * as eventStore from '../events/store/events.js';
import type { EventHead } from '../events/store/rows.js';
import type { HelpIndex } from './rules/help-index.js';
import type { SearchHit, SearchWord } from './store.js';
import * as searchStore from './store.js';

type ReadContext = Pick<OperationContext, 'store'>;

export interface SearchServices {
  readonly search: { readonly help: HelpIndex };
}

/** A word that no event contains, and the replacement words. */
interface CorrectedWord {
  readonly word: string;
  readonly as: readonly string[];
}

export interface FoundEvents {
  /** Best first. */
  readonly hits: readonly SearchHit[];
  /** Every searched form of a word. */
  readonly forms: readonly string[];
  readonly corrections: readonly CorrectedWord[];
  /** Words that events contain as given. */
  readonly known: readonly string[];
}

function formsOf(words: readonly SearchWord[]): string[] {
  return words.filter(word => !word.stop).flatMap(({ word, stems, near }) => [...near, word, ...stems]);
}

/** Returns the events with all words or, if there are none, the events with any of them. */
export function searchEvents({ store }: ReadContext, given: readonly string[], limit: number): Promise<FoundEvents> {
  return store.read(async reader => {
    const words = await searchStore.words(reader, given);
    let hits: SearchHit[] = await searchStore.events(reader, words, true, limit);
    if (hits.length === 0 && words.length > 1) hits = await searchStore.events(reader, words, false, limit);
    const corrected = words.filter(({ near }) => near.length > 0);
    const corrections = corrected.map(({ word, near }) => ({ word, as: near }));
    const knownWords = words.flatMap(({ word, known }) => (known ? [word] : []));
    return { hits, forms: formsOf(words), corrections, known: knownWords };
  });
}

/** Returns the parts of these events that search results show. */
export function readEventHeads({ store }: ReadContext, eventIds: readonly string[]): Promise<readonly EventHead[]> {
  return store.read(reader => eventStore.heads(reader, eventIds));
}
