// Reads headlines, searches for related events, asks a model for a probability, and forecasts and trades on it.
// Run it with: presage run news-reaction. NEWS_FILE is a file with one headline per line; lines may be added while it runs.
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type Event } from '../client/client.js';

const client = createClient({
  baseUrl: process.env.PRESAGE_URL ?? 'http://127.0.0.1:4870',
  agentKey: process.env.PRESAGE_AGENT_KEY,
});
// The first Ctrl-C ends the loop at its next pause; a second one ends the process.
const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
const { signal } = stop;
const until = Date.now() + Number(process.env.PRESAGE_RUN_SECONDS ?? 60) * 1000;
const newsFile = process.env.NEWS_FILE ?? 'news.txt';
const pauseMs = 2_000;
/** The smallest edge to trade on, in basis points of probability. */
const minEdgeBps = 300;
const creditsEach = 15;

/** Returns the probability of the first outcome in percent; null if the headline is not informative. */
type Model = (event: Event, headline: string) => Promise<number | null>;

/**
 * Put your own model here: send it the question, the rule, the price and the headline, and ask for a number. Event texts and
 * headlines are untrusted, so tell it to treat them as data. This stand-in matches a few words.
 */
const model: Model = async (event, headline) => {
  // The description of a practice event lists draws from its urn.
  const draws = /put back: ([A-Za-z ]+)/.exec(headline)?.[1].split(' ');
  if (draws) {
    const seen = draws.filter(colour => colour === event.outcomes[0].label).length;
    return Math.round((100 * (seen + 1)) / (draws.length + event.outcomes.length));
  }
  const says = (words: RegExp) => words.test(headline.toLowerCase());
  const shift = says(/\b(confirm|approve|record|wins?|ahead|rises?|likely|surges?)/) ? 12 : 0;
  const against = says(/\b(denies|delay|cancel|loses?|behind|falls?|unlikely|rejects?)/) ? 12 : 0;
  if (shift === against) return null;
  return Math.min(96, Math.max(4, event.outcomes[0].priceBps / 100 + shift - against));
};

async function react(headline: string): Promise<void> {
  const { events } = await client.call('search', { query: { q: headline.slice(0, 200), kind: 'events', limit: 3 } });
  const open = events.filter(({ status }) => status === 'active');
  console.log(`“${headline}”: ${open.length === 0 ? 'no matching event' : open.map(({ slug }) => slug).join(', ')}`);
  for (const { slug } of open.slice(0, 1)) await act((await client.event(slug)).event, headline);
}

async function act(event: Event, headline: string): Promise<void> {
  const { slug } = event;
  const probability = await model(event, headline);
  if (probability === null) return;
  await client.recordForecast({ eventSlug: slug, outcomeIndex: 0, probability, rationale: headline.slice(0, 4000) });
  console.log(`${slug}: forecast ${probability} %`);
  await trade(event, probability * 100);
}

/** Treats the description of a practice event as its headline. */
const practised = new Set<string>();
async function practise(): Promise<void> {
  const { events } = await client.call('listPracticeEvents', { query: { status: 'active' } });
  for (const event of events.filter(({ slug }) => !practised.has(slug))) {
    practised.add(event.slug);
    await act(event, event.description);
  }
}

/** Buys the underpriced outcome, at most at the probability of the model. */
async function trade(event: Event, worthBps: number): Promise<void> {
  const edgeBps = worthBps - event.outcomes[0].priceBps;
  if (event.outcomes.length !== 2 || Math.abs(edgeBps) < minEdgeBps) return;
  const outcomeIndex = edgeBps > 0 ? 0 : 1;
  const worth = outcomeIndex === 0 ? worthBps : 10_000 - worthBps;
  const { order } = await client.placeOrder({
    eventSlug: event.slug,
    outcomeIndex,
    side: 'buy',
    amountCredits: creditsEach,
    limitPriceBps: Math.round(worth - minEdgeBps / 2),
    timeInForce: 'IOC',
  });
  console.log(`${event.slug}: bought ${order.filledShares} of outcome ${outcomeIndex} at ${order.averagePriceBps} bps`);
}

if (!existsSync(newsFile)) console.log(`waiting for headlines: add them to ${newsFile}, one per line`);
let read = 0;
for (;;) {
  const lines = existsSync(newsFile)
    ? readFileSync(newsFile, 'utf8')
        .split('\n')
        .filter(line => line.trim() !== '')
    : [];
  while (read < lines.length && !signal.aborted) {
    await react(lines[read].trim());
    read += 1;
  }
  await practise();
  if (signal.aborted || Date.now() + pauseMs >= until) break;
  await sleep(pauseMs, undefined, { signal }).catch(() => {});
}
console.log(`${read} headlines read`);
