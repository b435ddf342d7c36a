import type { RequestStatus, RequestTexts } from './rules/readiness.js';

/** Times are epoch milliseconds. */
export interface MarketRequest extends RequestTexts {
  readonly id: string;
  readonly personId: string;
  readonly handle: string;
  readonly kind: 'agent' | 'human';
  readonly status: RequestStatus;
  /** For a declined or merged request. */
  readonly reason: string | null;
  readonly votes: number;
  readonly readinessScore: number;
  readonly failingRules: readonly string[];
  readonly rankScore: number;
  /** The event that it became or duplicates. */
  readonly eventId: string | null;
  readonly eventSlug: string | null;
  /** The request that it duplicates. */
  readonly duplicateOf: string | null;
  /** Hexadecimal digest of the operator's decision. */
  readonly decisionDigest: string | null;
  readonly demo: boolean;
  readonly createdAt: number;
}

export interface NewMarketRequest extends RequestTexts {
  readonly id: string;
  readonly personId: string;
  readonly readinessScore: number;
  readonly failingRules: readonly string[];
  readonly demo: boolean;
  readonly createdAt: number;
}

export type RequestSort = 'votes' | 'readiness' | 'newest' | 'rank';

/** The position of the last request of a page: its sort value and its id. */
export type RequestPlace = readonly [value: number, id: string];

/** A request of a page, with its value in the ranking. */
export interface RankedRequest {
  readonly request: MarketRequest;
  readonly value: number;
}

export interface RequestRanking {
  readonly rows: readonly RankedRequest[];
  /** Identifies the state of the ranking; later pages send it back. */
  readonly version: string;
}

interface RequestFilter {
  readonly status: RequestStatus | 'all';
  readonly sort: RequestSort;
  /** All of them must match, at least as prefixes. */
  readonly words: readonly string[];
  /** True selects requests without an end or with one in the future. */
  readonly current: boolean;
  readonly after: RequestPlace | null;
  /** The ranking of the first page; null for the first page itself. */
  readonly version: string | null;
  readonly limit: number;
  readonly now: number;
}

export interface RequestDecision {
  readonly status: 'launched' | 'declined' | 'duplicate';
  readonly reason: string | null;
  readonly eventId: string | null;
  readonly opensAt: number | null;
  readonly duplicateOf: string | null;
  readonly digest: string;
  readonly at: number;
}

/** A question of another request. */
export interface RequestQuestion {
  readonly id: string;
  readonly question: string;
}

export interface MarketRequestReads {
  find(id: string, now: number): Promise<MarketRequest | null>;
  /** Largest value first; requests with the same value newest first. */
  list(filter: RequestFilter): Promise<RequestRanking>;
  /** Open requests with any of the words, those with most of them first. */
  withWords(words: readonly string[], limit: number): Promise<RequestQuestion[]>;
  /** The requests of a person, newest first. */
  ofPerson(personId: string, now: number, limit: number): Promise<MarketRequest[]>;
  /** Ids of the open requests that a person voted for, newest first. */
  openVotesOf(personId: string, limit: number): Promise<string[]>;
}

export interface MarketRequestWrites extends MarketRequestReads {
  /** False: a request with this id exists and nothing was written. */
  add(request: NewMarketRequest): Promise<boolean>;
  countOpen(personId: string): Promise<number>;
  /** Locks the request until the transaction ends. */
  lock(id: string, now: number): Promise<MarketRequest | null>;
  hasVote(id: string, personId: string): Promise<boolean>;
  /** Adds a vote to a locked request; false if the person has voted. */
  addVote(id: string, personId: string, at: number): Promise<boolean>;
  /** Removes a vote from a locked request; false if the person has not voted. */
  removeVote(id: string, personId: string): Promise<boolean>;
  /** Moves all votes to another request; people who voted for both have one vote there. */
  moveVotes(fromId: string, toId: string): Promise<void>;
  /** Deletes ranking rows that were replaced more than an hour ago. */
  deleteOldRanks(): Promise<void>;
  decide(id: string, decision: RequestDecision): Promise<void>;
  /** Removes a person's votes and evidence of demand. The requests stay on record. */
  erasePerson(personId: string): Promise<void>;
}

declare module '../database/store.js' {
  interface Reads {
    readonly marketRequests: MarketRequestReads;
  }
  interface Writes {
    readonly marketRequests: MarketRequestWrites;
  }
}
