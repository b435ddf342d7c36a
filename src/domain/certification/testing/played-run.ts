import { cameToPass, decideFault } from '../decide-fault.js';
import { planOf, type RunPlan } from '../plan.js';
import type { ScenarioId } from '../scenarios.js';
import type { Action, TraceEntry } from '../trace.js';

type Sent = Partial<Action> & { readonly kind: Action['kind'] };

/** A run without a service: requests are answered as the plan says, or as the caller says that the service would. */
export class PlayedRun {
  readonly trace: TraceEntry[] = [];
  readonly plan: RunPlan;
  now = 1_000_000;

  constructor(
    readonly scenario: ScenarioId,
    seed = 0,
  ) {
    this.plan = planOf(seed);
  }

  wait(ms: number): this {
    this.now += ms;
    return this;
  }

  /** Sends a request; `truth` is what the service itself would answer. */
  send(sent: Sent, truth = sent.kind === 'order' ? 201 : 200, code: string | null = null): TraceEntry {
    const action: Action = {
      scenario: this.scenario,
      method: sent.kind === 'order' || sent.kind === 'preview' ? 'POST' : 'GET',
      path: '/api/somewhere',
      clientId: null,
      bodyDigest: null,
      sequence: null,
      amountCredits: null,
      ...sent,
    };
    const { plan, trace, now } = this;
    const fault = decideFault({ plan, trace, action, now });
    const refused = fault.kind === 'refuse';
    const happened = cameToPass(fault, truth, code);
    const hidden = fault.kind === 'hide' && happened ? fault.status : truth;
    const entry: TraceEntry = {
      ...action,
      number: trace.length + 1,
      at: now,
      endedAt: now,
      fault: fault.kind === 'none' || !happened ? null : fault.name,
      status: refused ? fault.status : hidden,
      code: refused ? fault.code : code,
      truth: refused ? null : truth,
      retryAfterSeconds: refused ? fault.retryAfterSeconds : null,
    };
    trace.push(entry);
    return entry;
  }

  order(clientId: string, more: Partial<Action> = {}, truth = 201, code: string | null = null): TraceEntry {
    return this.send({ kind: 'order', clientId, bodyDigest: 'one credit', amountCredits: 1, ...more }, truth, code);
  }

  /** The service tells of a trade over the stream. */
  tell(sequence: number, fault: TraceEntry['fault'] = null): void {
    const { now, trace } = this;
    const none = { clientId: null, bodyDigest: null, amountCredits: null, status: null, code: null, truth: null };
    trace.push({
      ...none,
      kind: 'message',
      scenario: this.scenario,
      method: 'SSE',
      path: '/stream',
      sequence,
      fault,
      retryAfterSeconds: null,
      number: trace.length + 1,
      at: now,
      endedAt: now,
    });
  }
}
