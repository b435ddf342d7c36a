import { type DemoVenue, demoVenueMarket } from '../../domain/aggregator/demo-venue.js';
import { lanesOf, ownSource, type VenueMarket } from '../../domain/aggregator/venue-market.js';
import type { FeedPosition, FeedRow } from '../../store/aggregator/interface.js';
import type { OperationContext } from '../operation-context.js';

const pageSize = 500;
/** The maximum number of events that a simulated venue lists. */
const maxEvents = 5_000;

interface DemoRow {
  readonly rowId: string;
  readonly row: VenueMarket;
}

/** The markets of a simulated venue: demo events of the feed with the venue's prices. */
export async function demoVenueRows({ store }: Pick<OperationContext, 'store'>, venue: DemoVenue): Promise<DemoRow[]> {
  const lanes = lanesOf({ status: 'all', includeResolved: true, tradableOnly: false });
  const filter = { sources: [ownSource], lanes, category: null, words: null, sort: 'newest' } as const;
  const rows: DemoRow[] = [];
  let after: FeedPosition | null = null;
  for (let count = 0; count < maxEvents; count += pageSize) {
    const position: FeedPosition | null = after;
    const read = store.read(reads => reads.aggregator.page({ ...filter, after: position, limit: pageSize }));
    // A sort without ranking versions never loses its pages.
    const page: readonly FeedRow[] = (await read) ?? [];
    for (const { market } of page) {
      const { sourceMarketId: slug } = market;
      const { title, category, status, tradable, outcomes, volume, volume24h, volumeUnit } = market;
      const { listedAt, closesAt, resolvedAt, resolution, url } = market;
      const texts = { title, category, status, tradable, outcomes, volume, volume24h, volumeUnit };
      const own = { ...texts, listedAt, closesAt, resolvedAt, resolution, url };
      const row = market.demo ? demoVenueMarket(venue, { slug, market: own }) : null;
      if (row) rows.push({ rowId: slug, row });
    }
    if (page.length < pageSize) break;
    after = page[page.length - 1].position;
  }
  return rows;
}
