import { type PresageClient, PresageError } from '../../client/client.js';

/**
 * The dependencies of a step of a certification scenario. The SDK handles most faults; the steps show the decisions
 * that are left to a strategy.
 */
export interface StepContext {
  /** Its base URL is the base path of the run. */
  readonly client: PresageClient;
  readonly eventSlug: string;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly newId: () => string;
}

type Step = (context: StepContext) => Promise<void>;

const orderFields = { outcomeIndex: 0, side: 'buy', amountCredits: 1, limitPriceBps: 9999 } as const;

/** Returns the rejection with this code, or null on success; rethrows any other error. */
async function catchRefusal(code: string, work: Promise<unknown>): Promise<PresageError | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof PresageError && error.code === code) return error;
    throw error;
  }
}

/** The SDK retries with one id and looks up unknown outcomes until the result is certain. */
const placeWithRetries: Step = async ({ client, eventSlug }) => {
  await client.placeOrder({ ...orderFields, eventSlug });
};

/** Places two orders, because jitter can be observed only over several back-offs. */
const placeTwoWithRetries: Step = async context => {
  await placeWithRetries(context);
  await placeWithRetries(context);
};

/** Changes the field that the error names before sending again; the same order would be rejected again. */
const correctAndResend: Step = async ({ client, eventSlug }) => {
  const refused = await catchRefusal(
    'INVALID_PAYLOAD',
    client.placeOrder({ ...orderFields, eventSlug, amountCredits: 5 }),
  );
  const maxCredits = Number(/at most (\d+(?:\.\d+)?)/.exec(refused?.message ?? '')?.[1]);
  if (refused?.field === 'amountCredits' && maxCredits > 0) {
    await client.placeOrder({ ...orderFields, eventSlug, amountCredits: maxCredits });
  }
};

const maxPolls = 20;

/** Previews again after each stale quote. */
const refreshQuote: Step = async ({ client, eventSlug }) => {
  for (let attempt = 1; attempt <= maxPolls; attempt += 1) {
    const { market } = await client.previewOrder({ ...orderFields, eventSlug });
    const order = client.placeOrder({ ...orderFields, eventSlug, ifSequence: market.sequence });
    if (!(await catchRefusal('STALE_ORDERBOOK', order))) return;
  }
};

const pollMs = 500;

/** Polls a paused market without sending orders, then sends the order with the same id. */
const waitForMarket: Step = async ({ client, eventSlug, sleep, newId }) => {
  const order = { ...orderFields, eventSlug, clientOrderId: newId() };
  if (!(await catchRefusal('MARKET_PAUSED', client.placeOrder(order)))) return;
  for (let poll = 1; poll <= maxPolls; poll += 1) {
    const { event } = await client.event(eventSlug);
    if (event.status === 'active') break;
    await sleep(pollMs);
  }
  await client.placeOrder(order);
};

/** Waits for Retry-After while trading is paused arena-wide, then sends the order with the same id. */
const waitForTrading: Step = async ({ client, eventSlug, sleep, newId }) => {
  const order = { ...orderFields, eventSlug, clientOrderId: newId() };
  for (let attempt = 1; attempt <= maxPolls; attempt += 1) {
    const paused = await catchRefusal('TRADING_PAUSED', client.placeOrder(order));
    if (!paused) return;
    await client.account();
    await sleep((paused.retryAfter ?? 5) * 1000);
  }
};

const lastTrade = 4;

/** Places one order per published trade. The stream yields each trade once and fills gaps first. */
const followStream: Step = async ({ client, eventSlug }) => {
  let lastSequence = -1;
  for await (const message of client.stream({ channel: 'trades', key: eventSlug })) {
    if (message.kind !== 'status' && message.kind !== 'trade' && message.kind !== 'snapshot') continue;
    const sequence = message.sequence ?? 0;
    if (sequence <= lastSequence) continue;
    lastSequence = sequence;
    if (lastSequence >= lastTrade) return;
    await client.placeOrder({ ...orderFields, eventSlug });
  }
};

/** Stops at the first 401: a revoked key never works again. */
const stopWhenRevoked: Step = async ({ client, eventSlug }) => {
  await client.placeOrder({ ...orderFields, eventSlug });
  await catchRefusal('UNAUTHORIZED', client.placeOrder({ ...orderFields, eventSlug }));
};

export const certifySteps: Readonly<Record<string, Step>> = {
  'rate-limited': placeWithRetries,
  'reply-lost': placeWithRetries,
  'unknown-placed': placeWithRetries,
  'unknown-not-placed': placeWithRetries,
  'server-errors': placeTwoWithRetries,
  'invalid-order': correctAndResend,
  'stale-book': refreshQuote,
  'market-paused': waitForMarket,
  'trading-paused': waitForTrading,
  'stream-sequence': followStream,
  'key-revoked': stopWhenRevoked,
};
