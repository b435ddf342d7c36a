// Markets of all venues, including the arena's own events, and links between them. Times are epoch milliseconds.

import type { VenueMarket } from '../rules/venue-market.js';

export interface VenueMarketRow extends Omit<VenueMarket, 'listedAt'> {
  readonly id: string;
  readonly source: string;
  readonly sourceMarketId: string;
  /** Set for the arena's own events only. */
  readonly eventId: string | null;
  readonly listedAt: number;
  readonly fetchedAt: number;
  /** The last complete run of its source did not contain it. */
  readonly missing: boolean;
  readonly demo: boolean;
}

/** A row to upsert by its id. */
export interface SavedMarket extends VenueMarket {
  readonly id: string;
  /** Whether it is inserted or replaces the row with this id. */
  readonly isNew: boolean;
  readonly sourceMarketId: string;
  readonly eventId: string | null;
  readonly digest: string;
  readonly lane: number;
  readonly words: readonly string[];
}

export interface KnownMarket {
  readonly id: string;
  readonly sourceMarketId: string;
  readonly title: string;
  readonly digest: string;
  readonly fetchedAt: number;
  readonly missing: boolean;
}

export const feedSorts = ['volume', 'newest', 'ending', 'movers'] as const;
export type FeedSort = (typeof feedSorts)[number];

/** Sorts by figures that change; they are paged within a version of the ranking. */
const rankedSorts = ['volume', 'movers'] as const;
export type RankedSort = (typeof rankedSorts)[number];
export const isRankedSort = (sort: FeedSort): sort is RankedSort => rankedSorts.some(ranked => ranked === sort);

/** A position in a sort: the row's key and id. */
export interface FeedPosition {
  /** Times as epoch milliseconds. */
  readonly key: number;
  readonly id: string;
  /** The version of the ranking; 0 for sorts without one. */
  readonly version: number;
}

export interface RankVersions {
  readonly oldest: number;
  readonly newest: number;
}

export interface RankOptions {
  /** Whether volumes or statuses may have changed. */
  readonly byVolume: boolean;
}

export interface FeedFilter {
  readonly sources: readonly string[];
  readonly statusGroups: readonly number[];
  readonly category: string | null;
  /** Words that the title or category must contain, at least as prefixes; null for no search. */
  readonly words: readonly string[] | null;
  readonly sort: FeedSort;
  readonly after: FeedPosition | null;
  readonly limit: number;
}

export interface FeedRow {
  readonly market: VenueMarketRow;
  readonly position: FeedPosition;
}

export type LinkStatus = 'suggested' | 'confirmed' | 'rejected';

export interface LinkRow {
  readonly id: string;
  readonly leftId: string;
  readonly rightId: string;
  readonly score: number;
  readonly status: LinkStatus;
  readonly suggestedAt: number;
  readonly decidedAt: number | null;
  readonly decidedBy: string | null;
}

/** A link as seen from one of its markets. */
export interface MarketLink {
  readonly id: string;
  readonly marketId: string;
  readonly otherId: string;
  readonly otherSource: string;
  /** Slug of the other market, if it is one of the arena's own events. */
  readonly otherEventSlug: string | null;
  readonly score: number;
  readonly confirmed: boolean;
}

export interface LinkFilter {
  readonly status: LinkStatus;
  readonly after: { readonly score: number; readonly id: string } | null;
  readonly limit: number;
}

/** A market of another venue with a confirmed link to one of the arena's events. */
export interface LinkedVenueMarket {
  readonly eventSlug: string;
  readonly market: VenueMarketRow;
}

export interface LinkCandidateRequest {
  readonly id: string;
  readonly source: string;
  readonly words: readonly string[];
}

export interface LinkCandidate {
  readonly forId: string;
  readonly id: string;
  readonly title: string;
  readonly closesAt: number | null;
}

export interface UncheckedMarket {
  readonly id: string;
  readonly source: string;
  readonly title: string;
  readonly closesAt: number | null;
}
