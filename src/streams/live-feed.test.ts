import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { bookSides, type LiveMarket } from '../exchange/live/live-market.js';
import { MarketMoment } from './live-feed.js';

let service: OperatorService;
let live: LiveMarket;
beforeAll(async () => {
  service = await startOperatorService();
  const { slug, id } = await service.anEvent({ outcomes: ['A', 'B', 'C'] });
  const agent = await service.anAgent();
  for (const limitPriceBps of [9999, 3000, 2500]) {
    await service.order(agent, { eventSlug: slug, amountCredits: 40, limitPriceBps });
  }
  live = (await service.services.marketData.live.markets.read([id])).get(id) as LiveMarket;
});
afterAll(() => stopBalanced(service));

describe('a market at one point in time', () => {
  it('builds each book once for all depths', () => {
    const now = service.clock.now();
    const shapes = [
      { outcome: null, depth: 3 },
      { outcome: 0, depth: 50 },
      { outcome: null, depth: 12 },
    ];
    const moment = new MarketMoment(live, now, shapes);
    for (const outcome of [0, 1, 2]) {
      for (const depth of [3, 12]) {
        expect(moment.sides(outcome, depth)).toEqual(bookSides(live, outcome, depth, now));
      }
    }
    expect(moment.sides(0, 50)).toEqual(bookSides(live, 0, 50, now));
    // The same level objects, not equal copies.
    expect(moment.sides(0, 3).bids[0]).toBe(moment.sides(0, 50).bids[0]);
    expect(moment.sides(2, 3).asks[2]).toBe(moment.sides(2, 12).asks[2]);
  });
});
