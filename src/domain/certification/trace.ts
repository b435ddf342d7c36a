import type { MarketStatus } from '../market-status.js';
import type { ScenarioId } from './scenarios.js';

/** What was seen of a client during a run, and what was done to it. Nothing in here is secret. */

/**
 * order: places one. preview: asks what one would do. lookup: reads own orders. replay: asks for missed messages.
 * snapshot: reads trades or a book as they are now. read: any other read. stream: opens one. write: any other write.
 * message: the service sent this over a stream. market: the service opened a market again when its time had come.
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

/** A request as the judge sees it. */
export interface Action {
  readonly kind: TraceKind;
  /** Whose event it is about, if any. */
  readonly scenario: ScenarioId | null;
  readonly method: string;
  /** Below the base path, without its query. */
  readonly path: string;
  /** Of an order, or the one that a look-up asks for; null where it asks for none by its id. */
  readonly clientId: string | null;
  /** Of an order's content without its id. */
  readonly bodyDigest: string | null;
  /** ifSequence of an order, what a replay or a stream goes on after (0: it begins with all there is), or the number of a message. */
  readonly sequence: number | null;
  /** Of an order that buys. */
  readonly amountCredits: number | null;
}

export interface TraceEntry extends Action {
  readonly number: number;
  /** When it arrived, or was sent. */
  readonly at: number;
  readonly fault: FaultName | null;
  /** When it was answered; null while it is under way. */
  readonly endedAt: number | null;
  /** What the client was told; null where nothing. */
  readonly status: number | null;
  readonly code: string | null;
  /** What really came of it; null where it was not passed on. */
  readonly truth: number | null;
  readonly retryAfterSeconds: number | null;
  /** Of a message: the number of the entry that opened its stream. */
  readonly connection?: number;
  /** Left out where an answer tells of no market of the run. */
  readonly told?: readonly ReportedMarket[];
}

/** What the client could read of a market of the run in an answer. */
export interface ReportedMarket {
  readonly scenario: ScenarioId;
  readonly status: MarketStatus | null;
  /** Its own, which orders name as ifSequence. */
  readonly sequence: number | null;
  /** Of a replay of its trades: the number of the last message, where there was one. */
  readonly lastMessage?: number;
  /** Client ids of the orders there that it showed; left out where there are none. */
  readonly orders?: readonly string[];
}

/** As many orders of one market as are kept of one answer. A scenario needs a handful. */
export const maxToldOrders = 20;

/** What an answer said of the market of a scenario; null where it said nothing. */
export function reportedBy({ told }: TraceEntry, scenario: ScenarioId): ReportedMarket | null {
  return told?.find(market => market.scenario === scenario) ?? null;
}

/** As many as are kept of one run. */
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
