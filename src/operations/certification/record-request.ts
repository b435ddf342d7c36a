import { decideFault, type Fault } from '../../domain/certification/decide-fault.js';
import { planOf } from '../../domain/certification/plan.js';
import { type Action, maxEntries, type TraceEntry } from '../../domain/certification/trace.js';
import type { RunRow } from '../../store/certification/interface.js';
import type { OperationContext } from '../operation-context.js';

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
  return store.transact(async writes => {
    const run = await writes.certification.lock(runId, playerId);
    if (!run) return { kind: 'missing' };
    const now = await writes.operators.now();
    if (run.finished || now >= run.deadlineAt) return { kind: 'over' };
    const trace = await writes.certification.trace(runId);
    if (trace.length >= maxEntries) return { kind: 'full' };
    const event = about === null ? null : run.events.find(({ slug, pubkey }) => slug === about || pubkey === about);
    // Orders of an event outside the run are ignored.
    const clientId = request.kind === 'lookup' && about !== null && !event ? null : request.clientId;
    const action: Action = { ...request, clientId, scenario: event?.scenario ?? null };
    const fault = decideFault({ plan: planOf(run.seed), trace, action, now });
    const number = trace.length + 1;
    const name = fault.kind === 'none' ? null : fault.name;
    await writes.certification.append(runId, {
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
  return store.transact(async writes => {
    const endedAt = await writes.operators.now();
    await writes.certification.amend(runId, number, { ...ending, endedAt });
  });
}
