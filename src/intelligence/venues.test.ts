import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { TestAgent } from '../../test/support/test-service.js';
import { publishSignals } from './publish-signals.js';

let service: OperatorService;
let reader: TestAgent;
let linked: { slug: string; id: string };

const data = async (path: string) => {
  const reply = await service.call('GET', `/api/data/${path}`, { headers: reader.headers });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};

/** Acts as an operator: connects a venue, pushes its rows and confirms a link. */
async function link(slug: string, rowId: string, prices: readonly (number | null)[]): Promise<void> {
  const outcomes = prices.map((priceBps, index) => ({ label: ['yes', 'No'][index], priceBps }));
  const row = {
    rowId,
    title: `Will ${slug} happen elsewhere?`,
    url: 'https://venue.example/m/1',
    status: 'active',
    outcomes,
  };
  const pushed = await service.operate('POST', '/connectors/other-venue/rows', { rows: [row] });
  expect(pushed.body.results, pushed.text).toMatchObject([{ result: 'inserted' }]);
  const { body } = await service.call('GET', '/api/v1/aggregator/markets?source=presage,other-venue&limit=100');
  const idOf = (found: (market: Record<string, unknown>) => boolean) => body.markets.find(found).id;
  const marketIds = [
    idOf(market => market.source === 'presage' && market.eventSlug === slug),
    idOf(market => market.sourceMarketId === rowId),
  ];
  const made = await service.operate('POST', '/links', { marketIds });
  expect(made.status, made.text).toBeLessThan(300);
}

beforeAll(async () => {
  service = await startOperatorService();
  reader = await service.anAgent('pro');
  linked = await service.anEvent({ endsAt: new Date(service.clock.now() + 60 * 86_400_000).toISOString() });
  await service.anEvent();
  const put = await service.operate('PUT', '/connectors/other-venue', {
    ...{ enabled: true, format: 'push', name: 'Other venue', settings: {} },
  });
  expect(put.status, put.text).toBe(200);
  await link(linked.slug, 'row-1', [6200, 3800]);
});
afterAll(() => stopBalanced(service));

describe('linked venues', () => {
  it('appear with the market for competitive=true, by confirmed links', async () => {
    const { markets } = await data('market-intelligence?competitive=true');
    const venues = Object.fromEntries(
      markets.map((market: { eventSlug: string; venues: object[] }) => [market.eventSlug, market.venues]),
    );
    expect(venues[linked.slug]).toEqual([
      {
        source: 'other-venue',
        sourceMarketId: 'row-1',
        outcomes: [
          { index: 0, label: 'yes', priceBps: 6200 },
          { index: 1, label: 'No', priceBps: 3800 },
        ],
        differenceBps: 1200,
        url: 'https://venue.example/m/1',
        stale: false,
      },
    ]);
    expect(Object.values(venues).filter(list => (list as object[]).length === 0)).toHaveLength(1);
    expect((await data('market-intelligence')).markets[0]).not.toHaveProperty('venues');
  });

  it('are a reference of mispricing while they are fresh', async () => {
    const tools = { ...service.services, clock: service.clock.now };
    expect(await publishSignals(tools, () => true)).toBe(1);
    const [signal] = (await data('signals?signalType=mispricing')).signals;
    expect(signal).toMatchObject({
      eventSlug: linked.slug,
      direction: 'up',
      evidence: { reference: 'venues', referenceBps: 6200, gapBps: 1200, venues: 1 },
    });
    // The signal has expired, and so has the venue data.
    service.clock.forward(5 * 86_400_000);
    expect(await publishSignals(tools, () => true)).toBe(0);
  });
});

describe('providers', () => {
  it('list connectors with their terms and last run, next to official sources', async () => {
    const { providers, total } = await data('providers/official-sources');
    expect(total).toBe(providers.length);
    const named = (id: string) => providers.find((provider: { id: string }) => provider.id === id);
    expect(providers[0]).toMatchObject({ kind: 'official', name: 'The test', eventsUsing: 2 });
    expect(named('other-venue')).toMatchObject({
      kind: 'venue',
      name: 'Other venue',
      enabled: true,
      lastRunAt: expect.any(String),
    });
    expect(named('manifold')).toMatchObject({
      kind: 'venue',
      enabled: false,
      lastRunAt: null,
      eventsUsing: 0,
      demo: false,
    });
    expect(named('manifold').licence).not.toBe('');
  });
});
