import { publishSignals } from '../../../src/intelligence/publish-signals.js';
import { recordSamples } from '../../../src/intelligence/record-samples.js';
import { publishCrowdBatches } from '../../../src/scoring/refresh-leaderboards.js';
import { withJobHeld } from '../hold-job.js';
import type { Events } from './markets-chapter.js';
import type { Cast } from './people-chapter.js';
import type { Story } from './story.js';

const hour = 3_600_000;

/** Lists, books, candles and snapshots of events that were traded. */
export async function readMarkets(story: Story, { atlas }: Cast, { rain, rates }: Events): Promise<void> {
  const { service } = story;
  await service.services.marketData.history.flushSome();
  service.clock.forward(15_000);
  const slug = { params: { slug: rain } };
  const id = { params: { id: rain } };
  const slugs = [rain, rates];
  const { event } = await story.record('getEvent', slug);
  await story.record('listEvents', { query: { limit: 5 } });
  await story.record('listCategories');
  await story.record('getTopEvents', { query: { limit: 5 } });
  await story.record('listTrades', slug);
  await story.record('listRelatedEvents', slug);
  await story.record('getCandles', { ...id, query: { resolution: '1h', limit: 5 } });
  await story.record('getSnapshot', slug);
  await story.record('getSnapshots', { query: { slugs: slugs.join(',') } });
  await story.record('postSnapshots', { json: { slugs, lookbackHours: 24 } });
  await story.record('postBotSnapshot', { json: { slugs, fields: ['title', 'outcomes', 'volume24hCredits'] } });
  await story.record('getMarketHealth', slug);
  await story.record('listMarketHealth', { query: { limit: 5 } });
  await story.record('getHealthSnapshots', { query: { slugs: slugs.join(',') } });
  await story.record('postHealthSnapshots', { json: { slugs, staleDays: 7 } });
  await story.record('getOrderbook', { query: { eventPubkey: event.eventPubkey, outcomeIndex: 0, depth: 5 } });
  await story.record('getMarketOrderbook', { ...id, query: { outcomeIndex: 0, depth: 5 } });
  await story.record('getOrderbookSnapshot', { ...slug, query: { depth: 5 } });
  await story.record('getOrderbookSummary', slug);
  await story.record('getStrategies', { query: { slugs: rain } });
  const probabilities = [{ slug: rain, outcomeIndex: 0, probability: 62 }];
  const json = { slugs: [rain], probabilities, bankrollCredits: 1000, kellyFraction: 0.25 };
  await story.record('postStrategies', { json });
  await story.record('getQuant', { headers: atlas.headers, query: { slugs: rain } });
  await story.record('postQuant', { headers: atlas.headers, json });
  await story.record('search', { query: { q: 'rain in london' } });
  await story.record('replayStream', { query: { channel: 'trades', key: rain, afterSequence: 0, limit: 5 } });
}

/** Commercial data, for which Atlas has a plan. */
export async function readData(story: Story, { atlas, basis }: Cast, { rain, rates }: Events): Promise<void> {
  const { service } = story;
  const { headers } = atlas;
  const tools = { ...service.services, clock: service.clock.now };
  for (let sample = 0; sample < 4; sample += 1) {
    service.clock.forward(2 * hour);
    const json = {
      eventSlug: sample % 2 === 0 ? rain : rates,
      outcomeIndex: 0,
      side: 'buy',
      amountCredits: 20 + 90 * sample,
      limitPriceBps: 9000,
      clientOrderId: `basis-sample-${sample}`,
    };
    await story.record('placeOrder', { headers: basis.headers, json });
    await service.services.marketData.history.flushSome();
    await recordSamples(tools, () => true);
  }
  await withJobHeld(service.store, 'publishing crowd means', () => publishCrowdBatches(tools));
  await publishSignals(tools, () => true);
  await story.record('getCrowdMean', { params: { slug: rain } });
  await story.record('listMarketIntelligence', { headers, query: { limit: 5 } });
  await story.record('getIntelligenceHistory', { headers, query: { slug: rain, outcomeIndex: 0 } });
  await story.record('listSignals', { headers, query: { limit: 5 } });
  await story.record('listDataTrades', { headers, query: { market: rain, limit: 5 } });
  await story.record('getDataPositions', { headers, query: { user: basis.handle } });
  await story.record('listDataProviders', { headers });
}
