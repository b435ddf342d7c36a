import { decideFault, tookEffect } from '../decide-fault.js';
import { planOf, type RunPlan, type ScenarioId } from '../scenarios.js';
import { type Action, isReading, type ReportedMarket, type TraceEntry, withFault } from '../trace.js';

type Sent = Partial<Action> & Pick<TraceEntry, 'kind' | 'told'>;

/** A run without a service: responses follow the plan, or the status that the test sets. */
export class PlayedRun {
  readonly trace: TraceEntry[] = [];
  readonly plan: RunPlan;
  now = 1_000_000;
  /** The sequence of the scenario's market, or of the last trade sent. */
  sequence = 1;

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

  /** The market state that a read returns. */
  private reported(kind: TraceEntry['kind'], fault: TraceEntry['fault']): ReportedMarket[] {
    if (kind === 'replay')
      return [{ scenario: this.scenario, status: null, sequence: null, lastMessage: this.sequence }];
    const isPaused = fault !== 'market-resumed' && withFault(this.trace, 'market-paused').length > 0;
    const status = isPaused && withFault(this.trace, 'market-resumed').length === 0 ? 'paused' : 'active';
    return [{ scenario: this.scenario, status, sequence: this.sequence }];
  }

  /** Sends a request; `truth` is the status that the route would return. */
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
    const happened = tookEffect(fault, truth, code);
    const hidden = fault.kind === 'hide' && happened ? fault.status : truth;
    const name = fault.kind === 'none' || !happened ? null : fault.name;
    if (fault.kind === 'prepare' && fault.name === 'market-moved') this.sequence += 2;
    const shows = isReading(action) && action.scenario === this.scenario && action.kind !== 'lookup' && truth === 200;
    const entry: TraceEntry = {
      ...(shows ? { told: this.reported(action.kind, name) } : {}),
      ...action,
      number: trace.length + 1,
      at: now,
      endedAt: now,
      fault: name,
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

  /** Sends a trade, or market states, over the stream. */
  tell(sequence: number, fault: TraceEntry['fault'] = null, connection = 1, markets?: readonly ReportedMarket[]): void {
    const { now, trace } = this;
    this.sequence = Math.max(this.sequence, sequence);
    const none = { clientId: null, bodyDigest: null, amountCredits: null, status: null, code: null, truth: null };
    trace.push({
      ...none,
      ...(markets ? { told: markets } : {}),
      kind: 'message',
      scenario: this.scenario,
      method: 'SSE',
      path: '/stream',
      sequence,
      connection,
      fault,
      retryAfterSeconds: null,
      number: trace.length + 1,
      at: now,
      endedAt: now,
    });
  }
}
