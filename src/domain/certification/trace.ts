import type { MarketStatus } from '../market-status.js';
import type { ScenarioId } from './scenarios.js';

/** What a run recorded of a client, and the faults it injected. Contains no secrets. */

/**
 * order: places one. preview: previews one. lookup: reads own orders. replay: requests missed messages.
 * snapshot: reads current trades or a book. read: any other read. stream: opens one. write: any other write.
 * message: the service sent this over a stream. market: the service resumed a market when its pause was over.
 */
export const traceKinds = [
  'order',
  'preview',
  'lookup',
  'replay',
  'snapshot',
  'read',
  'stream',
  'write',
  'message',
  'market',
] as const;
export type TraceKind = (typeof traceKinds)[number];

const readingKinds: ReadonlySet<TraceKind> = new Set(['preview', 'lookup', 'replay', 'snapshot', 'read']);

export function isReading({ kind }: Pick<Action, 'kind'>): boolean {
  return readingKinds.has(kind);
}

export type FaultName =
  | 'rate-limited'
  | 'reply-lost'
  | 'unknown-placed'
  | 'unknown-not-placed'
  | 'server-error'
  | 'invalid-order'
  | 'market-moved'
  | 'market-paused'
  | 'market-resumed'
  | 'trading-paused'
  | 'key-revoked'
  | 'sent-twice'
  | 'withheld';

/** A request, as far as judging needs it. */
export interface Action {
  readonly kind: TraceKind;
  /** The scenario whose event it is about, if any. */
  readonly scenario: ScenarioId | null;
  readonly method: string;
  /** Below the base path, without its query. */
  readonly path: string;
  /** Of an order, or the order that a look-up names; null where it names none by id. */
  readonly clientId: string | null;
  /** Of an order's content without its id. */
  readonly bodyDigest: string | null;
  /** ifSequence of an order, the position a replay or stream resumes from (0: from a snapshot), or the number of a message. */
  readonly sequence: number | null;
  /** Of an order that buys. */
  readonly amountCredits: number | null;
}

export interface TraceEntry extends Action {
  readonly number: number;
  /** When it arrived, or was sent. */
  readonly at: number;
  readonly fault: FaultName | null;
  /** When the response was sent; null while the request is in flight. */
  readonly endedAt: number | null;
  /** The status the client got; null if it got none. */
  readonly status: number | null;
  readonly code: string | null;
  /** The status the route returned; null if the request was not passed on. */
  readonly truth: number | null;
  readonly retryAfterSeconds: number | null;
  /** Of a message: the number of the entry that opened its stream. */
  readonly connection?: number;
  /** The markets of the run that the response showed; left out where it showed none. The name is persisted. */
  readonly told?: readonly ReportedMarket[];
}

/** What a response showed of a market of the run. */
export interface ReportedMarket {
  readonly scenario: ScenarioId;
  readonly status: MarketStatus | null;
  /** The market sequence, which orders name as ifSequence. */
  readonly sequence: number | null;
  /** Of a replay of its trades: the number of the last message, where there was one. */
  readonly lastMessage?: number;
  /** Client ids of the orders on the market that it showed; left out where there are none. */
  readonly orders?: readonly string[];
}

/** Orders of one market that are recorded of one response. A scenario needs a handful. */
export const maxReportedOrders = 20;

/** Returns what a response showed of the market of a scenario; null if nothing. */
export function reportedBy({ told: markets }: TraceEntry, scenario: ScenarioId): ReportedMarket | null {
  return markets?.find(market => market.scenario === scenario) ?? null;
}

/** Entries recorded of one run. */
export const maxEntries = 400;

export function entriesOf(trace: readonly TraceEntry[], scenario: ScenarioId, kind: TraceKind): TraceEntry[] {
  return trace.filter(entry => entry.kind === kind && entry.scenario === scenario);
}

export function withFault(trace: readonly TraceEntry[], fault: FaultName): TraceEntry[] {
  return trace.filter(entry => entry.fault === fault);
}

/** The order exists now, by this request or an earlier one. */
export function isAccepted({ truth }: TraceEntry): boolean {
  return truth === 200 || truth === 201;
}
