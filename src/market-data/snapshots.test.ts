import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { aMarket } from '../../test/support/builders/market-builders.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { TestAgent } from '../../test/support/test-service.js';

let service: OperatorService;
let ada: TestAgent;

beforeAll(async () => {
  service = await startOperatorService();
  ada = await service.anAgent();
});
afterAll(() => stopBalanced(service));

const hour = 3_600_000;

async function snapshot(slug: string, query = '') {
  const reply = await service.call('GET', `/api/events/${slug}/snapshot${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}

async function tradedAt(slug: string, amountCredits: number, outcomeIndex = 0): Promise<number> {
  const reply = await service.order(ada, { eventSlug: slug, amountCredits, outcomeIndex });
  expect(reply.status, reply.text).toBe(201);
  return reply.body.market.priceBps[0];
}

describe('one snapshot', () => {
  it('has everything at one sequence', async () => {
    const { slug } = await service.anEvent({ outcomes: ['Red', 'Green', 'Blue'] });
    await service.order(ada, { eventSlug: slug, amountCredits: 50, outcomeIndex: 1 });
    await service.order(ada, { eventSlug: slug, amountCredits: 20, outcomeIndex: 2, limitPriceBps: 2000 });
    const body = await snapshot(slug);
    const [row] = await service.pool`select * from markets m join events e on e.id = m.event_id where e.slug = ${slug}`;
    expect(body).toMatchObject({
      slug,
      status: 'active',
      sequence: 3,
      outcomeCount: 3,
      volumeCredits: 50,
      volume24hCredits: 50,
      lookbackVolumeCredits: 50,
      openOrders: 1,
      traders: 1,
    });
    expect(body.outcomes.map((outcome: { priceBps: number }) => outcome.priceBps)).toEqual(row.price_bps);
    const [red, green] = body.outcomes;
    expect(green).toMatchObject({ index: 1, label: 'Green', changeBps: row.price_bps[1] - 3333, volumeCredits: 50 });
    expect(red).toMatchObject({ volumeCredits: 0, lookbackVolumeCredits: 0 });
    expect(green.bestAskBps - green.bestBidBps).toBe(green.spreadBps);
    expect(body.lastTrades).toHaveLength(1);
    expect(body.lastTrades[0]).toMatchObject({ eventSlug: slug, credits: 50, player: { kind: 'agent' }, sequence: 2 });
  });

  it('keeps the newest five trades, newest first', async () => {
    const { slug } = await service.anEvent();
    await snapshot(slug);
    for (let amount = 1; amount <= 7; amount += 1) await tradedAt(slug, amount);
    const { lastTrades } = await snapshot(slug);
    expect(lastTrades.map((trade: { credits: number }) => trade.credits)).toEqual([7, 6, 5, 4, 3]);
    const reloaded = await service.call('GET', `/api/events/${slug}/snapshot`);
    expect(reloaded.body.lastTrades).toEqual(lastTrades);
  });

  it('shows trades as in the list of trades, and players who left', async () => {
    const { slug } = await service.anEvent();
    const [leaver, stayer] = [await service.anAgent(), await service.anAgent()];
    for (const agent of [leaver, stayer]) await service.order(agent, { eventSlug: slug, amountCredits: 5 });
    const retired = async () => {
      const { lastTrades } = await snapshot(slug);
      const { body } = await service.call('GET', `/api/events/${slug}/activity`);
      expect(lastTrades).toEqual(body.trades);
      return lastTrades.map(({ player }: { player: { retired: boolean } }) => player.retired);
    };
    expect(await retired()).toEqual([false, false]);
    await service.pool`update players set retired_at = now() where id = ${leaver.playerId}`;
    service.clock.forward(60_000);
    expect(await retired()).toEqual([false, true]);
    // A trade by a known player must not make the cached data of another player look newer than it is.
    await service.pool`update players set retired_at = now() where id = ${stayer.playerId}`;
    service.clock.forward(59_000);
    await snapshot(slug, '?outcomeLimit=1');
    service.clock.forward(1_000);
    expect((await snapshot(slug, '?outcomeLimit=1')).lastTrades[0].player.retired).toBe(true);
  });

  it('shows the leading outcomes in the order of their index', async () => {
    const { slug } = await service.anEvent({ outcomes: ['A', 'B', 'C', 'D'] });
    await service.order(ada, { eventSlug: slug, amountCredits: 100, outcomeIndex: 3 });
    await service.order(ada, { eventSlug: slug, amountCredits: 50, outcomeIndex: 1 });
    const { outcomes, outcomeCount } = await snapshot(slug, '?outcomeLimit=2');
    expect([outcomes.map((outcome: { index: number }) => outcome.index), outcomeCount]).toEqual([[1, 3], 4]);
  });
});

describe('changes over a look-back', () => {
  it('compare with the start of the look-back as time passes', async () => {
    const { slug } = await service.anEvent();
    const first = await tradedAt(slug, 100);
    service.clock.forward(10 * hour);
    const second = await tradedAt(slug, 50, 1);
    const moves = async (hours: number) => {
      const { outcomes, lookbackVolumeCredits, volume24hCredits } = await snapshot(slug, `?lookbackHours=${hours}`);
      return [outcomes[0].changeBps, lookbackVolumeCredits, volume24hCredits];
    };
    expect(await moves(24)).toEqual([second - 5000, 150, 150]);
    expect(await moves(5)).toEqual([second - first, 50, 150]);
    service.clock.forward(15 * hour);
    // The first trade has left the 24-hour window, the second the five-hour window.
    expect(await moves(24)).toEqual([second - first, 50, 50]);
    expect(await moves(5)).toEqual([0, 0, 50]);
    const third = await tradedAt(slug, 25);
    expect(await moves(24)).toEqual([third - first, 75, 75]);
    expect(await moves(5)).toEqual([third - second, 25, 75]);
    service.clock.forward(25 * hour);
    expect(await moves(24)).toEqual([0, 0, 0]);
    expect(await moves(720)).toEqual([third - 5000, 175, 0]);
  });

  it('is right over hundreds of trades', async () => {
    const { id, slug } = await aMarket(service.pool, service.clock.now(), { liquidityCredits: 1000 });
    const agents = await Promise.all([1, 2, 3].map(() => service.anAgent()));
    const began = service.clock.now();
    for (let turn = 0; turn < 130; turn += 1) {
      service.clock.forward(6 * 60_000);
      const placed = await service.order(agents[turn % 3], {
        eventSlug: slug,
        amountCredits: 2,
        outcomeIndex: turn % 2,
      });
      expect(placed.status, placed.text).toBe(201);
      if (turn % 10 !== 0) continue;
      const { outcomes, lookbackVolumeCredits } = await snapshot(slug, '?lookbackHours=3');
      const since = new Date(service.clock.now() - 3 * hour);
      const [{ volume }] = await service.pool<{ volume: number }[]>`
        select coalesce(sum(credits), 0)::bigint as volume from readable_fills where event_id = ${id} and public and at > ${since}`;
      expect(lookbackVolumeCredits).toBeCloseTo(volume / 1e6, 6);
      const [then] = await service.pool<{ prices_bps: number[] }[]>`
        select prices_bps from readable_fills where event_id = ${id} and public and at <= ${since} order by sequence desc limit 1`;
      expect(outcomes[0].changeBps).toBe(outcomes[0].priceBps - (then?.prices_bps[0] ?? 5000));
    }
    expect(service.clock.now()).toBeGreaterThan(began);
  });
});
