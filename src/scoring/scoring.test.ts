import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { forecast, ownForecasts } from '../../test/support/builders/forecast-builders.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { TestAgent } from '../../test/support/test-service.js';
import { waitForScores } from '../../test/support/wait-for-scores.js';
import { makeId } from '../kernel/ids.js';
import { hourMs } from '../kernel/time.js';
import * as agentStore from '../people/store/agents.js';
import { unnamedClient } from '../players/rules/certification-mark.js';

const eventCount = 12;

let service: OperatorService;
let half: TestAgent;
let seer: TestAgent;
let fool: TestAgent;
let late: TestAgent;
const slugs: string[] = [];

const handleOf = (agent: TestAgent) => agent.playerId.replace('_', '-');
const read = (path: string) => service.call('GET', path);

async function resolve(slug: string, winner: number, effectiveCloseAt?: number) {
  const reply = await service.operate('POST', `/events/${slug}/resolve`, {
    winningOutcomeIndex: winner,
    source: 'test',
    note: '',
    ...(effectiveCloseAt === undefined ? {} : { effectiveCloseAt: new Date(effectiveCloseAt).toISOString() }),
  });
  expect(reply.status, reply.text).toBe(200);
}

/**
 * Four players with a strategy: one without an opinion, one who knows the answer, one who is wrong, and one who joins
 * at half time.
 */
async function play(index: number): Promise<void> {
  const { slug } = await service.anEvent({ category: index % 2 === 0 ? 'even' : 'odd' });
  slugs.push(slug);
  const winner = index % 2;
  await forecast(service, half, slug, { probability: 50, rationale: 'a coin' });
  await forecast(service, seer, slug, { probability: winner === 0 ? 100 : 0, rationale: 'secret reasons' });
  await forecast(service, fool, slug, { probability: winner === 0 ? 0 : 100 });
  await service.order(fool, { eventSlug: slug, outcomeIndex: 1 - winner, amountCredits: 20 });
  service.clock.forward(hourMs);
  await service.order(seer, { eventSlug: slug, outcomeIndex: winner, amountCredits: 50 });
  await forecast(service, late, slug, { probability: 60 });
  service.clock.forward(hourMs);
  await resolve(slug, winner);
}

beforeAll(async () => {
  service = await startOperatorService();
  [half, seer, fool, late] = await Promise.all([0, 1, 2, 3].map(() => service.anAgent()));
  for (let index = 0; index < eventCount; index += 1) await play(index);
  await waitForScores(service);
}, 120_000);
afterAll(() => stopBalanced(service));

describe('GET /api/leaderboards', () => {
  it('lists the leaderboards with ranking keys and URLs', async () => {
    const { status, body } = await read('/api/leaderboards');
    expect([status, body.leaderboards.map(({ board }: { board: string }) => board)]).toEqual([
      200,
      ['brier', 'edge', 'adjusted', 'profit'],
    ]);
    for (const { path, better, description } of body.leaderboards) {
      expect((await read(path)).status).toBe(200);
      expect(['lower', 'higher']).toContain(better);
      expect(description).toMatch(/\w+ \w+/);
    }
    expect(body.leaderboards[1]).toMatchObject({ board: 'edge', better: 'higher', path: '/api/leaderboards/edge' });
  });
});

describe('the activity of a player', () => {
  it('has ids in order of time, including those of scores', async () => {
    const { body } = await service.call('GET', '/api/play/v1/activity?limit=200', { headers: seer.headers });
    const rows: { id: string; kind: string; at: string }[] = body.activity;
    expect(rows.filter(({ kind }) => kind === 'score').length).toBe(eventCount);
    for (const { id, at } of rows) {
      expect(id).toMatch(/^act_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
      // The first ten characters are the timestamp.
      expect(id.slice(0, 14)).toBe(makeId('act', Date.parse(at), new Uint8Array(10)).slice(0, 14));
    }
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });
});

describe('GET /api/leaderboards/{board}', () => {
  it('ranks by the mean Brier score', async () => {
    const { status, body } = await read('/api/leaderboards/brier');
    expect(status).toBe(200);
    const byHandle = new Map(body.rows.map((row: { player: { handle: string } }) => [row.player.handle, row]));
    expect(byHandle.get(handleOf(seer))).toMatchObject({ rank: 1, mean: 0, low: 0, high: 0, resolvedEvents: 12 });
    expect(byHandle.get(handleOf(half))).toMatchObject({ mean: 0.25, low: 0.25, high: 0.25, coverage: 1 });
    expect(byHandle.get(handleOf(fool))).toMatchObject({ rank: 4, mean: 1 });
    expect(byHandle.get(handleOf(late))).toMatchObject({ coverage: 0.5, totalCredits: null });
    expect(body.baselines.map((row: { name: string }) => row.name)).toEqual(['always-50', 'market', 'crowd']);
    expect(body.baselines[0].mean).toBe(0.25);
  });

  it('has no edge for a market that two players made', async () => {
    const { body } = await read('/api/leaderboards/edge');
    expect(body).toMatchObject({ rows: [], baselines: [] });
    const [shown] = (await read(`/api/players/${handleOf(seer)}/forecasts?limit=1`)).body.forecasts;
    expect(shown.score).toMatchObject({ benchmarkBrier: null, edge: null });
  });

  it('keeps always-50 at 0.25 when adjusted for difficulty', async () => {
    const { body } = await read('/api/leaderboards/adjusted');
    const own = body.rows.find((row: { player: { handle: string } }) => row.player.handle === handleOf(half));
    expect(own.mean).toBeCloseTo(0.25, 10);
  });

  it('ranks profit by its sum', async () => {
    const { body } = await read('/api/leaderboards/profit');
    expect(body.rows).toHaveLength(2);
    expect(body.rows[0]).toMatchObject({ rank: 1, player: { handle: handleOf(seer) }, coverage: null });
    expect(body.rows[0].totalCredits).toBeGreaterThan(0);
    expect(body.rows[1].totalCredits).toBeCloseTo(-20 * eventCount, 1);
  });

  it('filters by category, kind and minResolved', async () => {
    const odd = await read('/api/leaderboards/brier?category=odd');
    expect(odd.body.rows[0]).toMatchObject({ rank: null, resolvedEvents: 6 });
    expect((await read('/api/leaderboards/brier?category=odd&minResolved=6')).body.rows[0].rank).toBe(1);
    expect((await read('/api/leaderboards/brier?kind=human')).body.rows).toEqual([]);
    expect((await read('/api/leaderboards/brier?category=nowhere')).body.rows).toEqual([]);
    expect((await read('/api/leaderboards/luck')).status).toBe(400);
    expect((await read('/api/leaderboards/brier?window=1d')).body).toMatchObject({ field: 'window' });
  });

  it('pages through one version', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const rest: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await read(`/api/leaderboards/brier?limit=1${rest}`);
      seen.push(...body.rows.map((row: { player: { handle: string } }) => row.player.handle));
      cursor = body.nextCursor;
    }
    expect(seen).toEqual([seer, half, late, fool].map(handleOf));
    expect((await read('/api/leaderboards/edge?cursor=abc')).body).toMatchObject({ field: 'cursor' });
  });
});

describe('GET /api/players/{handle}', () => {
  it('shows scores, ranks and categories', async () => {
    await service.pool`update people set show_owner = true
      where player_id = (select owner_id from agents where player_id = ${seer.playerId})`;
    const { body } = await read(`/api/players/${handleOf(seer)}`);
    expect(body.player).toMatchObject({ kind: 'agent', certified: false, owner: { agents: 1 }, agents: [] });
    const owner = (await service.call('GET', `/api/players/${body.player.owner.handle}`)).body.player;
    const { handle, name, model, retired } = body.player;
    expect(owner).toMatchObject({ kind: 'human', owner: null, agents: [{ handle, name, model, retired }] });
    expect(body.scores.brier).toMatchObject({ rank: 1, mean: 0, resolvedEvents: eventCount });
    expect(body.categories.map((line: { category: string }) => line.category)).toEqual(['even', 'odd']);
    expect(body).toMatchObject({ forecasts: eventCount, sealedForecasts: 0 });
    expect((await read('/api/players/nobody-here')).body).toMatchObject({ code: 'NOT_FOUND', field: 'handle' });
  });

  it('lists scored forecasts, page by page, without rationales', async () => {
    const first = await read(`/api/players/${handleOf(seer)}/forecasts?limit=10`);
    const second = await read(`/api/players/${handleOf(seer)}/forecasts?limit=10&cursor=${first.body.nextCursor}`);
    const all = [...first.body.forecasts, ...second.body.forecasts];
    expect(all.map((row: { eventSlug: string }) => row.eventSlug)).toEqual(slugs.toReversed());
    expect(all[0].score).toMatchObject({ brier: 0, last: 0, coverage: 1 });
    expect(first.text + second.text).not.toContain('secret reasons');
    expect(second.body.nextCursor).toBeNull();
  });

  it('calibrates on final forecasts', async () => {
    const { body } = await read(`/api/players/${handleOf(half)}/calibration`);
    expect(body).toMatchObject({ n: eventCount, brier: 0.25 });
    expect(body.bins[5]).toMatchObject({ n: eventCount, meanProbability: 0.5, observed: 0.5 });
  });

  it('returns their own scores to players', async () => {
    const { body } = await ownForecasts(service, seer, '?status=scored&limit=1');
    expect(body.forecasts[0]).toMatchObject({ rationale: 'secret reasons', score: { brier: 0, coverage: 1 } });
    const activity = await service.call('GET', '/api/play/v1/activity?kind=score', { headers: seer.headers });
    expect(activity.body.activity).toHaveLength(eventCount);
    expect(activity.body.activity[0]).toMatchObject({ credits: 0, brier: 0 });
  });
});

describe('the certification mark', () => {
  it('is on the leaderboards for agents certified for this contract', async () => {
    const mark = (agent: TestAgent, contractVersion: string) =>
      service.store.transact(tx =>
        agentStore.certify(tx, agent.playerId, {
          at: service.clock.now(),
          contractVersion,
          client: unnamedClient,
        }),
      );
    await mark(seer, '2026-03-17');
    await mark(fool, '2020-01-01');
    const { body } = await read('/api/leaderboards/brier?limit=199');
    const certified = body.rows.filter((row: { player: { certified: boolean } }) => row.player.certified);
    expect(certified.map((row: { player: { handle: string } }) => row.player.handle)).toEqual([handleOf(seer)]);
  });
});
