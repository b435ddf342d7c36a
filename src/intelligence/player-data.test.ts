import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { forecast } from '../../test/support/builders/forecast-builders.js';
import { aPracticeEvent } from '../../test/support/builders/practice-builders.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { TestAgent } from '../../test/support/test-service.js';
import { base58 } from '../kernel/ids.js';

const hour = 3_600_000;
let service: OperatorService;
let reader: TestAgent;
let trader: TestAgent;
let handle: string;
let address: string;
let first: { slug: string; id: string };
let second: { slug: string; id: string };

const addressOf = (playerId: string) => base58(createHash('sha256').update(playerId).digest());
const data = (path: string, headers = reader.headers) => service.call('GET', `/api/data/${path}`, { headers });

interface Trade {
  id: string;
  eventSlug: string;
  at: string;
  player: { handle: string };
}

async function walk(query: string): Promise<Trade[]> {
  const trades: Trade[] = [];
  let cursor: string | null = null;
  do {
    const { status, body, text }: Awaited<ReturnType<typeof data>> = await data(
      `trades?${query}&limit=3${cursor === null ? '' : `&cursor=${cursor}`}`,
    );
    expect(status, text).toBe(200);
    trades.push(...body.trades);
    cursor = body.nextCursor;
  } while (cursor !== null);
  return trades;
}

beforeAll(async () => {
  service = await startOperatorService();
  [reader, trader] = [await service.anAgent('pro'), await service.anAgent()];
  const other = await service.anAgent();
  handle = trader.playerId.replace('_', '-');
  address = addressOf(trader.playerId);
  [first, second] = [await service.anEvent(), await service.anEvent({ outcomes: ['A', 'B', 'C'] })];
  for (let turn = 0; turn < 8; turn += 1) {
    service.clock.forward(hour);
    const event = turn % 2 === 0 ? first : second;
    await service.order(trader, { eventSlug: event.slug, amountCredits: 20 + turn, outcomeIndex: turn % 2 });
    if (turn % 3 === 0) await service.order(other, { eventSlug: first.slug, amountCredits: 9, outcomeIndex: 1 });
  }
  await service.order(trader, { eventSlug: first.slug, side: 'sell', amountShares: 5 });
});
afterAll(() => stopBalanced(service));

describe('addresses of players', () => {
  it('are base58 of SHA-256 over the player id, on every public row of a player', async () => {
    const { body } = await service.call('GET', `/api/players/${handle}`);
    expect(body.player.address).toBe(address);
    const answered = await data(`positions?user=${handle}`);
    expect(answered.body.player).toMatchObject({ handle, address, kind: 'agent' });
  });

  it('are looked up through an index', async () => {
    const plan = await service.pool<{ 'QUERY PLAN': string }[]>`
      explain select id from players where sha256(decode(id, 'escape')) = ${createHash('sha256').update('x').digest()}`;
    expect(plan.map(row => row['QUERY PLAN']).join('\n')).toContain('Index Scan using players_address');
  });

  it('name the same player as the handle', async () => {
    const [byHandle, byAddress] = [await data(`trades?user=${handle}`), await data(`trades?user=${address}`)];
    expect(byHandle.body.trades).toHaveLength(9);
    expect(byAddress.body.trades).toEqual(byHandle.body.trades);
    expect((await data(`trades?user=${handle.toUpperCase()}`)).body.trades).toEqual(byHandle.body.trades);
  });

  it.each(['trades', 'positions'])(
    'are empty for an address without a player, 404 for unknown handles and 400 for other texts in %s',
    async route => {
      const stranger = await data(`${route}?user=${addressOf('agt_nobody')}`);
      expect([stranger.status, stranger.body.trades]).toEqual([200, []]);
      if (route === 'positions') expect(stranger.body).toMatchObject({ player: null, positions: [], total: 0 });
      const unknown = await data(`${route}?user=no-such-player`);
      expect([unknown.status, unknown.body.code, unknown.body.field]).toEqual([404, 'NOT_FOUND', 'user']);
      for (const user of ['not a handle', '0OIl!', 'x'.repeat(65), `${address}1`.replace(/1$/, '+')]) {
        const bad = await data(`${route}?user=${encodeURIComponent(user)}`);
        expect([bad.status, bad.body.code, bad.body.field], user).toEqual([400, 'INVALID_PAYLOAD', 'user']);
      }
    },
  );
});

describe('trades as data', () => {
  it('are the public trades of all markets, in pages that neither skip nor repeat', async () => {
    const rows = await service.pool<
      { id: string }[]
    >`select id from readable_fills where public order by at desc, id desc`;
    const ids = rows.map(({ id }) => id);
    expect((await walk('order=desc')).map(({ id }) => id)).toEqual(ids);
    expect((await walk('order=asc')).map(({ id }) => id)).toEqual([...ids].reverse());
  });

  it('can be filtered by player, by market, and by both', async () => {
    const ofPlayer = await walk(`user=${handle}`);
    expect(ofPlayer).toHaveLength(9);
    expect(new Set(ofPlayer.map(({ player }) => player.handle))).toEqual(new Set([handle]));
    const ofMarket = await walk(`market=${first.slug}`);
    const listed = await service.call('GET', `/api/events/${first.slug}/activity?limit=50`);
    expect(ofMarket).toEqual(listed.body.trades.map((trade: object) => ({ ...trade, demo: false })));
    const both = await walk(`market=${first.slug}&user=${address}`);
    expect(both).toEqual(ofMarket.filter(({ player }) => player.handle === handle));
  });

  it('can be bounded in time, by ISO time or Unix seconds', async () => {
    const all = await walk('order=asc');
    const [from, to] = [all[3].at, all[8].at];
    const between = all.filter(({ at }) => at >= from && at < to);
    expect(between.length).toBeGreaterThan(2);
    expect(await walk(`order=asc&from=${from}&to=${to}`)).toEqual(between);
    expect(await walk(`order=asc&from=${Date.parse(from) / 1000}&to=${Date.parse(to) / 1000}`)).toEqual(between);
    const inMarket = between.filter(({ eventSlug }) => eventSlug === first.slug);
    expect(await walk(`order=asc&from=${from}&to=${to}&market=${first.slug}`)).toEqual(inMarket);
  });

  it('reject a cursor of another list, unknown markets and invalid bounds', async () => {
    const { body } = await data('trades?limit=2');
    for (const [query, status, field] of [
      [`limit=2&order=asc&cursor=${body.nextCursor}`, 400, 'cursor'],
      [`user=${handle}&cursor=${body.nextCursor}`, 400, 'cursor'],
      ['market=no-such-market', 404, 'market'],
      ['from=2026-01-02&to=2026-01-01', 400, 'to'],
      ['from=yesterday', 400, 'from'],
      ['limit=201', 400, 'limit'],
    ] as const) {
      const reply = await data(`trades?${query}`);
      expect([reply.status, reply.body.field], query).toEqual([status, field]);
    }
  });
});

describe('positions as data', () => {
  it('are those that result from public trades', async () => {
    const { body } = await data(`positions?user=${handle}&tradeLimit=2`);
    const own = await service.call('GET', '/api/play/v1/positions?status=all', { headers: trader.headers });
    expect(body.positions).toEqual(
      own.body.positions.map((position: Record<string, unknown>) => ({
        ...Object.fromEntries(
          [
            'eventSlug',
            'outcomeIndex',
            'shares',
            'averagePriceBps',
            'costCredits',
            'valueCredits',
            'realizedProfit',
            'status',
          ].map(name => [name, position[name]]),
        ),
        demo: false,
      })),
    );
    expect(body).toMatchObject({ total: body.positions.length, truncated: false });
    expect(body.trades).toEqual((await data('trades?user='.concat(handle, '&limit=2'))).body.trades);
    expect((await data(`positions?user=${handle}&limit=1`)).body).toMatchObject({ truncated: true, total: body.total });
    const missing = await data('positions');
    expect([missing.status, missing.body.field]).toEqual([400, 'user']);
  });

  it('and trades never show balances, reserves, resting orders, practice or forecasts', async () => {
    const { slug: practiceSlug } = await aPracticeEvent(service);
    const traded = await service.order(trader, { eventSlug: practiceSlug, amountCredits: 3 });
    expect(traded.status, traded.text).toBe(201);
    const before = [await data(`positions?user=${handle}`), await data(`trades?user=${handle}`), await data('trades')];
    expect((await data(`trades?market=${practiceSlug}`)).status).toBe(404);
    expect((await data(`market-intelligence/history?slug=${practiceSlug}`)).status).toBe(404);
    // A resting order reserves credits or shares and a forecast is sealed: neither affects public data.
    const resting = [
      { eventSlug: second.slug, amountCredits: 777, limitPriceBps: 2, timeInForce: 'GTC' as const },
      {
        eventSlug: first.slug,
        side: 'sell' as const,
        amountShares: 1.5,
        limitPriceBps: 9990,
        timeInForce: 'GTC' as const,
      },
    ];
    for (const fields of resting) expect((await service.order(trader, fields)).body.order.status).toBe('open');
    expect((await forecast(service, trader, first.slug, { probability: 87 })).status).toBe(201);
    const after = [await data(`positions?user=${handle}`), await data(`trades?user=${handle}`), await data('trades')];
    expect(after.map(({ body }) => body)).toEqual(before.map(({ body }) => body));
    for (const { text } of after) {
      expect(text).not.toContain(practiceSlug);
      const members = [...text.matchAll(/"(\w+)":/g)].map(([, name]) => `"${name}`).join(' ');
      expect(members).not.toMatch(
        /reserve|balance|order_?id|available|grant|probability|forecast|rationale|"owner|email/i,
      );
    }
  });
});

describe('official sources', () => {
  it('are those listed in events, with the number of events', async () => {
    const source = (name: string, url: string) => ({ resolutionSource: { name, url, rule: 'As it says.' } });
    const office = await service.anEvent({
      ...source('Met Office', 'https://www.metoffice.gov.uk/a'),
      category: 'weather',
    });
    await service.anEvent({ ...source('Met Office', 'https://www.metoffice.gov.uk/b'), category: 'climate' });
    const list = async () => (await data('providers/official-sources')).body.providers;
    const named = (name: string, providers: { name: string }[]) => providers.filter(provider => provider.name === name);
    expect(named('Met Office', await list())).toEqual([
      {
        id: expect.stringMatching(/^official-[0-9a-f]{12}$/),
        name: 'Met Office',
        kind: 'official',
        url: 'https://www.metoffice.gov.uk',
        licence: null,
        covers: ['climate', 'weather'],
        enabled: true,
        lastRunAt: null,
        eventsUsing: 2,
        demo: false,
      },
    ]);
    await service.operate('PATCH', `/events/${office.slug}`, source('ECMWF', ''));
    const [moved] = named('ECMWF', await list());
    expect(moved).toMatchObject({ url: null, eventsUsing: 1, covers: ['weather'] });
    expect(named('Met Office', await list())).toMatchObject([{ eventsUsing: 1, covers: ['climate'] }]);
  });
});

describe('use of commercial data', () => {
  it('is metered per key and has ten times the budget on the enterprise plan', async () => {
    const big = await service.anAgent('enterprise');
    const policies = [
      (await data('signals')).headers.get('ratelimit-policy'),
      (await data('signals', big.headers)).headers.get('ratelimit-policy'),
    ];
    expect(policies).toEqual(['"reads";q=600;w=3600', '"reads";q=6000;w=3600']);
    await data('signals', big.headers);
    await data('trades?limit=0', big.headers);
    const { body } = await service.call('GET', '/api/developer/usage', { headers: big.headers });
    expect(body.keys).toEqual([
      {
        keyId: big.keyId,
        requests: 3,
        failed: 1,
        rateLimited: 0,
        operations: [
          { operationId: 'listSignals', requests: 2 },
          { operationId: 'listDataTrades', requests: 1 },
        ],
      },
    ]);
  });
});
