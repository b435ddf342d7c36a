import type { EventStamp } from '../events/store-interface.js';

/** A word of a search, and its interpretations. */
export interface SearchWord {
  readonly word: string;
  /** A stop word: too common to be significant. */
  readonly stop: boolean;
  readonly stems: readonly string[];
  /** Whether an event contains a word with this prefix or another form of it; unknown for numbers and short words. */
  readonly known: boolean;
  /** Corrections of an unknown word: words one typo away, otherwise similar ones. */
  readonly near: readonly string[];
}

export interface SearchHit {
  readonly eventId: string;
  readonly score: number;
  readonly stamp: EventStamp;
}

export interface SearchReads {
  words(words: readonly string[]): Promise<SearchWord[]>;
  /** Best first. A word matches in any of its forms; `all` requires every word, otherwise one is enough. */
  events(words: readonly SearchWord[], all: boolean, limit: number): Promise<SearchHit[]>;
  /** Ids of open and scheduled events of a category, most traded first. */
  ofCategory(category: string, limit: number): Promise<string[]>;
}

declare module '../database/store.js' {
  interface Reads {
    readonly search: SearchReads;
  }
}
