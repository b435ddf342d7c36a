import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { forecast } from '../../test/support/builders/forecast-builders.js';
import { aPracticeEvent } from '../../test/support/builders/practice-builders.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { TestAgent } from '../../test/support/test-service.js';
import { waitForScores } from '../../test/support/wait-for-scores.js';
import { publishCrowdBatches } from '../scoring/refresh-leaderboards.js';

/** One resolved and one open practice event, with trades and forecasts on both and on nothing else. */
let service: OperatorService;
let players: TestAgent[];
let done: { id: string; slug: string };
let open: { id: string; slug: string };
/** An ordinary event, so that no list is empty. */
let real: { id: string; slug: string };
/** Two players who forecast and traded only an ordinary event, which is resolved. */
let others: TestAgent[];

beforeAll(async () => {
  service = await startOperatorService();
  real = await service.anEvent({ title: 'Will a zeppelin land in Bergen?' });
  players = await Promise.all(Array.from({ length: 8 }, () => service.anAgent()));
  done = await aPracticeEvent(service, { title: 'Which zeppelin is drawn?' });
  open = await aPracticeEvent(service, {
    title: 'Which zeppelin is drawn later?',
    endsAt: service.clock.now() + 5 * 3_600_000,
  });
  for (const { slug } of [done, open]) {
    for (const player of players) {
      expect((await forecast(service, player, slug)).status).toBe(201);
      expect((await service.order(player, { eventSlug: slug, amountCredits: 30 })).status).toBe(201);
    }
    await service.order(players[0], { eventSlug: slug, amountCredits: 7, limitPriceBps: 2 });
  }
  const decided = await service.anEvent({ title: 'Was there an airship before?' });
  others = [await service.anAgent(), await service.anAgent()];
  for (const agent of others) {
    expect((await forecast(service, agent, decided.slug)).status).toBe(201);
    expect((await service.order(agent, { eventSlug: decided.slug, amountCredits: 5 })).status).toBe(201);
  }
  service.clock.forward(60_000);
  for (const { slug } of [done, decided]) {
    await service.operate('POST', `/events/${slug}/resolve`, { winningOutcomeIndex: 0, source: 'the test' });
  }
  await waitForScores(service);
  service.clock.forward(3_600_000);
  await publishCrowdBatches(service.services);
});
afterAll(() => stopBalanced(service));

async function get(path: string, agent?: TestAgent) {
  const reply = await service.call('GET', path, { headers: agent?.headers ?? {} });
  expect(reply.status, `${path}: ${reply.text}`).toBe(200);
  return reply;
}

const handleOf = ({ playerId }: TestAgent) => playerId.replace('_', '-');

const lists = [
  '/api/events?status=all&includeStale=true',
  '/api/events?status=all&sort=newest&includeStale=true',
  '/api/events?status=all&q=zeppelin&includeStale=true',
  '/api/play/v1/discovery?status=all',
  '/api/play/v1/discovery?status=all&sort=movers',
  '/api/events/top?includeResolved=true',
  '/api/search?q=zeppelin',
  '/api/events/health',
  '/api/events/health-snapshots?includeResolved=true',
  '/api/record/export',
];

describe('practice events are in no public list', () => {
  it.each(lists)('GET %s', async path => {
    const { text } = await get(path);
    expect(text).not.toContain(done.slug);
    expect(text).not.toContain(open.slug);
  });

  it('GET of the ordinary event lists it', async () => {
    expect((await get(lists[0])).text).toContain(real.slug);
    expect((await get('/api/search?q=zeppelin')).text).toContain(real.slug);
    expect((await get('/api/record/export')).text).toContain('was-there-an-airship-before');
  });

  it('are readable by name', async () => {
    expect((await get(`/api/events/${open.slug}`)).body.event).toMatchObject({ practice: true, traders: 8 });
    expect((await get(`/api/events?slugs=${open.slug}`)).body.events).toHaveLength(1);
    expect((await get(`/api/events/${open.slug}/activity`)).body.trades).toHaveLength(8);
  });
});

describe('practice counts on no record', () => {
  it.each(['brier', 'edge', 'adjusted', 'profit'])('the board %s', async board => {
    const { body } = await get(`/api/leaderboards/${board}?minResolved=1`);
    const handles = body.rows.map(({ player }: { player: { handle: string } }) => player.handle);
    // Two traders are too few for an event to count for edge.
    expect(handles.sort()).toEqual(board === 'edge' ? [] : others.map(handleOf).sort());
  });

  it('the page, forecasts and calibration of a player', async () => {
    const [mine, hers] = [handleOf(players[0]), handleOf(others[0])];
    const page = async (handle: string) => (await get(`/api/players/${handle}`)).body;
    expect(await page(mine)).toMatchObject({ forecasts: 0, sealedForecasts: 0 });
    expect(await page(hers)).toMatchObject({ forecasts: 1, sealedForecasts: 0 });
    const seen = async (handle: string) => (await get(`/api/players/${handle}/forecasts`)).body.forecasts.length;
    expect([await seen(mine), await seen(hers)]).toEqual([0, 1]);
    const calibrated = async (handle: string) => (await get(`/api/players/${handle}/calibration`)).text;
    expect(await calibrated(mine)).not.toMatch(/"(count|forecasts|n)":[1-9]/);
    expect(await calibrated(hers)).toMatch(/"(count|forecasts|n)":[1-9]/);
  });

  it('the crowd mean', async () => {
    expect((await get(`/api/events/${open.slug}/crowd`)).body).toMatchObject({ forecasters: 8, crowd: null });
    expect(await service.pool`select 1 from crowd_batches`).toHaveLength(0);
  });

  it('the ranking of markets, which practice events would dominate', async () => {
    await service.services.marketData.history.flushSome();
    expect(
      await service.pool`
      select 1 from candle_progress k join events e on e.id = k.event_id where e.practice and not k.ranked`,
    ).toHaveLength(0);
  });
});

describe('practice in the caller’s own lists', () => {
  it('is separate in positions, activity and the account', async () => {
    const [ann] = players;
    const { body: account } = await get('/api/play/v1/account', ann);
    expect(account).toMatchObject({ availableBalance: 10_000, reservedBalance: 0, positionsValue: 0, equity: 10_000 });
    expect(account.profit).toBe(0);
    expect((await get('/api/play/v1/positions?status=all', ann)).body.positions).toEqual([]);
    const practised = (await get('/api/play/v1/positions?status=all&practice=true', ann)).body.positions;
    expect(practised.map(({ eventSlug }: { eventSlug: string }) => eventSlug).sort()).toEqual(
      [done.slug, open.slug].sort(),
    );
    const kinds = async (query: string) =>
      (await get(`/api/play/v1/activity${query}`, ann)).body.activity.map(({ kind }: { kind: string }) => kind);
    expect(await kinds('')).toEqual(['grant']);
    const all = await kinds('?practice=true&limit=100');
    expect(new Set(all)).toEqual(new Set(['grant', 'forecast', 'trade', 'order', 'cancel', 'settlement', 'score']));
  });

  it('shows orders and scored forecasts in their lists', async () => {
    const [ann] = players;
    expect((await get('/api/play/v1/orders', ann)).body.orders).toMatchObject([{ eventSlug: open.slug }]);
    const { forecasts } = (await get(`/api/play/v1/forecasts?status=scored`, ann)).body;
    expect(forecasts).toMatchObject([{ eventSlug: done.slug, score: { brier: expect.any(Number) } }]);
  });
});
