import type { VerdictName } from './trace.js';

/**
 * Parses a declared result: true, "passed" or { verdict: "passed" }, and the opposite. Null if it is ambiguous or
 * contradictory.
 */
export function declaredPass(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') {
    const word = value.trim().toLowerCase();
    if (['passed', 'pass', 'ok', 'true'].includes(word)) return true;
    return ['failed', 'fail', 'false'].includes(word) ? false : null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { verdict, passed, status } = value as Record<string, unknown>;
  const results = [verdict, passed, status].filter(each => each !== undefined && each !== null).map(declaredPass);
  const [first = null] = results;
  return results.includes(first === null ? first : !first) ? null : first;
}

/** Returns whether the declared result matches the verdict; null if either is missing. */
export function agrees(declared: boolean | null, verdict: VerdictName): boolean | null {
  if (declared === null || verdict === 'in-progress') return null;
  return declared === (verdict === 'passed');
}

const folded = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Returns whether two words differ by one typo: a missing, extra or wrong letter, or two swapped neighbours. */
function isOneTypoOff(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  const isSwapped = short[at] === long[at + 1] && short[at + 1] === long[at];
  return short.slice(at + (isSwapped ? 2 : 1)) === long.slice(at + (isSwapped ? 2 : 1));
}

/** Aliases. */
const synonyms: Readonly<Record<string, readonly string[]>> = { runId: ['run', 'id', 'certificationId'] };

/** Returns the known name that an unknown one resembles; null if none does. */
export function meantBy(name: string, candidates: readonly string[]): string | null {
  const sent = folded(name);
  const isMeant = (each: string) =>
    isOneTypoOff(folded(each), sent) || synonyms[each]?.some(other => folded(other) === sent);
  return candidates.find(isMeant) ?? null;
}

/** The choices of a run. They follow from its seed, so that a client can't hard-code them. */
export interface RunPlan {
  readonly retryAfterSeconds: number;
  readonly lostReplies: number;
  readonly unknownStatus: Readonly<Record<'unknown-placed' | 'unknown-not-placed', 202 | 504>>;
  /** The number of 500 responses for each of the first intended orders. */
  readonly failures: number;
  /** The number of intended orders that get failures: only a second series shows whether back-offs are jittered. */
  readonly failingWishes: number;
  readonly marketPauseMs: number;
  readonly tradingPauseSeconds: number;
}

export function planOf(seed: number): RunPlan {
  const bit = (index: number) => (seed >>> index) & 1;
  return {
    retryAfterSeconds: 2 + bit(0),
    lostReplies: 1 + bit(1),
    unknownStatus: bit(2)
      ? { 'unknown-placed': 202, 'unknown-not-placed': 504 }
      : { 'unknown-placed': 504, 'unknown-not-placed': 202 },
    failures: 5,
    failingWishes: 2,
    marketPauseMs: 2_000 + 1_000 * bit(3),
    tradingPauseSeconds: 2 + bit(4),
  };
}

export interface RunEvent {
  readonly scenario: ScenarioId;
  readonly eventId: string;
  readonly slug: string;
  readonly pubkey: string;
}

// The scenarios of a certification: the published list, in the recommended order.

export const scenarioIds = [
  'rate-limited',
  'reply-lost',
  'unknown-placed',
  'unknown-not-placed',
  'server-errors',
  'invalid-order',
  'stale-book',
  'market-paused',
  'trading-paused',
  'stream-sequence',
  'key-revoked',
] as const;
export type ScenarioId = (typeof scenarioIds)[number];

export interface Scenario {
  readonly id: ScenarioId;
  readonly title: string;
  /** The fault that the service injects. */
  readonly service: string;
  /** The expected behaviour of the client. */
  readonly client: string;
  /** The task of the client on the scenario's event. */
  readonly task: string;
  readonly judgedBy: string;
  readonly passCondition: string;
  /** A run passes when all of these pass. */
  readonly required: boolean;
}

export const maxValidCredits = 2;
const buyOne = 'Buy 1 credit of outcome 0 at limitPriceBps 9999.';

export const scenarios: readonly Scenario[] = [
  {
    id: 'rate-limited',
    title: 'Wait for Retry-After',
    service: 'Responds to the first order with 429 RATE_LIMITED and a Retry-After of some seconds.',
    client: 'Waits at least that long and retries the order with the same clientOrderId.',
    task: buyOne,
    judgedBy: 'Time between the 429 and the next order, and the ids of both.',
    passCondition: 'The order is retried after Retry-After with the same id and is accepted.',
    required: true,
  },
  {
    id: 'reply-lost',
    title: 'Response lost after the commit',
    service: 'Commits the order and closes the connection without a response, once or twice.',
    client: 'Retries with the same clientOrderId, or looks the order up by that id.',
    task: buyOne,
    judgedBy: 'Ids of all following orders, and the final number of orders.',
    passCondition: 'One order in total, and the client has seen its result under its own id.',
    required: true,
  },
  {
    id: 'unknown-placed',
    title: 'Unknown outcome: the order was placed',
    service: 'Places the order and responds with ACCEPTED_UNKNOWN_CONFIRMATION and 202 or 504.',
    client: 'Looks the order up by its clientOrderId before sending anything else for it.',
    task: buyOne,
    judgedBy: 'Whether a lookup or an order comes first, and the final number of orders.',
    passCondition: 'A lookup by clientOrderId before the next order, and one order in total.',
    required: true,
  },
  {
    id: 'unknown-not-placed',
    title: 'Unknown outcome: the order was not placed',
    service: 'Responds with ACCEPTED_UNKNOWN_CONFIRMATION and 202 or 504, and places nothing.',
    client: 'Looks the order up by its clientOrderId, finds nothing, and retries with the same clientOrderId.',
    task: buyOne,
    judgedBy: 'Whether the lookup precedes the next order, its id, and the final number of orders.',
    passCondition: 'A lookup by clientOrderId before the next order, which has the same id, and one order in total.',
    required: true,
  },
  {
    id: 'server-errors',
    title: 'Back off from failures',
    service: 'Responds to each of two orders with 500 INTERNAL_ERROR five times.',
    client: 'Retries with the same clientOrderId after growing delays with jitter.',
    task: `${buyOne} When it is accepted, buy 1 credit again, as a separate order.`,
    judgedBy: 'Delays between a failure and the next attempt, compared between the two orders, and the ids.',
    passCondition:
      'The delays do not clearly shrink, are not uniform and add up to at least half a second per order; those of the second order neither repeat those of the first nor follow the same step or factor; each order is eventually accepted under its own id.',
    required: true,
  },
  {
    id: 'invalid-order',
    title: 'Do not repeat a rejected order',
    service: `Rejects orders of more than ${maxValidCredits} credits with 400 INVALID_PAYLOAD that names amountCredits.`,
    client: 'Corrects the amount or gives up, and never repeats the same order.',
    task: `Buy 5 credits of outcome 0 at limitPriceBps 9999. When rejected, correct the amount to ${maxValidCredits} or less, or give up.`,
    judgedBy: 'Content of the orders after the rejection, without their ids.',
    passCondition: `No rejected content is repeated, and no order after the rejection exceeds ${maxValidCredits} credits.`,
    required: true,
  },
  {
    id: 'stale-book',
    title: 'Re-read a stale book',
    service: 'Moves the market between the preview and the order, which is then rejected with 409 STALE_ORDERBOOK.',
    client: 'Previews again, reads the book or follows its stream, and sends the order with the new sequence.',
    task: `Preview, then order with its market.sequence as ifSequence. ${buyOne}`,
    judgedBy:
      'Whether the client read the new sequence of this market, or received it from a stream, between the rejection and the next order, and the ifSequence of that order.',
    passCondition: 'A new read before the next order, which has the new sequence and is accepted; one order in total.',
    required: true,
  },
  {
    id: 'market-paused',
    title: 'Paused market',
    service: 'Pauses the market before the first order and resumes it some seconds later: 409 MARKET_PAUSED.',
    client:
      'Sends no more orders there, keeps reading the market or its stream, and places the order once the market is active.',
    task: `${buyOne} When the market is paused, read it or its stream until its status is active.`,
    judgedBy:
      'Orders between the rejection and the end of the pause, and the last status that the client read or received from a stream before the next order.',
    passCondition:
      'No further order during the pause, a read or stream message that shows the market active again, and one accepted order afterwards.',
    required: true,
  },
  {
    id: 'trading-paused',
    title: 'Paused arena',
    service: 'Responds to orders with 503 TRADING_PAUSED and a Retry-After for some seconds.',
    client: 'Sends no orders for that long, keeps reading, and then retries the order.',
    task: `${buyOne} While trading is paused, read the market or your account.`,
    judgedBy: 'Orders and reads between the response and the end of Retry-After.',
    passCondition:
      'No order before Retry-After ends, at least one read until then, and then the order is accepted with the same id.',
    required: true,
  },
  {
    id: 'stream-sequence',
    title: 'Duplicates and gaps on a stream',
    service: 'Sends the first trade of the stream twice and omits the second; the next heartbeat shows the gap.',
    client: 'Ignores the duplicate. At the gap it stops writing, requests a replay or a snapshot, and then continues.',
    task: 'Open the trades stream of the event, buy 1 credit of outcome 0, and buy 1 credit again for each new trade on the stream, until you have seen 4 trades.',
    judgedBy: 'Number of orders per trade on the stream, and what happens between the gap and the next order.',
    passCondition:
      'One order per trade and none before its trade arrives, none between the gap and the request that closes it, and one after that. A replay or a stream from before the gap, a snapshot, the book and the list of trades close it.',
    required: true,
  },
  {
    id: 'key-revoked',
    title: 'Revoked key',
    service:
      'After the first order here, every request with the key under the base path returns 401 UNAUTHORIZED, as if it were revoked. The real key still works.',
    client: 'Stops: no further orders and no repeated attempts.',
    task: `Do this last: nothing works afterwards. ${buyOne} Then send a second order, which is rejected with 401, and stop.`,
    judgedBy: 'Number of requests after the first 401.',
    passCondition: 'At most two requests after the first 401, and no order among them.',
    required: true,
  },
];

const byId = new Map(scenarios.map(scenario => [scenario.id, scenario]));

export function scenarioOf(id: ScenarioId): Scenario {
  return byId.get(id) as Scenario;
}
