import { type PresageClient, PresageError } from '../../client/client.js';

/**
 * A well-behaved client in every scenario of the certification. Most of what is asked is what the SDK does by itself; the
 * rest is what a strategy has to decide, and this shows how.
 */
export interface StepAround {
  /** Under the base path of the run. */
  readonly client: PresageClient;
  readonly eventSlug: string;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly newId: () => string;
}

type Step = (around: StepAround) => Promise<void>;

const wish = { outcomeIndex: 0, side: 'buy', amountCredits: 1, limitPriceBps: 9999 } as const;

/** The refusal with this code, or null where it worked; anything else is thrown on. */
async function refusal(code: string, work: Promise<unknown>): Promise<PresageError | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof PresageError && error.code === code) return error;
    throw error;
  }
}

/** The SDK waits, retries and reconciles with one id until the answer is certain. */
const placeSurely: Step = async ({ client, eventSlug }) => {
  await client.placeOrder({ ...wish, eventSlug });
};

/** Two wishes, one after the other: whether pauses are jittered is seen only where there are more of them. */
const placeTwo: Step = async around => {
  await placeSurely(around);
  await placeSurely(around);
};

/** What was refused would be refused again: the field that the error names has to change first. */
const correct: Step = async ({ client, eventSlug }) => {
  const refused = await refusal('INVALID_PAYLOAD', client.placeOrder({ ...wish, eventSlug, amountCredits: 5 }));
  const most = Number(/at most (\d+(?:\.\d+)?)/.exec(refused?.message ?? '')?.[1]);
  if (refused?.field === 'amountCredits' && most > 0) {
    await client.placeOrder({ ...wish, eventSlug, amountCredits: most });
  }
};

const mostLooks = 20;

/** A quote that has gone stale is asked for again, never assumed. */
const quoteAgain: Step = async ({ client, eventSlug }) => {
  for (let attempt = 1; attempt <= mostLooks; attempt += 1) {
    const { market } = await client.previewOrder({ ...wish, eventSlug });
    const order = client.placeOrder({ ...wish, eventSlug, ifSequence: market.sequence });
    if (!(await refusal('STALE_ORDERBOOK', order))) return;
  }
};

const lookMs = 500;

/** While a market is paused it is read and nothing is sent; the wish keeps its id. */
const waitForMarket: Step = async ({ client, eventSlug, sleep, newId }) => {
  const order = { ...wish, eventSlug, clientOrderId: newId() };
  if (!(await refusal('MARKET_PAUSED', client.placeOrder(order)))) return;
  for (let look = 1; look <= mostLooks; look += 1) {
    const { event } = await client.event(eventSlug);
    if (event.status === 'active') break;
    await sleep(lookMs);
  }
  await client.placeOrder(order);
};

/** The same where trading is paused everywhere: Retry-After says when to come back. */
const waitForTrading: Step = async ({ client, eventSlug, sleep, newId }) => {
  const order = { ...wish, eventSlug, clientOrderId: newId() };
  for (let attempt = 1; attempt <= mostLooks; attempt += 1) {
    const paused = await refusal('TRADING_PAUSED', client.placeOrder(order));
    if (!paused) return;
    await client.account();
    await sleep((paused.retryAfter ?? 5) * 1000);
  }
};

const lastTrade = 4;

/** One order for each trade that is told. The stream brings each once, and fills gaps before it goes on. */
const followStream: Step = async ({ client, eventSlug }) => {
  let known = -1;
  for await (const message of client.stream({ channel: 'trades', key: eventSlug })) {
    if (message.kind !== 'status' && message.kind !== 'trade' && message.kind !== 'snapshot') continue;
    const sequence = message.sequence ?? 0;
    if (sequence <= known) continue;
    known = sequence;
    if (known >= lastTrade) return;
    await client.placeOrder({ ...wish, eventSlug });
  }
};

/** A key that is refused is refused for good. */
const stopWhenRevoked: Step = async ({ client, eventSlug }) => {
  await client.placeOrder({ ...wish, eventSlug });
  await refusal('UNAUTHORIZED', client.placeOrder({ ...wish, eventSlug }));
};

export const certifySteps: Readonly<Record<string, Step>> = {
  'rate-limited': placeSurely,
  'reply-lost': placeSurely,
  'unknown-placed': placeSurely,
  'unknown-not-placed': placeSurely,
  'server-errors': placeTwo,
  'invalid-order': correct,
  'stale-book': quoteAgain,
  'market-paused': waitForMarket,
  'trading-paused': waitForTrading,
  'stream-sequence': followStream,
  'key-revoked': stopWhenRevoked,
};
