import Type from 'typebox';
import { configureConnector } from '../connectors/configure-connector.js';
import { type ConnectorFormat, defineComputedFormat } from '../connectors/connector.js';
import type { ConnectorServices } from '../connectors/runner.js';
import * as connectorStore from '../connectors/store.js';
import type { OperationContext } from '../database/transactions.js';
import { isRefusal } from '../kernel/refusal.js';
import { pairOf } from './links.js';
import { type DemoVenue, demoVenueList, demoVenueMarket, isLinkConfirmed } from './rules/demo-venue.js';
import { ownSource, statusGroupsOf, type VenueMarket } from './rules/venue-market.js';
import * as venueStore from './store/aggregator-store.js';
import * as feedStore from './store/feed.js';
import * as linkStore from './store/links.js';
import type { FeedPosition, FeedRow } from './store/rows.js';
import { venueSaving } from './venue-format.js';

const pageSize = 500;
/** The maximum number of events that a simulated venue lists. */
const maxEvents = 5_000;

interface DemoRow {
  readonly rowId: string;
  readonly row: VenueMarket;
}

/** The markets of a simulated venue: demo events of the feed with the venue's prices. */
async function demoVenueRows({ store }: Pick<OperationContext, 'store'>, venue: DemoVenue): Promise<DemoRow[]> {
  const statusGroups = statusGroupsOf({ status: 'all', includeResolved: true, tradableOnly: false });
  const filter = { sources: [ownSource], statusGroups, category: null, words: null, sort: 'newest' } as const;
  const rows: DemoRow[] = [];
  let after: FeedPosition | null = null;
  for (let count = 0; count < maxEvents; count += pageSize) {
    const position: FeedPosition | null = after;
    const read = store.read(reader => feedStore.page(reader, { ...filter, after: position, limit: pageSize }));
    // A sort without ranking versions never loses its pages.
    const page: readonly FeedRow[] = (await read) ?? [];
    for (const { market } of page) {
      const { sourceMarketId: slug } = market;
      const { title, category, status, tradable, outcomes, volume, volume24h, volumeUnit } = market;
      const { listedAt, closesAt, resolvedAt, resolution, url } = market;
      const texts = { title, category, status, tradable, outcomes, volume, volume24h, volumeUnit };
      const listing = { ...texts, listedAt, closesAt, resolvedAt, resolution, url };
      const row = market.demo ? demoVenueMarket(venue, { slug, market: listing }) : null;
      if (row) rows.push({ rowId: slug, row });
    }
    if (page.length < pageSize) break;
    after = page[page.length - 1].position;
  }
  return rows;
}

/** Enables the simulated venues of a demo arena, unless an operator has configured them. */
export async function enableDemoVenues(
  tools: Pick<OperationContext, 'store' | 'clock'> & ConnectorServices,
): Promise<void> {
  for (const venue of demoVenueList) {
    const { id, name } = venue;
    if (await tools.store.read(reader => connectorStore.find(reader, id))) continue;
    // An arena without demo events has no simulated venues.
    if ((await demoVenueRows(tools, venue)).length === 0) continue;
    const result = await configureConnector(tools, {
      id,
      enabled: true,
      settings: {},
      format: null,
      name,
      actor: null,
    });
    if (isRefusal(result)) throw new Error(result.message);
  }
}

type Tools = Pick<OperationContext, 'store' | 'newId' | 'clock'>;

/** Links the markets of a simulated venue with their source events. Pairs with a link are skipped. */
function linkDemoVenue({ store, newId, clock }: Tools, venue: DemoVenue, slugs: ReadonlySet<string>): Promise<void> {
  return store.transact(async tx => {
    const wanted = [...slugs].filter(slug => isLinkConfirmed(venue, slug));
    const events = await venueStore.knownMarkets(tx, ownSource, wanted);
    const markets = new Map(
      (await venueStore.knownMarkets(tx, venue.id, wanted)).map(each => [each.sourceMarketId, each.id]),
    );
    const links = await linkStore.linksOf(tx, [...markets.values()], 10_000);
    const linked = new Set(
      links.filter(({ confirmed }) => confirmed).map(({ marketId, otherId }) => `${marketId} ${otherId}`),
    );
    const now = clock();
    for (const { id: eventId, sourceMarketId } of events) {
      const marketId = markets.get(sourceMarketId);
      if (marketId === undefined || linked.has(`${marketId} ${eventId}`)) continue;
      const pair = pairOf(eventId, marketId);
      // An operator may have rejected it.
      if ((await linkStore.linkBetween(tx, pair.leftId, pair.rightId))?.status === 'rejected') continue;
      const decided = { suggestedAt: now, decidedAt: now, decidedBy: 'demo' };
      await linkStore.putLink(tx, { id: newId('lnk', now), ...pair, score: 1, status: 'confirmed', ...decided });
    }
  });
}

/** Two simulated venues over the events of the demo arena, to demonstrate the aggregator. */
export const demoVenues: readonly ConnectorFormat[] = demoVenueList.map(venue =>
  defineComputedFormat({
    ...venueSaving,
    id: venue.id,
    origin: 'computed',
    demo: true,
    name: venue.name,
    url: '',
    licence: 'simulated',
    covers: 'events of the demo arena with simulated prices',
    defaults: { intervalSeconds: 300 },
    settings: Type.Object({}),
    rows: context => demoVenueRows(context, venue),
    async finish(context, run) {
      await venueSaving.finish(context, run);
      await linkDemoVenue(context, venue, run.seen ?? new Set());
    },
  }),
);
