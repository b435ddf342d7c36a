// Forecasts open events from the base rate of their category mixed with the market price, and practice events from the draws
// in their description. Run it with: presage run base-rate
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
const pauseMs = 20_000;
/** The number of resolved events that the market price counts as. */
const priceWeight = 20;
/** Smaller changes, in percentage points, are not recorded: forecasts are limited to 120 an hour. */
const minChange = 2;
const maxEvents = 40;

/** Counts by category how often the first of two outcomes won. The prior of 1 in 2 keeps small samples near one half. */
async function baseRates(): Promise<Map<string, { won: number; events: number }>> {
  const rates = new Map<string, { won: number; events: number }>();
  let seen = 0;
  for await (const event of client.each('discoverEvents', {
    query: { status: 'resolved', sort: 'newest', limit: 100 },
  })) {
    if (event.outcomes.length === 2 && event.resolution?.kind === 'outcome') {
      const rate = rates.get(event.category) ?? { won: 1, events: 2 };
      rate.events += 1;
      if (event.resolution.winningOutcomeIndex === 0) rate.won += 1;
      rates.set(event.category, rate);
    }
    seen += 1;
    if (seen === 500 || signal.aborted) break;
  }
  return rates;
}

function forecastOf(event: Event, rates: Map<string, { won: number; events: number }>): number {
  const { won, events } = rates.get(event.category) ?? { won: 1, events: 2 };
  const price = event.outcomes[0].priceBps / 10_000;
  const mixed = (won + priceWeight * price) / (events + priceWeight);
  // The Brier score punishes confident errors most.
  return Math.round(Math.min(97, Math.max(3, mixed * 100)) * 10) / 10;
}

/** Forecasts practice events from the draws in their description, with Laplace's rule of succession. */
async function practise(forecasts: Map<string, number>): Promise<void> {
  const { events } = await client.call('listPracticeEvents', { query: { status: 'active' } });
  for (const { slug, description, outcomes } of events) {
    const draws = /put back: ([A-Za-z ]+)/.exec(description)?.[1].split(' ') ?? [];
    if (draws.length === 0 || forecasts.has(slug)) continue;
    // With two outcomes, the first probability determines the second.
    for (const { index, label } of outcomes.length === 2 ? outcomes.slice(0, 1) : outcomes) {
      const seen = draws.filter(colour => colour === label).length;
      const probability = Math.round((1000 * (seen + 1)) / (draws.length + outcomes.length)) / 10;
      await client.recordForecast({ eventSlug: slug, outcomeIndex: index, probability });
      forecasts.set(slug, probability);
      console.log(`${slug} ${label}: ${probability} %, drawn ${seen} times out of ${draws.length}`);
    }
  }
}

const rates = await baseRates();
const forecasts = new Map<string, number>();
for (const [category, { won, events }] of rates) console.log(`${category}: ${won} of ${events}`);

for (let round = 1; ; round += 1) {
  await practise(forecasts);
  const { events } = await client.call('discoverEvents', { query: { status: 'active', limit: maxEvents } });
  for (const event of events.filter(({ outcomes }) => outcomes.length === 2)) {
    if (signal.aborted) break;
    const probability = forecastOf(event, rates);
    if (Math.abs(probability - (forecasts.get(event.slug) ?? Number.POSITIVE_INFINITY)) < minChange) continue;
    await client.recordForecast({
      eventSlug: event.slug,
      outcomeIndex: 0,
      probability,
      rationale: `Base rate of ${event.category} with the price of ${event.outcomes[0].priceBps} bps, round ${round}.`,
    });
    forecasts.set(event.slug, probability);
    console.log(`${event.slug}: ${probability} %, market price ${event.outcomes[0].priceBps / 100} %`);
  }
  if (signal.aborted || Date.now() + pauseMs >= until) break;
  await sleep(pauseMs, undefined, { signal }).catch(() => {});
}
console.log(`${forecasts.size} events forecast`);
