import type { BookChanges } from '../../engine/market-book.js';
import type { Against, Fill, OrderRecord } from '../../engine/place-order.js';
import type { Position } from '../../engine/position.js';
import type { RestingOrder, Side } from '../../engine/resting-queue.js';
import type { WriteCounts } from '../../engine/write-counts.js';
import type { EventRow, MarketRow } from '../../events/store/rows.js';
import type { Warning } from '../../kernel/unit-warnings.js';
import type { Bps, Microcredits } from '../../kernel/units.js';
import type { PlayerName } from '../../players/rules/players.js';

export interface AccountRow {
  readonly playerId: string;
  /** A deleted player keeps the account and can't place orders. */
  readonly retired: boolean;
  readonly available: Microcredits;
  /** The amount that voids and corrections could not collect. No credits are available while it is positive. */
  readonly owed: Microcredits;
  readonly granted: Microcredits;
  /** Days since 1970-01-01. */
  readonly lastGrantDay: number;
  /** Available practice credits: orders on practice events move only these. */
  readonly practice: Microcredits;
  /** The start of the hour of the last practice top-up; null before the first. */
  readonly practiceToppedAt: number | null;
  /** Counted against the write budgets. */
  readonly writes: WriteCounts;
  /** The number of private stream messages so far, which is the number of the newest one. */
  readonly messages: number;
}

export interface OrderRow extends OrderRecord {
  readonly clientOrderId: string;
}

/** The response to an accepted order, stored for replays. */
export interface PlacedResult {
  readonly order: OrderRow;
  readonly fills: readonly FillRow[];
  readonly available: Microcredits;
  readonly sequence: number;
  readonly priceBps: readonly number[];
  readonly warnings: readonly Warning[];
}

export interface FillRow extends Fill {
  readonly id: string;
  readonly at: number;
}

export interface PositionRow extends Position {
  readonly eventId: string;
  readonly playerId: string;
  readonly outcome: number;
  readonly paid: Microcredits;
  readonly settledVersion: number;
}

/** A position with all inputs of its value, from one snapshot. */
export interface ValuedPosition {
  readonly holding: PositionRow;
  readonly market: Pick<MarketRow, 'shares' | 'resolution'> & Pick<EventRow, 'liquidity'>;
}

/** The same for display. */
export interface ShownPosition extends ValuedPosition {
  readonly event: Pick<EventRow, 'slug' | 'pubkey' | 'title' | 'outcomes' | 'demo'>;
  readonly priceBps: readonly number[];
}

export type ActivityKind = 'grant' | 'order' | 'trade' | 'cancel' | 'settlement' | 'refund' | 'forecast' | 'score';

export interface ActivityRow {
  readonly id: string;
  readonly at: number;
  readonly playerId: string;
  readonly kind: ActivityKind;
  /** The change of the available balance. */
  readonly credits: number;
  readonly balanceAfter: number;
  readonly eventId: string | null;
  readonly orderId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface NewActivity extends ActivityRow {
  /** The trade of the entry. */
  readonly fillId?: string;
}

export interface NewFill extends FillRow {
  readonly eventId: string;
  readonly orderId: string;
  readonly playerId: string;
  readonly outcome: number;
  readonly side: Side;
  /** Part of the public record: an incoming order's own trade. */
  readonly public: boolean;
  readonly sequence: number;
  /** Numbers the public trades of the event from 1; null if it is not public. */
  readonly number: number | null;
  /** The resulting prices; only public trades have them. */
  readonly pricesBps: readonly Bps[] | null;
}

export interface TransferRow {
  readonly kind: string;
  readonly reference: string;
  readonly from: string;
  readonly to: string;
  readonly amount: number;
}

/** In the practice ledger; top-ups belong to no event. */
export interface PracticeTransferRow extends TransferRow {
  readonly eventId: string | null;
}

/** The effect of trades on a stored order. */
export interface OrderChange {
  readonly id: string;
  readonly playerId: string;
  readonly filledCredits: number;
  readonly filledShares: number;
  readonly remaining: number;
  readonly status: OrderRecord['status'];
  readonly cancelReason: string | null;
}

export interface NewOrder {
  readonly row: OrderRow;
  readonly bodyDigest: string;
  readonly sequence: number;
  readonly result: PlacedResult;
}

/** The part of a market that trading and the clock change; resolutions are saved separately. */
export type MarketChange = Omit<MarketRow, 'resolution' | 'resolutionVersion' | 'settledVersion' | 'settling'>;

export type AccountChange = Omit<AccountRow, 'retired'>;

/** A position that this transaction has created or changed. */
export interface SavedPosition extends LoadedPosition {
  readonly isNew: boolean;
}

export interface PlayBatch {
  readonly at: number;
  readonly markets: readonly MarketChange[];
  readonly accounts: readonly AccountChange[];
  readonly grants: readonly { readonly playerId: string; readonly day: string; readonly amount: number }[];
  readonly orders: readonly NewOrder[];
  readonly orderChanges: readonly OrderChange[];
  readonly positions: readonly SavedPosition[];
  readonly fills: readonly NewFill[];
  readonly transfers: readonly TransferRow[];
  readonly activity: readonly NewActivity[];
  /** Entries of the practice purse. */
  readonly practice?: {
    readonly transfers: readonly PracticeTransferRow[];
    readonly activity: readonly ActivityRow[];
  };
  /** Messages for the private streams of players. */
  readonly messages?: readonly PlayerMessages[];
}

/** Credits, possibly zero, and messages for a player whose account is not locked. */
export interface OutsideCredit {
  readonly playerId: string;
  readonly amount: number;
  /** Credits of the practice purse. */
  readonly practice: number;
  readonly messages: number;
}

export interface OutsideState extends Pick<AccountRow, 'available' | 'practice' | 'messages'> {
  /** The part of the credits that repaid a debt. */
  readonly repaid: number;
}

export interface OwnedPair {
  readonly eventId: string;
  readonly playerId: string;
}

export interface StoredOrder {
  readonly playerId: string;
  readonly clientOrderId: string;
  readonly bodyDigest: string;
  readonly result: PlacedResult;
}

/** The rows that a batch of the write desk locks and reads. */
export interface DeskRequest {
  readonly eventIds: readonly string[];
  readonly playerIds: readonly string[];
  readonly placed: readonly { readonly playerId: string; readonly clientOrderId: string }[];
  /** Their events and players are among the locked ones. */
  readonly pairs: readonly OwnedPair[];
  /** Orders to cancel, and events in which a player cancels all open orders. */
  readonly cancelled: readonly { readonly playerId: string; readonly orderId: string }[];
  readonly cancelledIn: readonly OwnedPair[];
}

export type LoadedPosition = Omit<PositionRow, 'paid' | 'settledVersion'>;

export interface DeskLoad {
  /** The locked markets; an event without a market is missing. */
  readonly sequences: ReadonlyMap<string, number>;
  /** The time of the database's clock when the markets were locked. */
  readonly now: number;
  readonly tradingPaused: boolean;
  readonly accounts: readonly AccountRow[];
  /** Accepted orders with the client ids in `placed`. */
  readonly stored: readonly StoredOrder[];
  readonly positions: readonly LoadedPosition[];
  /** The orders of `cancelled` and `cancelledIn`. */
  readonly orders: readonly OrderRow[];
}

export interface OrderFilter {
  readonly playerId: string;
  readonly status: OrderRecord['status'] | 'all';
  readonly eventId: string | null;
  readonly clientOrderId: string | null;
  readonly before: { readonly at: number; readonly id: string } | null;
  readonly limit: number;
}

export type PositionCursor = Pick<PositionRow, 'eventId' | 'outcome'>;

export interface PositionFilter {
  readonly playerId: string;
  /**
   * Open positions hold shares that the current resolution has not paid; settled ones are all others of resolved
   * events.
   */
  readonly status: 'open' | 'settled' | 'all';
  /** Positions in practice events, or in all others. */
  readonly practice: boolean;
  readonly after: PositionCursor | null;
  readonly limit: number;
}

/** The credits that open buys reserve in each purse. */
export interface ReservedCredits {
  readonly ordinary: number;
  readonly practice: number;
}

export interface Standing {
  readonly account: AccountRow;
  readonly reserved: ReservedCredits;
}

export interface Collectable {
  /** Available credits minus debt. */
  readonly free: number;
  /** The credits that open buys reserve. */
  readonly reserved: number;
}

/** A resting buy of a player. */
export interface OpenBuy extends RestingOrder {
  readonly eventId: string;
}

/** A figure that differs from the one recomputed from transfers, trades and orders. */
export interface Difference {
  readonly check: string;
  /** An account, an order, a holding or an event. */
  readonly subject: string;
  /** Whole numbers as text, amounts in millionths. */
  readonly expected: string;
  readonly actual: string;
}

export interface Differences {
  readonly count: number;
  /** The first differences. */
  readonly listed: readonly Difference[];
}

export interface AuditFigures {
  /** Rows checked, by table. */
  readonly counts: Readonly<Record<string, number>>;
  /** Micro-credits, as text because they sum over everything that ever happened. */
  readonly totals: PurseTotals & {
    /** The debts of players. The treasury has advanced them, so they are in none of the other totals. */
    readonly owed: string;
  };
  /** The same for practice credits. */
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
  'debts',
  'messages',
  'values',
] as const;

/** The summary of one audit. */
export interface AuditRun extends AuditFigures {
  readonly at: number;
  /** The id of an operator, `operator` for the token, or `schedule`. */
  readonly startedBy: string;
  readonly balanced: boolean;
  readonly differenceCount: number;
  readonly milliseconds: number;
}

/** Equity of players over time. Times are epoch milliseconds, amounts millionths. */
export interface EquitySample {
  readonly at: number;
  readonly available: number;
  /** Credits reserved by open buys, outside practice. */
  readonly reserved: number;
  /** The proceeds of selling every position to the market maker. */
  readonly positions: number;
  readonly owed: number;
  readonly granted: number;
}

/** A stored message of a private stream: only the values that later changes overwrite. */
export type PlayerMessage =
  | {
      readonly kind: 'order';
      readonly orderId: string;
      readonly eventId: string;
      readonly status: OrderRecord['status'];
      readonly remaining: number;
      readonly cancelReason: string | null;
      /** The market sequence: all trades of the order up to it count. */
      readonly sequence: number;
    }
  | {
      readonly kind: 'trade';
      readonly id: string;
      readonly orderId: string;
      readonly eventId: string;
      readonly outcome: number;
      readonly side: Side;
      readonly shares: number;
      readonly credits: number;
      readonly priceBps: number;
      readonly against: Against;
      readonly sequence: number;
    }
  | {
      readonly kind: 'settlement';
      readonly eventId: string;
      /** The event is void and its trades are reversed. */
      readonly refund: boolean;
      /** Paid into the practice purse; `balanceAfter` is the balance of that purse. */
      readonly practice?: true;
      /** The change of the available balance; a correction may be negative. */
      readonly credits: number;
      readonly balanceAfter: number;
      readonly outcome?: number;
      readonly shares?: number;
      readonly cost?: number;
      readonly paid?: number;
      /** The amount that became a debt, and the part of the inflow that repaid one. */
      readonly owed?: number;
      readonly repaid?: number;
      readonly payoutBps?: number | null;
      readonly version?: number;
    }
  | {
      readonly kind: 'grant';
      /** The change of the available balance. */
      readonly credits: number;
      readonly repaid?: number;
      readonly balanceAfter: number;
      readonly day: string;
    };

/** The messages of one transaction to one player, numbered from `first` to `last` without a gap. */
export interface PlayerMessages {
  readonly playerId: string;
  readonly first: number;
  readonly last: number;
  readonly messages: readonly PlayerMessage[];
}

// Public trades and the candles folded from them. Times are epoch milliseconds, amounts millionths.

export interface TradeRow {
  readonly id: string;
  readonly outcome: number;
  readonly side: Side;
  readonly shares: number;
  readonly credits: number;
  readonly priceBps: number;
  readonly against: Against;
  readonly player: PlayerName;
  readonly sequence: number;
  readonly at: number;
}

export interface TradeFilter {
  readonly eventId: string;
  readonly outcome: number | null;
  readonly from: number | null;
  /** Exclusive upper bound. */
  readonly to: number | null;
  readonly order: 'desc' | 'asc';
  readonly after: TradeCursor | null;
  readonly limit: number;
}

export interface LiveTrade {
  readonly id: string;
  readonly outcome: number;
  readonly side: Side;
  readonly shares: number;
  readonly credits: number;
  readonly priceBps: number;
  readonly against: Against;
  readonly playerId: string;
  readonly sequence: number;
  readonly at: number;
  /** The prices of all outcomes after the trade. */
  readonly pricesBps: readonly number[];
}

/** The part of a market that a reader already has. */
export interface KnownBook {
  readonly eventId: string;
  /** Null: nothing. */
  readonly sequence: number | null;
  /** The number of resting orders. */
  readonly orders: number;
}

/** One market at one sequence. */
export interface MarketState extends BookChanges {
  readonly event: EventRow;
  readonly market: MarketRow;
  /** The known sequence that `orders`, `ended` and `openIds` start from; null: `orders` are all open ones. */
  readonly since: number | null;
  /** Including expired ones that no job has cancelled yet. */
  readonly orders: readonly RestingOrder[];
  /** The newest public ones, newest first. */
  readonly trades: readonly LiveTrade[];
}

export interface PointFilter {
  /** Trades up to a sequence of each market, so that the points belong to one state of it. */
  readonly markets: readonly { readonly eventId: string; readonly upTo: number }[];
  readonly from: number;
  readonly spanMs: number;
  /** Scans only the newest trades of each market. */
  readonly maxTrades: number;
}

/** A position in the trades of an event. */
export interface TradeCursor {
  readonly sequence: number;
  readonly id: string;
}

/** The state of a market at a time in the past. */
export interface PastState {
  readonly eventId: string;
  /** The sequence of the last public trade up to then; 0 without one. */
  readonly sequence: number;
  /** Prices by outcome; null before the first trade. */
  readonly priceBps: readonly number[] | null;
  /** Credits traded until then, by outcome. */
  readonly outcomeVolumes: readonly number[];
}

/**
 * Public trades of one market, oldest first, as one array of numbers: sequence, time in epoch milliseconds, outcome,
 * credits and the price of each outcome after the trade.
 */
export type TradeSteps = readonly number[];

export interface StepFilter {
  readonly eventId: string;
  readonly afterSequence: number;
}

/** The prices after the last trade of an interval. */
export interface PricePoint {
  /** The index of the interval, counted from the start of the look-back. */
  readonly span: number;
  readonly priceBps: readonly number[];
  /** Public trades within the interval. */
  readonly trades: number;
}

/** Markets by credits traded, most traded first. */
export interface SelectionFilter {
  readonly now: number;
  /** Those that accept orders now, or all that are not resolved. */
  readonly among: 'active' | 'undecided';
  readonly includeResolved: boolean;
  /** Excludes active markets without a trade since then; null excludes none. */
  readonly staleBefore: number | null;
  readonly minVolume: number;
  readonly minOpenOrders: number;
  readonly limit: number;
}

export interface SelectedMarkets {
  readonly eventIds: readonly string[];
  /** The number of matches without the limit; counting stops at 10,000 to limit its cost. */
  readonly total: number;
}
