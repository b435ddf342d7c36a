import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { aMarket } from '../../test/support/builders/market-builders.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { waitForListening } from '../../test/support/wait-until.js';
import type { LiveMarket } from '../exchange/live/live-market.js';
import { hourMs, minuteMs } from '../kernel/time.js';
import { openingPrices } from './past-timeline.js';
import { PastFigures } from './trade-history.js';

let service: OperatorService;
let markets: LiveMarket[];
const rounds = 24;

beforeAll(async () => {
  service = await startOperatorService();
  await waitForListening(service);
  const events = await Promise.all([1, 2, 3].map(() => aMarket(service.pool, service.clock.now())));
  const agent = await service.anAgent();
  for (let round = 0; round < rounds; round += 1) {
    service.clock.forward(37 * minuteMs);
    for (const [index, { slug }] of events.entries()) {
      // The first market has trades in every round, the last one in every third.
      if (round % (index + 1) > 0) continue;
      await service.order(agent, { eventSlug: slug, outcomeIndex: round % 2, amountCredits: 1 + (round % 5) });
    }
  }
  service.clock.forward(11 * minuteMs);
  const { live } = service.services.marketData;
  markets = [...(await live.markets.read(events.map(({ id }) => id))).values()];
});
afterAll(() => stopBalanced(service));

async function expectedFigure({ event }: LiveMarket, at: number) {
  const rows = await service.pool<{ outcome: number; credits: number; prices_bps: number[] }[]>`
    select f.outcome, f.credits, f.prices_bps from fills f join markets m on m.number = f.market
    where m.event_id = ${event.id} and f.number is not null and f.at <= ${new Date(at)} order by f.sequence, f.id`;
  const outcomeVolumes = event.openingShares.map((_shares, outcome) =>
    rows.filter(row => row.outcome === outcome).reduce((sum, row) => sum + row.credits, 0),
  );
  return { priceBps: rows.at(-1)?.prices_bps ?? openingPrices(event), outcomeVolumes };
}

async function expectExact(figures: PastFigures, hours: number): Promise<void> {
  const now = service.clock.now();
  await figures.load(markets, hours, now);
  for (const live of markets) {
    expect(figures.find(live.event.id, hours, now)).toEqual(await expectedFigure(live, now - hours * hourMs));
  }
}

describe('past figures', () => {
  it.each([
    ['enough for all trades', { maxTrades: 100, maxTradesPerLoad: 1_000 }],
    ['enough for some markets, in several loads', { maxTrades: 10, maxTradesPerLoad: 12 }],
    ['too small for any market', { maxTrades: 3, maxTradesPerLoad: 1 }],
  ])('match the trades before every look-back with timelines %s', async (_size, limits) => {
    const figures = new PastFigures(service.store, limits);
    for (const hours of [1, 2, 3, 5, 8, 13, 14, 24, 100, 720]) await expectExact(figures, hours);
    // The second read extends what the first one cached.
    for (const hours of [13, 5, 1, 24]) await expectExact(figures, hours);
  });

  it('stay exact while time passes', async () => {
    const figures = new PastFigures(service.store, { maxTrades: 5, maxTradesPerLoad: 1_000 });
    for (let step = 0; step < 6; step += 1) {
      for (const hours of [2, 6, 24]) await expectExact(figures, hours);
      service.clock.forward(41 * minuteMs);
    }
  });
});
