/** The scenarios of a certification: the list that is published, and the order in which they are best done. */

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
  /** What the service does to the client. */
  readonly service: string;
  /** What a good client does. */
  readonly client: string;
  /** What the client is asked to do on the scenario's event, for whoever drives it. */
  readonly task: string;
  readonly judgedBy: string;
  readonly passCondition: string;
  /** A run is passed when all of these are. */
  readonly required: boolean;
}

export const maxValidCredits = 2;
const buyOne = 'Buy 1 credit of outcome 0 at limitPriceBps 9999.';

export const scenarios: readonly Scenario[] = [
  {
    id: 'rate-limited',
    title: 'Wait for Retry-After',
    service: 'Answers the first order with 429 RATE_LIMITED and a Retry-After of some seconds.',
    client: 'Waits at least that long and sends the same order again, with the same clientOrderId.',
    task: buyOne,
    judgedBy: 'The time between the 429 and the next order, and the ids of both.',
    passCondition: 'The order comes back after Retry-After, with the same id, and is accepted.',
    required: true,
  },
  {
    id: 'reply-lost',
    title: 'A reply that is lost after the commit',
    service: 'Takes the order, commits it and cuts the connection instead of answering, once or twice.',
    client: 'Sends the order again with the same clientOrderId, or looks it up by that id.',
    task: buyOne,
    judgedBy: 'The ids of all orders that follow, and how many orders there are in the end.',
    passCondition: 'One order in the end, and the client has learned of it by its own id.',
    required: true,
  },
  {
    id: 'unknown-placed',
    title: 'An unknown outcome that was a yes',
    service: 'Places the order and answers ACCEPTED_UNKNOWN_CONFIRMATION with 202 or 504.',
    client: 'Looks the order up by its clientOrderId before it sends anything more for this wish.',
    task: buyOne,
    judgedBy: 'What comes first after the answer, a look-up or an order, and how many orders there are in the end.',
    passCondition: 'A look-up by clientOrderId before the next order, and one order in the end.',
    required: true,
  },
  {
    id: 'unknown-not-placed',
    title: 'An unknown outcome that was a no',
    service: 'Answers ACCEPTED_UNKNOWN_CONFIRMATION with 202 or 504 and places nothing.',
    client: 'Looks the order up by its clientOrderId, finds nothing, and sends it again with the same clientOrderId.',
    task: buyOne,
    judgedBy: 'Whether the look-up comes before the next order, its id, and how many orders there are in the end.',
    passCondition: 'A look-up by clientOrderId before the next order, which has the same id, and one order in the end.',
    required: true,
  },
  {
    id: 'server-errors',
    title: 'Back off from failures',
    service: 'Answers each of two orders with 500 INTERNAL_ERROR five times.',
    client: 'Comes back with the same clientOrderId after pauses that grow and are jittered.',
    task: `${buyOne} When it is accepted, buy 1 credit a second time, as an order of its own.`,
    judgedBy:
      'The pauses between a failure and the next attempt, those of the one order beside those of the other, and the ids.',
    passCondition:
      'The pauses do not clearly shrink, are not all alike and take half a second for each order; those of the second order neither repeat those of the first nor follow with them from one step or factor; each order is accepted at last under its own id.',
    required: true,
  },
  {
    id: 'invalid-order',
    title: 'Do not repeat what is refused',
    service: `Refuses orders of more than ${maxValidCredits} credits with 400 INVALID_PAYLOAD that names amountCredits.`,
    client: 'Corrects the amount or leaves it, and never sends the same order again.',
    task: `Buy 5 credits of outcome 0 at limitPriceBps 9999. On refusal correct the amount to ${maxValidCredits} or less, or give it up.`,
    judgedBy: 'The content of the orders after the refusal, without their ids.',
    passCondition: `No order with a content that was refused comes again, and none of more than ${maxValidCredits} credits after the refusal.`,
    required: true,
  },
  {
    id: 'stale-book',
    title: 'Look again when the book has moved',
    service: 'Moves the market between the preview and the order, which is then refused with 409 STALE_ORDERBOOK.',
    client: 'Previews again, reads the book or listens to its stream, and sends the order with the new sequence.',
    task: `Preview, then order with its market.sequence as ifSequence. ${buyOne}`,
    judgedBy:
      'Whether the new sequence of this market was read, or told by a stream, between the refusal and the next order, and its ifSequence.',
    passCondition:
      'A fresh look before the next order, which carries the new sequence and is accepted; one order in the end.',
    required: true,
  },
  {
    id: 'market-paused',
    title: 'A market that is paused',
    service: 'Pauses the market before the first order and opens it again some seconds later: 409 MARKET_PAUSED.',
    client: 'Sends no more orders there, keeps reading the market or its stream, and orders again once it is active.',
    task: `${buyOne} When the market is paused, read it or its stream until its status is active.`,
    judgedBy:
      'Orders between the refusal and the end of the pause, and the status that was last read, or told by a stream, before the next order.',
    passCondition:
      'No order during the pause after the first, a read or a message of a stream that shows the market active again, and one accepted order afterwards.',
    required: true,
  },
  {
    id: 'trading-paused',
    title: 'Trading is paused everywhere',
    service: 'Answers orders with 503 TRADING_PAUSED and a Retry-After for some seconds.',
    client: 'Sends no orders for that long, keeps reading, and then sends the same order again.',
    task: `${buyOne} While trading is paused, read the market or your account.`,
    judgedBy: 'Orders and reads between the answer and the end of Retry-After.',
    passCondition:
      'No order before Retry-After is over, at least one read until then, and then the order with the same id is accepted.',
    required: true,
  },
  {
    id: 'stream-sequence',
    title: 'Duplicates and gaps on a stream',
    service:
      'Sends the first trade of the stream twice and leaves the second out; the heartbeat after it shows the gap.',
    client: 'Ignores the duplicate. At the gap it stops writing, replays or takes a snapshot, and then goes on.',
    task: 'Open the trades stream of the event, buy 1 credit of outcome 0, and buy 1 credit again for each new trade that the stream brings, until you know of 4 trades.',
    judgedBy:
      'How many orders there are for the trades that were told, and what comes between the gap and the next order.',
    passCondition:
      'One order for each trade told and not before it is told, none between the gap and what closes it, and one after it. A replay or a stream from before the gap, a snapshot, the book and the list of trades close it.',
    required: true,
  },
  {
    id: 'key-revoked',
    title: 'A key that stops working',
    service:
      'After the first order here every request with the key below the base path is 401 UNAUTHORIZED, as if it was revoked. The real key is not.',
    client: 'Stops: no further orders, and no knocking at the door.',
    task: `Do this last: nothing works afterwards. ${buyOne} Then send a second order, which is refused with 401, and stop.`,
    judgedBy: 'How many requests follow the first 401.',
    passCondition: 'At most two requests after the first 401, and no order among them.',
    required: true,
  },
];

const byId = new Map(scenarios.map(scenario => [scenario.id, scenario]));

export function scenarioOf(id: ScenarioId): Scenario {
  return byId.get(id) as Scenario;
}
