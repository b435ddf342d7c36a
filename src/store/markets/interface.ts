import type { RestingOrder } from '../../domain/exchange/engine/resting-queue.js';
import type { MarketStatus } from '../../domain/market-status.js';
import type { EventTexts } from '../../domain/markets/event-commands.js';
import type { Resolution } from '../../domain/markets/resolution.js';
import type { Holding } from '../../domain/markets/settle-chunk.js';
import type { Plan } from '../../domain/people/plans.js';
import type { Microcredits } from '../../domain/units.js';
import type { AuditReads } from '../exchange/audit-interface.js';
import type { AccountRow } from '../exchange/interface.js';
import type { PlanHolder } from '../people/interface.js';

/** What operators change, and what settling and the audit read. Times are epoch milliseconds, amounts millionths. */

interface NewMarket
  extends Pick<MarketRow, 'status' | 'opensAt' | 'endsAt' | 'sequence' | 'shares' | 'account' | 'priceBps'> {
  readonly event: EventRow;
  /** Hexadecimal; null where no request made it. */
  readonly requestDigest: string | null;
}

/** Where a walk over the holdings of a market has come to. */
export interface HoldingCursor {
  readonly playerId: string;
  readonly outcome: number;
}

interface HoldingFilter {
  readonly eventId: string;
  /** Only those that an earlier version settled, or none. */
  readonly version: number;
  readonly after: HoldingCursor | null;
  readonly limit: number;
}

/** `clear`: orders that a close has left behind because it was cut off in the middle. */
export type DueWork = 'open' | 'close' | 'clear' | 'expire' | 'settle';

interface MarketReads {
  /** In the order of players and outcomes. */
  holdings(filter: HoldingFilter): Promise<Holding[]>;
  /** Free credits of the practice purse, or of the ordinary one. */
  available(playerIds: readonly string[], practice: boolean): Promise<ReadonlyMap<string, Microcredits>>;
  handles(playerIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The hash of the request that made the event with this slug; null where there is none. */
  requestDigest(slug: string): Promise<string | null>;
}

interface MarketWrites extends MarketReads {
  /** False: the slug is taken and nothing was written. */
  add(market: NewMarket): Promise<boolean>;
  edit(eventId: string, texts: EventTexts): Promise<void>;
  /** The oldest open orders of a market; with a moment, only those whose time has passed by then. */
  openOrders(eventId: string, expiredBy: number | null, limit: number): Promise<RestingOrder[]>;
  /** Events for which the clock, or a resolution, has left something to do. */
  due(work: DueWork, limit: number): Promise<string[]>;
  /** Locks those accounts that nobody else holds just now. */
  lockFreeAccounts(playerIds: readonly string[]): Promise<AccountRow[]>;
  /** Puts a resolution in force; payouts follow. */
  decide(eventId: string, resolution: StoredResolution): Promise<void>;
  saveSettled(eventId: string, holdings: readonly Holding[], at: number): Promise<void>;
  /** Everybody has been paid by this version. */
  finishSettling(eventId: string, version: number): Promise<void>;
}

interface OperatorAction {
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
}

interface OperatorWrites {
  record(action: OperatorAction): Promise<void>;
  /** The moment by the database's clock. */
  now(): Promise<number>;
  /** False: it was so already. */
  setTradingPaused(paused: boolean): Promise<boolean>;
  /** Null: there is no such player. */
  setPlan(handle: string, plan: Plan): Promise<PlanHolder | null>;
}

export interface OperatorStoreReads {
  readonly markets: MarketReads;
  readonly audit: AuditReads;
}

export interface OperatorStoreWrites {
  readonly markets: MarketWrites;
  readonly operators: OperatorWrites;
}

/** What the play API keeps. Times are epoch milliseconds, amounts millionths. */

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
}

/** A resolution with the answer that it replaced, if it is a correction. */
export interface StoredResolution extends Resolution {
  readonly correctedFrom: Pick<Resolution, 'kind' | 'winningOutcome' | 'payoutBps'> | null;
}

export type EventNames = Pick<EventRow, 'id' | 'slug' | 'pubkey' | 'practice'>;

/** The moving part of an event. */
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
  /** Public trades so far; the number of the newest one. */
  readonly trades: number;
  readonly resolution: StoredResolution | null;
  readonly resolutionVersion: number;
  readonly settledVersion: number;
  /** Holdings paid so far by the resolution in force; null once all are, and before there is one. */
  readonly settling: { readonly settled: number; readonly total: number } | null;
}

export interface EventWithMarket {
  readonly event: EventRow;
  readonly market: MarketRow;
}

/** With what has to be summed up for it. */
export interface ShownEvent extends EventWithMarket {
  /** Credits traded in the last 24 hours, to the minute. */
  readonly volume24h: number;
  /** Players who have forecast it. */
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
 * Another one whenever a row of the event or its market has changed, or somebody new has forecast it. Only what time alone
 * moves, such as the sum of a day, can be different under the same stamp.
 */
export type EventStamp = string;

/** What markets in memory are made from, and how their keepers hear of changes. Times are epoch milliseconds. */

/** A market that a committed transaction has changed. */
export interface MarketNotice {
  readonly eventId: string;
  /** The market sequence from then on; null where something changed that the sequence does not count. */
  readonly sequence: number | null;
}

export interface MarketWatcher {
  /**
   * Told of this node's own transactions after their commit and before whoever made them gets the answer, and of those of
   * other nodes as soon as the database passes it on. After a commit whose outcome is unknown it is told as well.
   */
  onMarketsChanged(notices: readonly MarketNotice[]): void;
  /**
   * Whether changes by other nodes are heard. Each time this is told, before the first time included, any number of them
   * may have been missed.
   */
  onListening(yes: boolean): void;
  /** Told, like `changed`, of players for whom there are new messages; null stands for any number of them. */
  onPlayerMessages?(playerIds: readonly string[] | null): void;
  /** Told, like `changed`, that an event is new or says something else. */
  onTextsChanged?(): void;
  /** Told, like `changed`, that trading in the whole arena was paused or goes on. */
  onTradingSwitched?(): void;
}
