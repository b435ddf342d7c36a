import type { VenueMarket } from './rules/venue-market.js';

/** Markets of all venues, including the arena's own events, and links between them. Times are epoch milliseconds. */

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
  readonly lanes: readonly number[];
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

interface LinkCandidate {
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

export interface AggregatorReads {
  /**
   * In the order of the sort; null if the ranking version of `after` was deleted. A market whose close has passed may
   * remain in the lane of active ones for a minute.
   */
  page(filter: FeedFilter): Promise<FeedRow[] | null>;
  findMarkets(ids: readonly string[]): Promise<VenueMarketRow[]>;
  known(source: string, sourceMarketIds: readonly string[]): Promise<KnownMarket[]>;
  /** Digests of the arena's own events in the feed, by event id after one, with the event's current stamp. */
  ownDigests(
    afterEventId: string,
    limit: number,
  ): Promise<{ readonly eventId: string; readonly digest: string | null; readonly stamp: string }[]>;
  /** The arena's own events that the feed does not contain yet. */
  unlistedEvents(limit: number): Promise<string[]>;
  /** Suggested and confirmed links of these markets, confirmed and best first; at most `limit` in total. */
  linksOf(marketIds: readonly string[], limit: number): Promise<MarketLink[]>;
  /** The ids of markets connected to this one by confirmed links, including itself; at most `limit`. */
  connected(marketId: string, limit: number): Promise<string[]>;
  /** Markets of other venues with a confirmed link to one of these events, directly or through another venue. */
  linkedVenueMarkets(eventSlugs: readonly string[]): Promise<LinkedVenueMarket[]>;
  link(id: string): Promise<LinkRow | null>;
  linkBetween(leftId: string, rightId: string): Promise<LinkRow | null>;
  /** Best first. */
  links(filter: LinkFilter): Promise<LinkRow[]>;
  /** Active markets whose links have not been suggested yet. */
  unchecked(limit: number): Promise<UncheckedMarket[]>;
  /** The first close among markets that are not in the lane of closed ones; infinity without one. */
  nextCloseAt(): Promise<number>;
}

export interface AggregatorWrites extends AggregatorReads {
  save(source: string, markets: readonly SavedMarket[], at: number, demo: boolean): Promise<void>;
  /** Marks rows as fetched that a push confirmed unchanged. */
  touch(marketIds: readonly string[], at: number): Promise<void>;
  /** Marks rows as fetched that a partial run confirmed, if they were last fetched before a time. */
  touchSeen(source: string, seen: readonly string[], at: number, olderThan: number): Promise<void>;
  /**
   * Marks rows that a complete run did not contain: closes them unless they are resolved, and leaves their freshness
   * unchanged. Returns their number.
   */
  markMissing(source: string, seen: readonly string[]): Promise<number>;
  /** Computes ranks by volume and price changes within the source. Changes create a new version of the ranking. */
  rank(source: string, now: number, options: RankOptions): Promise<void>;
  /** Moves markets whose close has passed to the lane of closed ones. Returns their number. */
  closeDue(now: number, limit: number): Promise<number>;
  /** Deletes prices that no change over 24 hours needs, and rows that have been missing since a time. */
  prune(now: number, missingSince: number): Promise<void>;
  /** Word frequencies over the newest markets. */
  wordStatistics(maxSampled: number): Promise<{ sampled: number; titlesWith: Map<string, number> }>;
  /** Active markets of other sources that contain one of the words; at most `perMarket` each. */
  candidates(requests: readonly LinkCandidateRequest[], perMarket: number): Promise<LinkCandidate[]>;
  /** Inserts suggestions whose pair has no link in any status, and marks the markets as checked. */
  suggest(
    links: readonly Pick<LinkRow, 'id' | 'leftId' | 'rightId' | 'score'>[],
    checkedIds: readonly string[],
    at: number,
  ): Promise<void>;
  /** Upserts a link with this status. */
  putLink(link: LinkRow): Promise<void>;
}

declare module '../database/store.js' {
  interface Reads {
    readonly aggregator: AggregatorReads;
  }
  interface Writes {
    readonly aggregator: AggregatorWrites;
  }
}
