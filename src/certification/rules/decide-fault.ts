import { maxValidCredits, type RunPlan, type ScenarioId } from './scenarios.js';
import { type Action, entriesOf, type FaultName, isAccepted, isReading, type TraceEntry, withFault } from './trace.js';

/** The request is not forwarded and gets this response. */
interface Refusing {
  readonly kind: 'refuse';
  readonly name: FaultName;
  readonly code:
    | 'RATE_LIMITED'
    | 'ACCEPTED_UNKNOWN_CONFIRMATION'
    | 'INTERNAL_ERROR'
    | 'INVALID_PAYLOAD'
    | 'TRADING_PAUSED'
    | 'UNAUTHORIZED';
  readonly status: number;
  readonly message: string;
  readonly field: string | null;
  readonly retryAfterSeconds: number | null;
}

/** The request is forwarded, and its outcome is hidden: the client gets no response, or an unknown outcome. */
interface Hiding {
  readonly kind: 'hide';
  readonly name: 'reply-lost' | 'unknown-placed';
  /** Null to close the connection. */
  readonly status: 202 | 504 | null;
}

/** The market of the scenario changes before the request is forwarded. */
interface Preparing {
  readonly kind: 'prepare';
  readonly name: 'market-moved' | 'market-paused' | 'market-resumed';
  readonly scenario: ScenarioId;
  /** The rejection that the change should provoke; null if the request should succeed. */
  readonly provokes: 'STALE_ORDERBOOK' | 'MARKET_PAUSED' | null;
}

export type Fault = { readonly kind: 'none' } | Refusing | Hiding | Preparing;

const none: Fault = { kind: 'none' };

/**
 * Returns whether a fault took effect. An order that is rejected for another reason has no outcome to hide and did not
 * reach the prepared market, so the fault applies to the next order instead.
 */
export function tookEffect(fault: Fault, status: number, code: string | null): boolean {
  if (fault.kind === 'hide') return status < 300;
  return fault.kind !== 'prepare' || fault.provokes === null || fault.provokes === code;
}

const unknown = 'The outcome of this write is unknown.';

function refusing(
  name: FaultName,
  code: Refusing['code'],
  status: number,
  message: string,
  more: Partial<Refusing> = {},
) {
  return { kind: 'refuse', name, code, status, message, field: null, retryAfterSeconds: null, ...more } as const;
}

interface Situation {
  readonly plan: RunPlan;
  readonly trace: readonly TraceEntry[];
  readonly action: Action;
  readonly now: number;
}

/** The remaining seconds of a Retry-After: all of it for the first request, the rest for an early retry. */
function secondsLeft({ trace, now }: Situation, name: FaultName, seconds: number): number {
  const first = withFault(trace, name)[0];
  return first ? Math.ceil((first.at + seconds * 1000 - now) / 1000) : seconds;
}

/** The faults of orders, by scenario. */
const orderFaults: Partial<Record<ScenarioId, (situation: Situation) => Fault>> = {
  'rate-limited': situation => {
    const left = secondsLeft(situation, 'rate-limited', situation.plan.retryAfterSeconds);
    if (left <= 0) return none;
    const message = `Too many orders. Retry in ${left} s.`;
    return refusing('rate-limited', 'RATE_LIMITED', 429, message, { retryAfterSeconds: left });
  },
  'reply-lost': ({ trace, plan }) =>
    withFault(trace, 'reply-lost').length < plan.lostReplies
      ? { kind: 'hide', name: 'reply-lost', status: null }
      : none,
  'unknown-placed': ({ trace, plan }) =>
    withFault(trace, 'unknown-placed').length === 0
      ? { kind: 'hide', name: 'unknown-placed', status: plan.unknownStatus['unknown-placed'] }
      : none,
  'unknown-not-placed': ({ trace, plan }) => {
    if (withFault(trace, 'unknown-not-placed').length > 0) return none;
    const status = plan.unknownStatus['unknown-not-placed'];
    return refusing('unknown-not-placed', 'ACCEPTED_UNKNOWN_CONFIRMATION', status, unknown);
  },
  'server-errors': ({ trace, plan, action }) => {
    const orders = entriesOf(trace, 'server-errors', 'order');
    const accepted = orders.filter(isAccepted);
    const done = new Set(accepted.map(({ clientId }) => clientId));
    if (done.size >= plan.failingWishes || done.has(action.clientId)) return none;
    const since = accepted.at(-1)?.number ?? 0;
    const met = withFault(orders, 'server-error').filter(({ number }) => number > since).length;
    if (met >= plan.failures) return none;
    return refusing('server-error', 'INTERNAL_ERROR', 500, 'Internal error.');
  },
  'invalid-order': ({ action }) =>
    (action.amountCredits ?? 0) > maxValidCredits
      ? refusing('invalid-order', 'INVALID_PAYLOAD', 400, `amountCredits must be at most ${maxValidCredits}`, {
          field: 'amountCredits',
        })
      : none,
  'stale-book': ({ trace, action }) =>
    action.sequence !== null && withFault(trace, 'market-moved').length === 0
      ? { kind: 'prepare', name: 'market-moved', scenario: 'stale-book', provokes: 'STALE_ORDERBOOK' }
      : none,
  'market-paused': ({ trace }) =>
    withFault(trace, 'market-paused').length === 0
      ? { kind: 'prepare', name: 'market-paused', scenario: 'market-paused', provokes: 'MARKET_PAUSED' }
      : none,
  'trading-paused': situation => {
    const left = secondsLeft(situation, 'trading-paused', situation.plan.tradingPauseSeconds);
    if (left <= 0) return none;
    return refusing('trading-paused', 'TRADING_PAUSED', 503, 'Trading is paused.', { retryAfterSeconds: left });
  },
};

/** Returns whether the key counts as revoked, which applies only under the base path. */
export function isRevoked(trace: readonly TraceEntry[]): boolean {
  return entriesOf(trace, 'key-revoked', 'order').some(isAccepted);
}

/** Returns when the pause of the market ends; null if there is none. */
export function pauseEndsAt({ trace, plan }: Pick<Situation, 'trace' | 'plan'>): number | null {
  const [paused] = withFault(trace, 'market-paused');
  return paused ? (paused.endedAt ?? paused.at) + plan.marketPauseMs : null;
}

/** A pause ends by time: the first request afterwards finds the market open. */
function isPauseOver({ trace, plan, now }: Situation): boolean {
  const endsAt = pauseEndsAt({ trace, plan });
  return endsAt !== null && now >= endsAt && withFault(trace, 'market-resumed').length === 0;
}

/** Decides the fault of a request. */
export function decideFault(situation: Situation): Fault {
  const { trace, action } = situation;
  if (isRevoked(trace)) return refusing('key-revoked', 'UNAUTHORIZED', 401, 'The agent key is revoked.');
  // A read of many markets may include this one.
  const mayShow = isReading(action) || (action.kind === 'order' && action.scenario === 'market-paused');
  if (mayShow && isPauseOver(situation)) {
    return { kind: 'prepare', name: 'market-resumed', scenario: 'market-paused', provokes: null };
  }
  const decide = action.kind === 'order' && action.scenario !== null ? orderFaults[action.scenario] : undefined;
  return decide ? decide(situation) : none;
}

/**
 * Decides how a trade is sent over one connection of the scenario's stream. The first trade is sent twice and the
 * second is withheld, with a heartbeat that reveals the gap, on every connection that was opened before the gap. Later
 * connections, such as a stream that resumes from before the gap, get every trade.
 */
export function decideMessage(
  trace: readonly TraceEntry[],
  connection: number,
  sequence: number,
): 'sent-twice' | 'withheld' | null {
  const [first] = withFault(trace, 'sent-twice');
  if (!first) return 'sent-twice';
  const [gap] = withFault(trace, 'withheld');
  if (gap && connection > gap.number) return null;
  const isNew = (name: FaultName) => !withFault(trace, name).some(message => message.connection === connection);
  if (sequence === first.sequence) return isNew('sent-twice') ? 'sent-twice' : null;
  const isLeftOut = gap ? sequence === gap.sequence : sequence > (first.sequence ?? 0);
  return isLeftOut && isNew('withheld') ? 'withheld' : null;
}
