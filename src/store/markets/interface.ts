import type { RestingOrder } from '../../domain/exchange/engine/resting-queue.js';
import type { Holding } from '../../domain/markets/settle-chunk.js';
import type { Plan } from '../../domain/people/plans.js';
import type { Microcredits } from '../../domain/units.js';
import type { AccountRow, EventRow, MarketRow, StoredResolution } from '../exchange/interface.js';

/** What operators change, and what settling and the audit read. Times are epoch milliseconds, amounts millionths. */

interface NewMarket
  extends Pick<MarketRow, 'status' | 'opensAt' | 'endsAt' | 'sequence' | 'shares' | 'account' | 'priceBps'> {
  readonly event: EventRow;
  /** Hexadecimal; null where no request made it. */
  readonly requestDigest: string | null;
}

export type EventTexts = Pick<EventRow, 'description' | 'category' | 'tags' | 'resolutionSource'>;

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

export interface PlanHolder {
  readonly playerId: string;
  readonly handle: string;
  readonly name: string;
  readonly kind: 'agent' | 'human';
  readonly plan: Plan;
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

/** One figure that is not what the record of transfers, trades and orders makes it. */
export interface Difference {
  readonly check: string;
  /** What it is about: an account, an order, a holding, an event. */
  readonly subject: string;
  /** Whole numbers as text, amounts in millionths. */
  readonly expected: string;
  readonly actual: string;
}

export interface Differences {
  readonly count: number;
  /** The first of them. */
  readonly listed: readonly Difference[];
}

export interface AuditFigures {
  /** Rows looked at, by table. */
  readonly counts: Readonly<Record<string, number>>;
  /** Micro-credits, as text because they sum over everything that ever happened. */
  readonly totals: PurseTotals;
  /** The same of practice credits. */
  readonly practiceTotals: PurseTotals;
}

export type PurseTotals = Readonly<Record<'issued' | 'treasury' | 'available' | 'reserved' | 'markets', string>>;

export type AuditCheck = (typeof auditChecks)[number];
export const auditChecks = [
  'accounts',
  'positions',
  'books',
  'orders',
  'grants',
  'activity',
  'settlements',
  'payouts',
  'references',
  'forecasts',
  'purses',
  'messages',
] as const;

interface AuditReads {
  figures(): Promise<AuditFigures>;
  differences(check: AuditCheck, most: number): Promise<Differences>;
  /** Markets that may have to pay any winner, in the order of ids. */
  openMarkets(
    after: string,
    limit: number,
  ): Promise<
    (Pick<EventRow, 'liquidity' | 'openingShares'> & Pick<MarketRow, 'shares' | 'account'> & { marketId: string })[]
  >;
}

export interface OperatorStoreReads {
  readonly markets: MarketReads;
  readonly audit: AuditReads;
}

export interface OperatorStoreWrites {
  readonly markets: MarketWrites;
  readonly operators: OperatorWrites;
}
