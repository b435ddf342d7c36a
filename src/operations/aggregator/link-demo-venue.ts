import { type DemoVenue, isLinkConfirmed } from '../../domain/aggregator/demo-venue.js';
import { ownSource } from '../../domain/aggregator/venue-market.js';
import type { OperationContext } from '../operation-context.js';
import { pairOf } from './suggest-links.js';

type Tools = Pick<OperationContext, 'store' | 'newId' | 'clock'>;

/** Links the markets of a simulated venue with their source events. Pairs with a link are skipped. */
export function linkDemoVenue(
  { store, newId, clock }: Tools,
  venue: DemoVenue,
  slugs: ReadonlySet<string>,
): Promise<void> {
  return store.transact(async writes => {
    const wanted = [...slugs].filter(slug => isLinkConfirmed(venue, slug));
    const events = await writes.aggregator.known(ownSource, wanted);
    const markets = new Map(
      (await writes.aggregator.known(venue.id, wanted)).map(each => [each.sourceMarketId, each.id]),
    );
    const links = await writes.aggregator.linksOf([...markets.values()], 10_000);
    const linked = new Set(
      links.filter(({ confirmed }) => confirmed).map(({ marketId, otherId }) => `${marketId} ${otherId}`),
    );
    const now = clock();
    for (const { id: eventId, sourceMarketId } of events) {
      const marketId = markets.get(sourceMarketId);
      if (marketId === undefined || linked.has(`${marketId} ${eventId}`)) continue;
      const pair = pairOf(eventId, marketId);
      // An operator may have rejected it.
      if ((await writes.aggregator.linkBetween(pair.leftId, pair.rightId))?.status === 'rejected') continue;
      const decided = { suggestedAt: now, decidedAt: now, decidedBy: 'demo' };
      await writes.aggregator.putLink({ id: newId('lnk', now), ...pair, score: 1, status: 'confirmed', ...decided });
    }
  });
}
