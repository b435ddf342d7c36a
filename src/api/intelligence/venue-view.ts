import { matchingPrice } from '../../domain/intelligence/venue-price.js';
import type { FeedMarket } from '../../operations/aggregator/venue-feed.js';

/** The first outcome of our event, by which venues are compared. */
interface ComparedOutcome {
  readonly label: string;
  readonly priceBps: number;
}

/** A linked market of another venue. */
export function viewVenue({ source, sourceMarketId, outcomes, url, stale }: FeedMarket, ours: ComparedOutcome) {
  const price = matchingPrice(ours.label, outcomes);
  return {
    source,
    sourceMarketId,
    outcomes: outcomes.map(({ label, priceBps }, index) => ({ index, label, priceBps })),
    differenceBps: price === null ? null : price - ours.priceBps,
    url,
    stale,
  };
}
