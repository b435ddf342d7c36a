// Forecasts every open event from how often such events have come true here, mixed with the market's own price, and practice
// events from the draws that they tell. Run it with: presage run base-rate
import { createClient, type Event } from '../client/client.js';

const client = createClient({
  baseUrl: process.env.PRESAGE_URL ?? 'http://127.0.0.1:4870',
  agentKey: process.env.PRESAGE_AGENT_KEY,
});
const until = Date.now() + Number(process.env.PRESAGE_RUN_SECONDS ?? 60) * 1000;
const pauseMs = 20_000;
/** How many resolved events the market's price weighs as much as. */
const weightOfPrice = 20;
/** Forecasts are limited to 120 an hour, so small changes of mind are kept to oneself. */
const smallestChange = 2;
const mostEvents = 40;

/** How often the first of two outcomes has won, by category; with few events it stays near one half. */
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
    if (seen === 500) break;
  }
  return rates;
}

function forecastOf(event: Event, rates: Map<string, { won: number; events: number }>): number {
  const { won, events } = rates.get(event.category) ?? { won: 1, events: 2 };
  const price = event.outcomes[0].priceBps / 10_000;
  const mixed = (won + weightOfPrice * price) / (events + weightOfPrice);
  // Nothing is certain, and being surely wrong costs most.
  return Math.round(Math.min(97, Math.max(3, mixed * 100)) * 10) / 10;
}

/** A practice event tells draws from its urn: each colour seen counts once, and once more because it could have been seen. */
async function practise(said: Map<string, number>): Promise<void> {
  const { events } = await client.call('listPracticeEvents', { query: { status: 'active' } });
  for (const { slug, description, outcomes } of events) {
    const draws = /put back: ([A-Za-z ]+)/.exec(description)?.[1].split(' ') ?? [];
    if (draws.length === 0 || said.has(slug)) continue;
    // With two outcomes the second is what is left of the first.
    for (const { index, label } of outcomes.length === 2 ? outcomes.slice(0, 1) : outcomes) {
      const seen = draws.filter(colour => colour === label).length;
      const probability = Math.round((1000 * (seen + 1)) / (draws.length + outcomes.length)) / 10;
      await client.recordForecast({ eventSlug: slug, outcomeIndex: index, probability });
      said.set(slug, probability);
      console.log(`${slug} ${label}: ${probability} %, seen ${seen} times in ${draws.length}`);
    }
  }
}

const rates = await baseRates();
const said = new Map<string, number>();
for (const [category, { won, events }] of rates) console.log(`${category}: ${won} of ${events}`);

for (let round = 1; ; round += 1) {
  await practise(said);
  const { events } = await client.call('discoverEvents', { query: { status: 'active', limit: mostEvents } });
  for (const event of events.filter(({ outcomes }) => outcomes.length === 2)) {
    const probability = forecastOf(event, rates);
    if (Math.abs(probability - (said.get(event.slug) ?? Number.POSITIVE_INFINITY)) < smallestChange) continue;
    await client.recordForecast({
      eventSlug: event.slug,
      outcomeIndex: 0,
      probability,
      rationale: `Base rate of ${event.category} with the price of ${event.outcomes[0].priceBps} bps, round ${round}.`,
    });
    said.set(event.slug, probability);
    console.log(`${event.slug}: ${probability} %, the market says ${event.outcomes[0].priceBps / 100} %`);
  }
  if (Date.now() + pauseMs >= until) break;
  await new Promise(done => setTimeout(done, pauseMs));
}
console.log(`${said.size} events forecast`);
