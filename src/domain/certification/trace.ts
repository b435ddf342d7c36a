import type { MarketStatus } from '../market-status.js';
import type { ScenarioId } from './scenarios.js';

/** The recorded behaviour of a client in a run, and the injected faults. Contains no secrets. */

/**
 * order: places one. preview: previews one. lookup: reads own orders. replay: requests missed messages. snapshot: reads
 * current trades or a book. read: any other read. stream: opens one. write: any other write. message: the service sent
 * this over a stream. market: the service resumed a market after its pause.
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

/** The part of a request that the judges need. */
export interface Action {
  readonly kind: TraceKind;
  /** The scenario of its event, if any. */
  readonly scenario: ScenarioId | null;
  readonly method: string;
  /** Relative to the base path, without the query. */
  readonly path: string;
  /** The client id of an order or of a look-up; null without one. */
  readonly clientId: string | null;
  /** The digest of an order's content without its id. */
  readonly bodyDigest: string | null;
  /** ifSequence of an order, the position a replay or stream resumes from (0: from a snapshot), or the number of a message. */
  readonly sequence: number | null;
  /** The credits of a buy order. */
  readonly amountCredits: number | null;
}

export interface TraceEntry extends Action {
  readonly number: number;
  /** When it arrived or was sent. */
  readonly at: number;
  readonly fault: FaultName | null;
  /** When the response was sent; null while the request is in flight. */
  readonly endedAt: number | null;
  /** The status that the client received; null if none. */
  readonly status: number | null;
  readonly code: string | null;
  /** The status that the route returned; null if the request was not forwarded. */
  readonly truth: number | null;
  readonly retryAfterSeconds: number | null;
  /** For a message: the number of the entry that opened its stream. */
  readonly connection?: number;
  /** The markets of the run that the response contained; omitted if none. The name is persisted. */
  readonly told?: readonly ReportedMarket[];
}

/** The part of a response about one market of the run. */
export interface ReportedMarket {
  readonly scenario: ScenarioId;
  readonly status: MarketStatus | null;
  /** The market sequence, which orders send as ifSequence. */
  readonly sequence: number | null;
  /** For a replay of its trades: the number of the last message, if any. */
  readonly lastMessage?: number;
  /** Client ids of the orders on the market in the response; omitted if there are none. */
  readonly orders?: readonly string[];
}

/** The maximum number of orders recorded per market and response. A scenario needs a few. */
export const maxReportedOrders = 20;

/** Returns the part of a response about the market of a scenario; null if there is none. */
export function reportedBy({ told: markets }: TraceEntry, scenario: ScenarioId): ReportedMarket | null {
  return markets?.find(market => market.scenario === scenario) ?? null;
}

/** The maximum number of entries recorded per run. */
export const maxEntries = 400;

export function entriesOf(trace: readonly TraceEntry[], scenario: ScenarioId, kind: TraceKind): TraceEntry[] {
  return trace.filter(entry => entry.kind === kind && entry.scenario === scenario);
}

export function withFault(trace: readonly TraceEntry[], fault: FaultName): TraceEntry[] {
  return trace.filter(entry => entry.fault === fault);
}

/** The order exists, through this request or an earlier one. */
export function isAccepted({ truth }: TraceEntry): boolean {
  return truth === 200 || truth === 201;
}
