import type { RunPlan } from './plan.js';
import type { ScenarioId } from './scenarios.js';
import { entriesOf, isAccepted, type TraceEntry } from './trace.js';

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
