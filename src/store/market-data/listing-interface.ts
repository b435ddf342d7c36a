import type { MarketStatus } from '../../domain/market-status.js';
import type { EventStamp } from '../exchange/interface.js';

/** Lists of events and searches in them. */

export type EventSort = 'volume' | 'traders' | 'movers' | 'newest' | 'ending';

/** A place in a list: the figure that an event is sorted by, and its number. */
export interface ListPlace {
  readonly value: number;
  readonly no: number;
}

/** Words that must all be there, each at least as the beginning of one. */
export interface WordFilter {
  readonly words: readonly string[];
  /** Where the events that have them stand in the ranking, if they are few. */
  readonly matches: readonly ListPlace[] | null;
}

export interface ListFilter {
  readonly sort: EventSort;
  /** The version of the ranking to walk through. */
  readonly version: number;
  readonly status: MarketStatus | 'all';
  readonly category: string | null;
  readonly words: WordFilter | null;
  /** Active events that have been without a trade since then are left out; null leaves none out. */
  readonly staleBefore: number | null;
  readonly tradedOnly: boolean;
  readonly now: number;
  /** Whether there may be events that have opened by the clock and are still kept as scheduled. */
  readonly opened: boolean;
  readonly after: ListPlace | null;
  readonly limit: number;
}

export interface ListedPlace extends ListPlace {
  readonly eventId: string;
  readonly stamp: EventStamp;
}

export interface ListPage {
  readonly places: readonly ListedPlace[];
  /** The oldest version that is kept at the same moment; null on a first page, an empty one, or where none was made. */
  readonly oldest: number | null;
}

export interface RankingVersion {
  readonly version: number;
  /** The oldest one that a walk can still go on in. */
  readonly oldest: number;
  readonly ageMs: number;
}

interface ListingReads {
  /** The places of the events that have all these words, in their order; null where they are many. */
  matches(words: readonly string[], sort: EventSort, version: number): Promise<readonly ListPlace[] | null>;
  page(filter: ListFilter): Promise<ListPage>;
  /** When the next of the events that are kept as scheduled opens, or has opened; null where there are none. */
  nextOpening(): Promise<number | null>;
  /** Null: no version was ever made, and all events stand as they were listed. */
  version(): Promise<RankingVersion | null>;
}

export interface RenewOptions {
  /** Compares every event instead of those that are known to have traded. */
  readonly all: boolean;
  /** Walks can go on in versions that were replaced less than this ago. */
  readonly keptMs: number;
}

interface ListingWrites extends ListingReads {
  /** Null: another node is making one just now. */
  renew(options: RenewOptions): Promise<RankingVersion | null>;
}

/** A word of a search, and what it may stand for. */
export interface SearchWord {
  readonly word: string;
  /** Too common to tell anything. */
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

interface SearchReads {
  words(words: readonly string[]): Promise<SearchWord[]>;
  /** The best first. A word matches with any of its forms; `all` asks for every word, else one is enough. */
  events(words: readonly SearchWord[], all: boolean, limit: number): Promise<SearchHit[]>;
}

export interface ListingStoreReads {
  readonly listing: ListingReads;
  readonly search: SearchReads;
}

export interface ListingStoreWrites {
  readonly listing: ListingWrites;
}
