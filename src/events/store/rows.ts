// Events and their markets: rows, resolutions and settlement. Times are epoch milliseconds, amounts millionths.

import type { MarketStatus } from '../../engine/lifecycle.js';
import type { Resolution } from '../../engine/resolution.js';
import type { Microcredits } from '../../kernel/units.js';
import type { EventTexts } from '../rules/event.js';
import type { Proposal } from '../rules/proposal.js';

export interface NewMarket
  extends Pick<MarketRow, 'status' | 'opensAt' | 'endsAt' | 'sequence' | 'shares' | 'account' | 'priceBps'> {
  readonly event: EventRow;
  /** Hexadecimal; null if no request created it. */
  readonly requestDigest: string | null;
}

/** A position in the holdings of a market. */
export interface HoldingCursor {
  readonly playerId: string;
  readonly outcome: number;
}

export interface HoldingFilter {
  readonly eventId: string;
  /** Only those settled by an earlier version, or by none. */
  readonly version: number;
  readonly after: HoldingCursor | null;
  readonly limit: number;
}

/** `clear`: orders that an interrupted close has left. `finalize`: undisputed proposals whose window has ended. */
export type DueWork = 'open' | 'close' | 'clear' | 'expire' | 'settle' | 'finalize';

/** A person's objection to a proposed resolution. */
export interface DisputeRow {
  readonly id: string;
  /** The number of the disputed proposal. */
  readonly proposal: number;
  readonly personId: string;
  readonly handle: string;
  readonly reason: string;
  readonly at: number;
}

/** The values of one field before and after an edit; times are epoch milliseconds. */
export interface FieldChange<T> {
  readonly from: T;
  readonly to: T;
}

/** The changes of an edit. */
export type EventChanges = {
  readonly [K in keyof EventTexts]?: FieldChange<EventTexts[K]>;
} & { readonly endsAt?: FieldChange<number> };

export interface EventEdit {
  readonly number: number;
  readonly at: number;
  /** The operator's explanation for people; empty if there is none. */
  readonly note: string;
  readonly changes: EventChanges;
}

export interface EventRow {
  readonly id: string;
  readonly slug: string;
  readonly pubkey: string;
  readonly title: string;
  readonly description: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly outcomes: readonly string[];
  readonly resolutionSource: { readonly name: string; readonly url: string; readonly rule: string };
  readonly liquidity: Microcredits;
  readonly openingShares: readonly number[];
  readonly createdAt: number;
  readonly demo: boolean;
  readonly practice: boolean;
  /** The operators who created, edited or proposed it; they and their agents can't play there. */
  readonly operatorIds: readonly string[];
}

/** A resolution with the one that it replaced, if it is a correction. */
export interface StoredResolution extends Resolution {
  readonly correctedFrom: Pick<Resolution, 'kind' | 'winningOutcome' | 'payoutBps'> | null;
}

export type EventNames = Pick<EventRow, 'id' | 'slug' | 'pubkey' | 'practice'>;

/** The mutable part of an event. */
export interface MarketRow {
  readonly eventId: string;
  readonly status: MarketStatus;
  readonly opensAt: number;
  readonly endsAt: number;
  readonly closedAt: number | null;
  readonly resolvedAt: number | null;
  readonly sequence: number;
  readonly shares: readonly number[];
  readonly account: Microcredits;
  readonly priceBps: readonly number[];
  readonly volume: number;
  readonly outcomeVolumes: readonly number[];
  readonly outcomeTradedAt: readonly (number | null)[];
  readonly lastTradeAt: number | null;
  readonly traders: number;
  readonly openOrders: number;
  /** The number of public trades so far, which is the number of the newest one. */
  readonly trades: number;
  readonly resolution: StoredResolution | null;
  /** The proposal on a closed market; null without one. */
  readonly proposal: Proposal | null;
  readonly resolutionVersion: number;
  readonly settledVersion: number;
  /** Holdings paid so far by the current resolution; null once all are paid, and before there is one. */
  readonly settling: { readonly settled: number; readonly total: number } | null;
}

export interface EventWithMarket {
  readonly event: EventRow;
  readonly market: MarketRow;
}

/** With figures that are aggregated on read. */
export interface ShownEvent extends EventWithMarket {
  /** Credits traded in the last 24 hours, to the minute. */
  readonly volume24h: number;
  /** The number of forecasters. */
  readonly forecasters: number;
  readonly stamp: EventStamp;
}

/** An event without its figures. */
export interface EventHead {
  readonly event: Pick<EventRow, 'id' | 'slug' | 'pubkey' | 'title' | 'description' | 'category' | 'tags' | 'outcomes'>;
  readonly market: Pick<MarketRow, 'status' | 'opensAt' | 'endsAt'>;
  readonly stamp: EventStamp;
}

/**
 * Changes whenever a row of the event or its market changes, or another player forecasts on it. Only time-dependent
 * values, such as 24-hour sums, can differ under the same stamp.
 */
export type EventStamp = string;
