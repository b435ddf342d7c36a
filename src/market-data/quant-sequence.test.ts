import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { aMarket } from '../../test/support/builders/market-builders.js';
import { trade } from '../../test/support/play-actions.js';
import { startTestService, type TestAgent, type TestService } from '../../test/support/test-service.js';

let service: TestService;
let reader: TestAgent;
let agents: TestAgent[];

beforeAll(async () => {
  service = await startTestService();
  reader = await service.anAgent('enterprise');
  agents = await Promise.all(Array.from({ length: 6 }, () => service.anAgent()));
});
afterAll(() => stopBalanced(service));

interface Quant {
  readonly sequence: number;
  readonly trades: number;
  readonly lookbackVolumeCredits: number;
  readonly outcomes: readonly { readonly priceBps: number; readonly changeBps: number; readonly highBps: number }[];
}

async function quant(slug: string): Promise<Quant> {
  const reply = await service.call('GET', `/api/bot/quant?slugs=${slug}`, { headers: reader.headers });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.markets[0];
}

/** The recorded state of a market up to a sequence. */
async function recorded(eventId: string, sequence: number) {
  const rows = await service.pool<{ credits: number; prices: number[] }[]>`
    select credits, prices_bps as prices from readable_fills
    where event_id = ${eventId} and public and sequence <= ${sequence} order by sequence, id`;
  const prices = [5000, ...rows.map(row => row.prices[0])];
  return {
    trades: rows.length,
    lookbackVolumeCredits: rows.reduce((sum, row) => sum + row.credits, 0) / 1e6,
    priceBps: prices[prices.length - 1],
  };
}

async function expectRecorded(eventId: string, { sequence, trades, lookbackVolumeCredits, outcomes }: Quant) {
  const [{ priceBps, changeBps }] = outcomes;
  expect({ trades, lookbackVolumeCredits, priceBps }, `at ${sequence}`).toEqual(await recorded(eventId, sequence));
  expect(changeBps).toBe(priceBps - 5000);
}

describe('quant metrics', () => {
  it.each([1, 3, 4, 5, 9])('include every trade of their sequence when %i arrive concurrently', async count => {
    const { id, slug } = await aMarket(service.pool, service.clock.now());
    await expectRecorded(id, await quant(slug));
    for (let round = 0; round < 3; round += 1) {
      for (let turn = 0; turn < count; turn += 1)
        await trade(service, agents[turn % 6], slug, { outcomeIndex: turn % 2 });
      const figures = await quant(slug);
      expect(figures.trades).toBe((round + 1) * count);
      await expectRecorded(id, figures);
    }
  });

  it('belong to one sequence while others trade', { timeout: 60_000 }, async () => {
    const { id, slug } = await aMarket(service.pool, service.clock.now());
    const seen: Quant[] = [];
    let trading = true;
    const reading = async () => {
      while (trading) seen.push(await quant(slug));
    };
    const writing = Promise.all(
      agents.map(async agent => {
        for (let turn = 0; turn < 25; turn += 1) await trade(service, agent, slug, { outcomeIndex: turn % 2 });
      }),
    ).finally(() => {
      trading = false;
    });
    await Promise.all([writing, reading(), reading()]);
    expect(new Set(seen.map(({ sequence }) => sequence)).size).toBeGreaterThan(5);
    for (const figures of seen) await expectRecorded(id, figures);
  });
});
