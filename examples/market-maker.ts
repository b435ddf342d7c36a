// Rests orders on both sides of the market with the highest volume, follows its price and cancels them at the end.
// Run it with: presage run market-maker, and with --practice to use practice credits on a practice event.
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, PresageError } from '../client/client.js';

const client = createClient({
  baseUrl: process.env.PRESAGE_URL ?? 'http://127.0.0.1:4870',
  agentKey: process.env.PRESAGE_AGENT_KEY,
});
// The first Ctrl-C ends the loop at its next pause; a second one ends the process.
const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
const { signal } = stop;
const until = Date.now() + Number(process.env.PRESAGE_RUN_SECONDS ?? 60) * 1000;
const pauseMs = 5_000;
/** The distance of orders from the price, and the move of the price that triggers new quotes. */
const distanceBps = 150;
const followBps = 60;
const creditsEach = 20;
/** Orders expire after this time if the program can't cancel them. */
const orderLifetimeMs = 10 * 60_000;

const practising = process.env.PRESAGE_RUN_PRACTICE === '1';
const { events } = practising
  ? await client.call('listPracticeEvents', { query: { status: 'active' } })
  : await client.call('discoverEvents', { query: { status: 'active', sort: 'volume', limit: 50 } });
const inTheMiddle = ({ priceBps }: { priceBps: number }) => priceBps > 1000 && priceBps < 9000;
// The last practice event stays open longest.
const market = practising
  ? events.at(-1)
  : events.find(({ outcomes }) => outcomes.length === 2 && outcomes.every(inTheMiddle));
if (!market) throw new Error('no suitable market found');
console.log(`making a market in ${market.slug}`);
if (practising) {
  // A quote implies a probability, so it is recorded as a forecast too.
  const probability = market.outcomes[0].priceBps / 100;
  await client.recordForecast({ eventSlug: market.slug, outcomeIndex: 0, probability });
}

const clamp = (bps: number) => Math.min(9999, Math.max(1, Math.round(bps)));

/**
 * Buys each outcome below its price, so that a full set costs less than the winning outcome pays. With two outcomes these
 * are both sides of the market: buying one at a price equals selling the other at 10,000 minus that price.
 */
async function quote(prices: readonly number[]): Promise<void> {
  await client.cancelOrders(market?.slug);
  const expiresAt = new Date(Date.now() + orderLifetimeMs).toISOString();
  for (const [outcomeIndex, priceBps] of prices.entries()) {
    const limitPriceBps = clamp(priceBps - distanceBps);
    const { order } = await client.placeOrder({
      eventSlug: market?.slug as string,
      outcomeIndex,
      side: 'buy',
      amountCredits: creditsEach,
      limitPriceBps,
      timeInForce: 'GTC',
      expiresAt,
    });
    console.log(`outcome ${outcomeIndex} at ${limitPriceBps} bps: ${order.status}`);
  }
}

let quoted: readonly number[] | null = null;
const hasMoved = (priceBps: number, index: number) => Math.abs(priceBps - (quoted?.[index] ?? 0)) >= followBps;
try {
  for (;;) {
    const { event } = await client.event(market.slug);
    if (event.status !== 'active') break;
    const prices = event.outcomes.map(({ priceBps }) => priceBps);
    if (quoted === null || prices.some(hasMoved)) {
      await quote(prices);
      quoted = prices;
    }
    if (signal.aborted || Date.now() + pauseMs >= until) break;
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
} catch (error) {
  // Out of credits or of this hour's writes: resting orders are cancelled below.
  if (!(error instanceof PresageError)) throw error;
  console.log(`stopped: ${error.message} (${error.code})`);
} finally {
  const { cancelled } = await client.cancelOrders(market.slug);
  console.log(`${cancelled} orders cancelled`);
}
const { positions } = await client.call('listPositions', { query: { practice: practising } });
for (const { eventSlug, outcomeIndex, outcomeLabel, shares, unrealizedProfit } of positions) {
  console.log(
    `${eventSlug}: holding ${shares} of outcome ${outcomeIndex}, ${outcomeLabel}, profit ${unrealizedProfit}`,
  );
}
