import type { Static } from '../../http/schema.js';
import type { FeedMarket } from '../../operations/aggregator/venue-feed.js';
import type { AggregatorMarket } from './schemas.js';

const iso = (ms: number) => new Date(ms).toISOString();
const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));

export function viewMarket(market: FeedMarket): Static<typeof AggregatorMarket> {
  const { volumeUnit: unit } = market;
  return {
    id: market.id,
    source: market.source,
    sourceMarketId: market.sourceMarketId,
    title: market.title,
    category: market.category,
    status: market.status,
    outcomes: market.outcomes.map(({ label, priceBps, bidBps, askBps }, index) => ({
      index,
      label,
      priceBps,
      bidBps,
      askBps,
    })),
    volume: { amount: market.volume, unit },
    volume24h: { amount: market.volume24h, unit },
    closesAt: isoOrNull(market.closesAt),
    resolvedAt: isoOrNull(market.resolvedAt),
    resolution: market.resolution,
    url: market.url,
    eventSlug: market.eventSlug,
    tradable: market.tradable,
    links: market.links.map(({ id, otherId: marketId, otherSource: source, score, confirmed }) => ({
      id,
      marketId,
      source,
      score,
      confirmed,
    })),
    fetchedAt: iso(market.fetchedAt),
    stale: market.stale,
    confidence: market.confidence,
    demo: market.demo,
  };
}
