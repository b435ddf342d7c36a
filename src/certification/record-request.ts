import * as operatorStore from '../database/arena/operators.js';
import type { Reader, Transaction } from '../database/store.js';
import type { OperationContext } from '../database/transactions.js';
import { decideFault, decideMessage, type Fault } from './rules/decide-fault.js';
import { planOf, type ScenarioId } from './rules/scenarios.js';
import { type Action, maxEntries, type ReportedMarket, type TraceEntry } from './rules/trace.js';
import type { RunRow } from './store.js';
import * as certificationStore from './store.js';

/**
 * Returns the client ids of all orders of the agent on the events of its run, regardless of their path. Must be read
 * before the trace, which then has every request that placed one of them.
 */
export async function placedOrders(
  reader: Reader,
  { playerId, events }: RunRow,
): Promise<ReadonlyMap<ScenarioId, readonly string[]>> {
  const orders = await certificationStore.placed(
    reader,
    playerId,
    events.map(({ eventId }) => eventId),
  );
  return new Map(
    events.map(({ scenario, eventId }) => [
      scenario,
      orders.filter(order => order.eventId === eventId).map(({ clientId }) => clientId),
    ]),
  );
}

/** A request under the base path of a run, before its scenario is known. */
export interface ObservedRequest extends Omit<Action, 'scenario'> {
  /** The slug or public key of its event. */
  readonly about: string | null;
}

export type Begun =
  | { readonly kind: 'missing' | 'over' | 'full' }
  | { readonly kind: 'begun'; readonly run: RunRow; readonly number: number; readonly fault: Fault };

/** The outcome that is known with the fault: a rejection is final, a stream is open unless its route rejects it. */
function outcomeOf(fault: Fault, kind: Action['kind'], now: number) {
  const open = { endedAt: null, status: null, code: null, truth: null, retryAfterSeconds: null };
  if (fault.kind === 'refuse') {
    const { status, code, retryAfterSeconds } = fault;
    return { endedAt: now, status, code, truth: null, retryAfterSeconds };
  }
  return kind === 'stream' ? { ...open, endedAt: now, status: 200, truth: 200 } : open;
}

/**
 * Records a request and decides its fault. The run is locked meanwhile, so that its requests have one order across nodes.
 */
export function beginRequest(
  { store }: Pick<OperationContext, 'store'>,
  runId: string,
  playerId: string,
  { about, ...request }: ObservedRequest,
): Promise<Begun> {
  return store.transact(async tx => {
    const run = await certificationStore.lock(tx, runId, playerId);
    if (!run) return { kind: 'missing' };
    const now = await operatorStore.now(tx);
    if (run.finished || now >= run.deadlineAt) return { kind: 'over' };
    const trace = await certificationStore.trace(tx, runId);
    if (trace.length >= maxEntries) return { kind: 'full' };
    const event = about === null ? null : run.events.find(({ slug, pubkey }) => slug === about || pubkey === about);
    // Orders of an event outside the run are ignored.
    const clientId = request.kind === 'lookup' && about !== null && !event ? null : request.clientId;
    const action: Action = { ...request, clientId, scenario: event?.scenario ?? null };
    const fault = decideFault({ plan: planOf(run.seed), trace, action, now });
    const number = trace.length + 1;
    const name = fault.kind === 'none' ? null : fault.name;
    await certificationStore.append(tx, runId, {
      ...action,
      number,
      at: now,
      fault: name,
      ...outcomeOf(fault, action.kind, now),
    });
    return { kind: 'begun', run, number, fault };
  });
}

type Ending = Pick<TraceEntry, 'status' | 'truth' | 'code' | 'fault' | 'retryAfterSeconds' | 'told'>;

/** Records how a request ended. Must complete before the response is sent, so that the client's next request comes later. */
export function endRequest(
  { store }: Pick<OperationContext, 'store'>,
  runId: string,
  number: number,
  ending: Ending,
): Promise<void> {
  return store.transact(async tx => {
    const endedAt = await operatorStore.now(tx);
    await certificationStore.amend(tx, runId, number, { ...ending, endedAt });
  });
}

type AppendContext = Pick<OperationContext, 'store'>;

/** The stream that a request opened. */
export interface OpenedStream {
  readonly runId: string;
  /** The number of that request. */
  readonly connection: number;
  readonly path: string;
}

type MessageEntry = Pick<
  TraceEntry,
  'kind' | 'scenario' | 'method' | 'path' | 'sequence' | 'fault' | 'connection' | 'told'
>;

/** Builds the trace entry of an action that the service took without a request. */
function serviceEntry(number: number, at: number, messageEntry: MessageEntry): TraceEntry {
  return {
    number,
    at,
    clientId: null,
    bodyDigest: null,
    amountCredits: null,
    endedAt: at,
    status: null,
    code: null,
    truth: null,
    retryAfterSeconds: null,
    ...messageEntry,
  };
}

/** Appends the entry that `make` builds from the trace so far, while the run is open and its trace is not full. */
function appendTo(
  context: AppendContext,
  runId: string,
  make: (trace: readonly TraceEntry[]) => MessageEntry | null,
): Promise<TraceEntry['fault']> {
  return context.store.transact(async (tx: Transaction) => {
    const run = await certificationStore.lock(tx, runId);
    if (!run || run.finished) return null;
    const trace = await certificationStore.trace(tx, runId);
    const entry = trace.length < maxEntries ? make(trace) : null;
    if (!entry) return null;
    const at = await operatorStore.now(tx);
    await certificationStore.append(tx, runId, serviceEntry(trace.length + 1, at, entry));
    return entry.fault;
  });
}

/** Records a trade of the scenario's stream before it is sent, and decides its fault. */
export async function recordTrade(
  context: AppendContext,
  { runId, ...stream }: OpenedStream,
  sequence: number,
): Promise<'sent-twice' | 'withheld' | null> {
  const scenario = 'stream-sequence';
  const fault = await appendTo(context, runId, trace => {
    const decided = decideMessage(trace, stream.connection, sequence);
    return { kind: 'message', scenario, method: 'SSE', ...stream, sequence, fault: decided };
  });
  return fault as ReturnType<typeof decideMessage>;
}

/** Records the market state that a stream is about to send. */
export async function recordStanding(
  context: AppendContext,
  { runId, ...stream }: OpenedStream,
  market: ReportedMarket,
): Promise<void> {
  const { scenario, sequence } = market;
  await appendTo(context, runId, () => {
    return { kind: 'message', scenario, method: 'SSE', ...stream, sequence, fault: null, told: [market] };
  });
}

/** Records that the pause of a market ended by time, unless a request already did. */
export async function recordResumed(context: AppendContext, runId: string, slug: string): Promise<void> {
  await appendTo(context, runId, trace => {
    const faults = trace.map(({ fault }) => fault);
    if (!faults.includes('market-paused') || faults.includes('market-resumed')) return null;
    const path = `/api/events/${slug}`;
    return { kind: 'market', scenario: 'market-paused', method: 'TIME', path, sequence: null, fault: 'market-resumed' };
  });
}
