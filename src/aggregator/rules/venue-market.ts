// A market of a venue in the normalized form of all sources. Prices are basis points, times epoch milliseconds.

import { plainWords } from '../../kernel/words.js';

export const venueStatuses = ['active', 'closed', 'resolved'] as const;
export type VenueStatus = (typeof venueStatuses)[number];

export interface VenueOutcome {
  readonly label: string;
  /** Null if the source has none; prices are never derived from other outcomes. */
  readonly priceBps: number | null;
  readonly bidBps: number | null;
  readonly askBps: number | null;
}

export interface VenueMarket {
  readonly title: string;
  readonly category: string | null;
  readonly status: VenueStatus;
  /** Whether the venue accepts orders now. */
  readonly tradable: boolean;
  /** Null if the response does not contain them; then the stored ones stay. */
  readonly outcomes: readonly VenueOutcome[] | null;
  readonly volume: number | null;
  readonly volume24h: number | null;
  readonly volumeUnit: string;
  readonly listedAt: number | null;
  readonly closesAt: number | null;
  readonly resolvedAt: number | null;
  readonly resolution: string | null;
  readonly url: string | null;
}

/** Our own events in the feed. */
export const ownSource = 'presage';

export const maxOutcomes = 100;

/**
 * Rows are indexed by status group (column lane), so that every filter by status and tradability is a set of index
 * ranges.
 */
export const statusGroups = { tradable: 0, active: 1, closed: 2, resolved: 3 } as const;

/** A market past its close that its venue still lists as active is closed: no venue accepts orders afterwards. */
export function statusOf({ status, closesAt }: Pick<VenueMarket, 'status' | 'closesAt'>, now: number): VenueStatus {
  return status === 'active' && closesAt !== null && closesAt <= now ? 'closed' : status;
}

export function statusGroupOf(market: Pick<VenueMarket, 'status' | 'closesAt' | 'tradable'>, now: number): number {
  const status = statusOf(market, now);
  if (status === 'active') return market.tradable ? statusGroups.tradable : statusGroups.active;
  return statusGroups[status];
}

export interface StatusFilter {
  readonly status: VenueStatus | 'all';
  readonly includeResolved: boolean;
  readonly tradableOnly: boolean;
}

/** The status groups that a filter selects; none if it contradicts itself, such as closed and tradable. */
export function statusGroupsOf({ status, includeResolved, tradableOnly }: StatusFilter): number[] {
  const active = tradableOnly ? [statusGroups.tradable] : [statusGroups.tradable, statusGroups.active];
  if (tradableOnly) return status === 'active' || status === 'all' ? active : [];
  if (status === 'all') return [...active, statusGroups.closed, statusGroups.resolved];
  const groups = status === 'active' ? active : [statusGroups[status]];
  return includeResolved && status !== 'resolved' ? [...groups, statusGroups.resolved] : groups;
}

/** The words by which search and link suggestions find a market. */
export function searchWords({ title, category }: Pick<VenueMarket, 'title' | 'category'>): string[] {
  return plainWords(`${title} ${category ?? ''}`);
}

/** Intervals without a fetch after which a row is stale. */
const staleAfterIntervals = 3;
/** Intervals after which its confidence is zero. */
const worthlessAfterIntervals = 6;
/** Factor for a market whose spread is unknown. */
const unknownSpreadFactor = 0.5;
const bpsPerUnit = 10_000;

export function isStale(fetchedAt: number, intervalMs: number, now: number): boolean {
  return now - fetchedAt >= staleAfterIntervals * intervalMs;
}

/** 1 up to one interval of age, then linearly down to 0 at six. */
export function freshness(fetchedAt: number, intervalMs: number, now: number): number {
  const intervals = Math.max(0, now - fetchedAt) / intervalMs;
  return Math.min(1, Math.max(0, (worthlessAfterIntervals - intervals) / (worthlessAfterIntervals - 1)));
}

/** The mean spread over outcomes with a bid and an ask, as a share of the unit; null without any. */
export function spreadOf(outcomes: readonly Pick<VenueOutcome, 'bidBps' | 'askBps'>[]): number | null {
  let sum = 0;
  let count = 0;
  for (const { bidBps, askBps } of outcomes) {
    if (bidBps === null || askBps === null) continue;
    sum += Math.max(0, askBps - bidBps) / bpsPerUnit;
    count += 1;
  }
  return count === 0 ? null : sum / count;
}

/** freshness × (1 − spread), with 0.5 for an unknown spread; rounded to four digits. */
export function confidenceOf(
  outcomes: readonly Pick<VenueOutcome, 'bidBps' | 'askBps'>[],
  fetchedAt: number,
  intervalMs: number,
  now: number,
): number {
  const spread = spreadOf(outcomes);
  const tightness = spread === null ? unknownSpreadFactor : 1 - spread;
  return Math.round(freshness(fetchedAt, intervalMs, now) * tightness * 10_000) / 10_000;
}
