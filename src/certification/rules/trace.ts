// The recorded behaviour of a client in a run, and the injected faults. Contains no secrets.

import type { MarketStatus } from '../../engine/lifecycle.js';
import type { RunPlan, ScenarioId } from './scenarios.js';

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

/** in-progress: started, and the run is still open. */
export type VerdictName = 'passed' | 'failed' | 'in-progress' | 'not-tried';

export interface Verdict {
  readonly verdict: VerdictName;
  /** Observations, one per line. */
  readonly evidence: readonly string[];
  /** The remediation; null if nothing is wrong. */
  readonly advice: string | null;
}

/** The input of the judges. */
export interface Case {
  readonly plan: RunPlan;
  readonly trace: readonly TraceEntry[];
  /** The run is finished, so missing steps stay missing. */
  readonly closed: boolean;
  /** The client ids of all orders of the agent on the events of the run, regardless of their path. */
  readonly placed?: ReadonlyMap<ScenarioId, readonly string[]>;
}

export type Judge = (state: Case) => Verdict;

/** Clocks and networks are not exact: a wait may be this much shorter than Retry-After. */
export const toleranceMs = 50;

export const notTried: Verdict = { verdict: 'not-tried', evidence: [], advice: null };

export function passed(...evidence: string[]): Verdict {
  return { verdict: 'passed', evidence, advice: null };
}

export function failed(evidence: readonly string[], advice: string): Verdict {
  return { verdict: 'failed', evidence, advice };
}

/** In progress while the run is open; failed once it is finished. */
export function waiting({ closed }: Case, evidence: readonly string[], missing: string, advice: string): Verdict {
  if (closed) return failed([...evidence, missing], advice);
  return { verdict: 'in-progress', evidence, advice: null };
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 0)} s`;
}

const maxNamed = 5;

export function namesOf(ids: readonly (string | null)[]): string {
  const shown = ids.slice(0, maxNamed).map(id => (id === null || id === '' ? '(none)' : id.slice(0, 40)));
  return ids.length > maxNamed ? `${shown.join(', ')} and ${ids.length - maxNamed} more` : shown.join(', ');
}

/** Distinct ids in the order of arrival. */
function idsOf(entries: readonly TraceEntry[]): (string | null)[] {
  return [...new Set(entries.map(entry => entry.clientId))];
}

const times = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

/** A final rejection: the order was not placed, and its replacement may have another id. */
function isRefusedForGood({ truth, fault }: TraceEntry): boolean {
  return fault === null && truth !== null && truth >= 400 && truth < 500 && ![408, 425, 429].includes(truth);
}

/** Returns the orders without those that the arena rejected: these were client mistakes, not part of the scenario. */
export function attemptsIn(orders: readonly TraceEntry[]): TraceEntry[] {
  const refused = new Set(idsOf(orders.filter(isRefusedForGood)));
  for (const id of idsOf(orders.filter(isAccepted))) refused.delete(id);
  return orders.filter(order => !refused.has(order.clientId));
}

export function effectsOf(orders: readonly TraceEntry[]): number {
  return idsOf(orders.filter(isAccepted)).length;
}

/** One intended order must have one id; every other accepted id is another effect. */
export function newIds(all: readonly TraceEntry[]): { readonly evidence: string; readonly effects: number } | null {
  const orders = attemptsIn(all);
  const ids = idsOf(orders);
  const effects = effectsOf(orders);
  if (ids.length <= 1) return null;
  const retries = orders.length - 1;
  const evidence = `retried ${times(retries, 'time')} with ${ids.length} different clientOrderIds: ${namesOf(ids)} → ${times(effects, 'effect')}`;
  return { evidence, effects };
}

export const sameIdAdvice =
  'Generate the clientOrderId once, before the first attempt, and reuse it for every retry of the same order.';

export function ordersOf(trace: readonly TraceEntry[], scenario: ScenarioId): TraceEntry[] {
  return entriesOf(trace, scenario, 'order');
}

export function after(entry: TraceEntry): (other: TraceEntry) => boolean {
  return other => other.number > entry.number;
}

/** A list of another event's orders can't show this order. */
function asksFor(order: TraceEntry, { clientId, scenario }: TraceEntry): boolean {
  return clientId === order.clientId && (scenario === null || scenario === order.scenario);
}

function shows(order: TraceEntry, { told: markets }: TraceEntry): boolean {
  const isShown = markets?.some(
    ({ scenario, orders }) => scenario === order.scenario && orders?.includes(order.clientId ?? ''),
  );
  return isShown ?? false;
}

/** Whether the client looked this order up by its id, or got a response that contained it. */
export function looksUp(order: TraceEntry): (other: TraceEntry) => boolean {
  return other =>
    other.kind === 'lookup' &&
    after(order)(other) &&
    other.truth === 200 &&
    (asksFor(order, other) || shows(order, other));
}

/** Describes how an order was looked up. */
export function lookUpOf(order: TraceEntry, lookUp: TraceEntry): string {
  if (asksFor(order, lookUp)) return 'looked up by clientOrderId';
  return lookUp.path.endsWith('/orders') ? 'found it in a list' : `found it with ${lookUp.method} ${lookUp.path}`;
}
