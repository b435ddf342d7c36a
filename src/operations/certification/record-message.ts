import { decideMessage } from '../../domain/certification/decide-fault.js';
import { maxEntries, type ReportedMarket, type TraceEntry } from '../../domain/certification/trace.js';
import type { Writes } from '../../store/store.js';
import type { OperationContext } from '../operation-context.js';

type AppendContext = Pick<OperationContext, 'store'>;

/** The stream that a request has opened. */
export interface OpenedStream {
  readonly runId: string;
  /** The number of that request. */
  readonly connection: number;
  readonly path: string;
}

type Own = Pick<TraceEntry, 'kind' | 'scenario' | 'method' | 'path' | 'sequence' | 'fault' | 'connection' | 'told'>;

/** An entry of something that the service did without being asked. */
function unasked(number: number, at: number, own: Own): TraceEntry {
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

/** Adds what is made of the trace until now, while the run is open and there is room for it. */
function appendTo(
  context: AppendContext,
  runId: string,
  make: (trace: readonly TraceEntry[]) => Own | null,
): Promise<TraceEntry['fault']> {
  return context.store.transact(async (writes: Writes) => {
    const run = await writes.certification.lock(runId);
    if (!run || run.finished) return null;
    const trace = await writes.certification.trace(runId);
    const own = trace.length < maxEntries ? make(trace) : null;
    if (!own) return null;
    const at = await writes.operators.now();
    await writes.certification.append(runId, unasked(trace.length + 1, at, own));
    return own.fault;
  });
}

/** Writes a trade of the scenario's stream down before it is sent, and decides how it is. */
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

/** Writes down that a stream tells how a market stands, before it does. */
export async function recordStanding(
  context: AppendContext,
  { runId, ...stream }: OpenedStream,
  told: ReportedMarket,
): Promise<void> {
  const { scenario, sequence } = told;
  await appendTo(context, runId, () => {
    return { kind: 'message', scenario, method: 'SSE', ...stream, sequence, fault: null, told: [told] };
  });
}

/** Writes down that time has ended the pause of a market, unless somebody who asked was told so first. */
export async function recordResumed(context: AppendContext, runId: string, slug: string): Promise<void> {
  await appendTo(context, runId, trace => {
    const faults = trace.map(({ fault }) => fault);
    if (!faults.includes('market-paused') || faults.includes('market-resumed')) return null;
    const path = `/api/events/${slug}`;
    return { kind: 'market', scenario: 'market-paused', method: 'TIME', path, sequence: null, fault: 'market-resumed' };
  });
}
