import type { EventStamp } from '../markets/interface.js';

/** A word of a search, and what it may stand for. */
export interface SearchWord {
  readonly word: string;
  /** A stop word: too common to be significant. */
  readonly stop: boolean;
  readonly stems: readonly string[];
  /** Whether an event has a word that begins with it or is a form of it; of numbers and short words that is not known. */
  readonly known: boolean;
  /** Words that it may have been meant as, where it is not known: those one slip away, else those that resemble it. */
  readonly near: readonly string[];
}

export interface SearchHit {
  readonly eventId: string;
  readonly score: number;
  readonly stamp: EventStamp;
}

export interface SearchReads {
  words(words: readonly string[]): Promise<SearchWord[]>;
  /** The best first. A word matches with any of its forms; `all` asks for every word, else one is enough. */
  events(words: readonly SearchWord[], all: boolean, limit: number): Promise<SearchHit[]>;
  /** Ids of open and scheduled events of a category, the most traded first. */
  ofCategory(category: string, limit: number): Promise<string[]>;
}

declare module '../store.js' {
  interface Reads {
    readonly search: SearchReads;
  }
}
