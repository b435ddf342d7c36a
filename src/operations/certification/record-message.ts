import { decideMessage } from '../../domain/certification/decide-fault.js';
import { maxEntries, type ReportedMarket, type TraceEntry } from '../../domain/certification/trace.js';
import type { Writes } from '../../store/store.js';
import type { OperationContext } from '../operation-context.js';

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
function serviceEntry(number: number, at: number, own: MessageEntry): TraceEntry {
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
    ...own,
  };
}

/** Appends the entry that `make` builds from the trace so far, while the run is open and its trace is not full. */
function appendTo(
  context: AppendContext,
  runId: string,
  make: (trace: readonly TraceEntry[]) => MessageEntry | null,
): Promise<TraceEntry['fault']> {
  return context.store.transact(async (writes: Writes) => {
    const run = await writes.certification.lock(runId);
    if (!run || run.finished) return null;
    const trace = await writes.certification.trace(runId);
    const own = trace.length < maxEntries ? make(trace) : null;
    if (!own) return null;
    const at = await writes.operators.now();
    await writes.certification.append(runId, serviceEntry(trace.length + 1, at, own));
    return own.fault;
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
