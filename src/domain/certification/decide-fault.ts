import type { RunPlan } from './plan.js';
import { maxValidCredits, type ScenarioId } from './scenarios.js';
import { type Action, entriesOf, type FaultName, isAccepted, isReading, type TraceEntry, withFault } from './trace.js';

/** The request is not passed on; this is its answer. */
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

/** The request is passed on, and what came of it is hidden: nothing is answered, or that nothing is known. */
interface Hiding {
  readonly kind: 'hide';
  readonly name: 'reply-lost' | 'unknown-placed';
  /** Null: the connection is cut. */
  readonly status: 202 | 504 | null;
}

/** Something happens to the market of the scenario before the request is passed on. */
interface Preparing {
  readonly kind: 'prepare';
  readonly name: 'market-moved' | 'market-paused' | 'market-resumed';
  readonly scenario: ScenarioId;
  /** The refusal that it is there for; null where the request is meant to go well. */
  readonly provokes: 'STALE_ORDERBOOK' | 'MARKET_PAUSED' | null;
}

export type Fault = { readonly kind: 'none' } | Refusing | Hiding | Preparing;

const none: Fault = { kind: 'none' };

/**
 * Whether a fault did what it is there for. An order that is refused for reasons of its own has nothing to hide and has not
 * met the market as it was prepared, so the fault waits for the next one.
 */
export function cameToPass(fault: Fault, status: number, code: string | null): boolean {
  if (fault.kind === 'hide') return status < 300;
  return fault.kind !== 'prepare' || fault.provokes === null || fault.provokes === code;
}

const unknown = 'the outcome of this write could not be learned';

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

/** Seconds until a time that was told once is over; a first request gets all of it, one that comes back too early the rest. */
function secondsLeft({ trace, now }: Situation, name: FaultName, seconds: number): number {
  const first = withFault(trace, name)[0];
  return first ? Math.ceil((first.at + seconds * 1000 - now) / 1000) : seconds;
}

/** Orders of each scenario; whatever is missing here is passed on as it is. */
const ordersMeet: Partial<Record<ScenarioId, (situation: Situation) => Fault>> = {
  'rate-limited': situation => {
    const left = secondsLeft(situation, 'rate-limited', situation.plan.retryAfterSeconds);
    if (left <= 0) return none;
    const message = `too many orders; try again in ${left} s`;
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
    return refusing('server-error', 'INTERNAL_ERROR', 500, 'something failed inside the service');
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
    return refusing('trading-paused', 'TRADING_PAUSED', 503, 'trading is paused', { retryAfterSeconds: left });
  },
};

/** The key counts as revoked below the base path, and only there. */
export function isRevoked(trace: readonly TraceEntry[]): boolean {
  return entriesOf(trace, 'key-revoked', 'order').some(isAccepted);
}

/** When the pause of the market is over; null while there is none. */
export function pauseEndsAt({ trace, plan }: Pick<Situation, 'trace' | 'plan'>): number | null {
  const [paused] = withFault(trace, 'market-paused');
  return paused ? (paused.endedAt ?? paused.at) + plan.marketPauseMs : null;
}

/** A pause ends by itself. Whoever asks first afterwards finds the market open, however soon that is. */
function pauseIsOver({ trace, plan, now }: Situation): boolean {
  const endsAt = pauseEndsAt({ trace, plan });
  return endsAt !== null && now >= endsAt && withFault(trace, 'market-resumed').length === 0;
}

/** What a run does to this request. */
export function decideFault(situation: Situation): Fault {
  const { trace, action } = situation;
  if (isRevoked(trace)) return refusing('key-revoked', 'UNAUTHORIZED', 401, 'the agent key is revoked');
  // A read of many markets shows this one too, whichever it names.
  const mayShow = isReading(action) || (action.kind === 'order' && action.scenario === 'market-paused');
  if (mayShow && pauseIsOver(situation)) {
    return { kind: 'prepare', name: 'market-resumed', scenario: 'market-paused', provokes: null };
  }
  const meet = action.kind === 'order' && action.scenario !== null ? ordersMeet[action.scenario] : undefined;
  return meet ? meet(situation) : none;
}

/**
 * How a trade is sent over one connection of the scenario's stream. The first is sent twice and the second left out, with a
 * heartbeat that shows it, on every connection that was opened before the gap: a client with two of them meets the same on
 * both. What is opened after it, such as a stream that goes on from before the gap, is whole.
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
