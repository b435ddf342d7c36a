import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { forecast } from '../../test/support/builders/forecast-builders.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { TestAgent, TestPerson } from '../../test/support/test-service.js';
import { waitForScores } from '../../test/support/wait-for-scores.js';
import { hourMs } from '../kernel/time.js';

const eventCount = 11;

let service: OperatorService;
let seer: TestAgent;
let fool: TestAgent;
let person: TestPerson;
let idle: TestAgent;
let openSlug: string;
const slugs: string[] = [];

const handleOf = (agent: TestAgent) => agent.playerId.replace('_', '-');
const read = (path: string, headers: Record<string, string> = {}) => service.call('GET', path, { headers });

async function play(index: number): Promise<void> {
  const { slug } = await service.anEvent({ category: index === 0 ? 'rare' : 'usual' });
  slugs.push(slug);
  await forecast(service, seer, slug, { probability: 90 });
  await forecast(service, fool, slug, { probability: 20 });
  if (index < 3) await forecast(service, person, slug, { probability: 50, rationale: 'a coin' });
  await service.order(seer, { eventSlug: slug, amountCredits: 30 });
  service.clock.forward(hourMs);
  await forecast(service, seer, slug, { probability: 100 });
  service.clock.forward(hourMs);
  const answer = { winningOutcomeIndex: 0, source: 'test', note: '' };
  expect((await service.operate('POST', `/events/${slug}/resolve`, answer)).status).toBe(200);
}

beforeAll(async () => {
  service = await startOperatorService();
  [seer, fool, idle] = await Promise.all([0, 1, 2].map(() => service.anAgent()));
  person = await service.aPerson({ displayName: 'Ann' });
  await service.pool`update agents set model = ' Model-X ' where player_id = ${seer.playerId}`;
  await service.pool`update agents set model = 'model-x' where player_id = ${fool.playerId}`;
  for (let index = 0; index < eventCount; index += 1) await play(index);
  openSlug = (await service.anEvent()).slug;
  await forecast(service, seer, openSlug, { probability: 33 });
  await waitForScores(service);
}, 180_000);
afterAll(() => stopBalanced(service));

describe('GET /api/leaderboards/{board}/players/{handle}', () => {
  it('gives the rank, the score and the number of ranked players', async () => {
    const { body } = await read(`/api/leaderboards/brier/players/${handleOf(fool)}`);
    expect(body).toMatchObject({ rank: 2, ranked: 2, missing: null, row: { resolvedEvents: eventCount } });
    expect(body.row.mean).toBeCloseTo(0.64, 10);
  });

  it('states what a player below the minimum needs', async () => {
    const { body } = await read(`/api/leaderboards/brier/players/${person.handle}`);
    expect(body).toMatchObject({ rank: null, row: { mean: 0.25 }, missing: { resolvedEvents: 7, coverage: 0 } });
    const lower = await read(`/api/leaderboards/brier/players/${person.handle}?minResolved=3&kind=human&window=7d`);
    expect(lower.body).toMatchObject({ rank: 1, ranked: 1, missing: null });
    const rare = await read(`/api/leaderboards/brier/players/${person.handle}?category=rare`);
    expect(rare.body).toMatchObject({ category: 'rare', missing: { resolvedEvents: 9 } });
  });

  it('has no row for a player without a score, or of a kind that the leaderboard excludes', async () => {
    const none = await read(`/api/leaderboards/profit/players/${handleOf(idle)}`);
    expect(none.body).toMatchObject({ rank: null, row: null, missing: { resolvedEvents: 10, coverage: 0 } });
    const other = await read(`/api/leaderboards/brier/players/${handleOf(seer)}?kind=human`);
    expect(other.body).toMatchObject({ rank: null, row: null, missing: null });
    expect((await read('/api/leaderboards/brier/players/nobody-here')).status).toBe(404);
    expect((await read(`/api/leaderboards/brier/players/${person.handle}?limit=3`)).status).toBe(400);
  });
});

describe('GET /api/compare', () => {
  const compare = (...handles: string[]) => read(`/api/compare?handles=${handles.join(',')}`);

  it('gives the paired difference over common events, with its interval', async () => {
    const { body } = await compare(handleOf(seer), person.handle, handleOf(fool));
    expect(body.players.map(({ player }: { player: { handle: string } }) => player.handle)).toEqual([
      handleOf(seer),
      person.handle,
      handleOf(fool),
    ]);
    const [seerPerson, seerFool] = body.pairs;
    expect(seerPerson.difference).toMatchObject({ events: 3, firstBetter: 3, secondBetter: 0, equal: 0 });
    expect(seerPerson.difference.mean).toBeCloseTo(0.005 - 0.25, 10);
    expect(seerFool.difference.events).toBe(eventCount);
    expect(seerFool.difference.low).toBeLessThanOrEqual(seerFool.difference.mean);
    expect(body.players[1].calibration.n).toBe(3);
    expect(body.headToHead).toHaveLength(eventCount);
    expect(body.headToHead[0]).toMatchObject({ eventSlug: slugs[eventCount - 1] });
    expect(body.headToHead[0].briers[1]).toBeNull();
    expect(body.headToHead[eventCount - 1].briers[1]).toBe(0.25);
  });

  it('pages through the common events', async () => {
    const handles = `${handleOf(seer)},${handleOf(fool)}`;
    const first = (await read(`/api/compare?handles=${handles}&limit=6`)).body;
    const second = (await read(`/api/compare?handles=${handles}&limit=6&cursor=${first.nextCursor}`)).body;
    const seen = [...first.headToHead, ...second.headToHead].map(({ eventSlug }) => eventSlug);
    expect(seen).toEqual([...slugs].reverse());
    expect(second.nextCursor).toBeNull();
  });

  it('compares players without a common event', async () => {
    const { body } = await compare(handleOf(seer), handleOf(idle));
    expect(body.pairs[0].difference).toBeNull();
    expect(body.players[1]).toMatchObject({ brier: null, calibration: { n: 0, brier: null } });
  });

  it('rejects one player, five players, a repeated one and an unknown one', async () => {
    const [one, two] = [handleOf(seer), handleOf(fool)];
    for (const handles of [[one], [one, two, 'c', 'd', 'e'], [one, one], [one, '']]) {
      expect((await compare(...handles)).body).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'handles' });
    }
    expect((await compare(one, 'nobody-here')).body).toMatchObject({ code: 'NOT_FOUND', field: 'handles' });
  });
});

describe('GET /api/models', () => {
  it('groups agents by model regardless of case, and compares them with people and the market', async () => {
    const { body } = await read('/api/models');
    expect(body.models).toHaveLength(1);
    const [model] = body.models;
    expect(model).toMatchObject({ players: 2, resolvedEvents: eventCount });
    expect(model.model.toLowerCase()).toBe('model-x');
    expect(model.brier.mean).toBeCloseTo((0.005 + 0.64) / 2, 10);
    expect(model.firstResolvedAt < model.lastResolvedAt).toBe(true);
    expect(model.againstMarket.low).toBeLessThanOrEqual(model.againstMarket.high);
    const kinds = Object.fromEntries(body.groups.map((group: { kind: string }) => [group.kind, group]));
    expect(kinds.human).toMatchObject({ players: 1, resolvedEvents: 3, brier: { mean: 0.25 } });
    expect(kinds.agent).toMatchObject({ players: 2 });
    expect(body.baselines[0]).toMatchObject({ name: 'always-50', mean: 0.25 });
    expect((await read('/api/models?events=demo')).body.models).toEqual([]);
  });
});

describe('scores on one event', () => {
  it('are ranked, with profit, page by page', async () => {
    const { body } = await read(`/api/events/${slugs[0]}/scores`);
    const handles = body.scores.map(({ player }: { player: { handle: string } }) => player.handle);
    expect(handles).toEqual([handleOf(seer), person.handle, handleOf(fool)]);
    expect(body).toMatchObject({ version: 1, forecasters: 3, nextCursor: null });
    expect(body.scores[0]).toMatchObject({ rank: 1, score: { last: 0 } });
    expect(body.scores[0].profitCredits).toBeGreaterThan(0);
    expect(body.scores[2].profitCredits).toBeNull();
    const first = (await read(`/api/events/${slugs[0]}/scores?limit=2`)).body;
    const rest = (await read(`/api/events/${slugs[0]}/scores?limit=2&cursor=${first.nextCursor}`)).body;
    expect(rest.scores.map(({ rank }: { rank: number }) => rank)).toEqual([3]);
  });

  it('of one player include the forecasts and the market’s price at each', async () => {
    const { body, text } = await read(`/api/events/${slugs[0]}/scores/${handleOf(seer)}`);
    expect(body).toMatchObject({ scored: true, rank: 1, forecasters: 3, payoutBps: [10_000, 0] });
    expect(body.score.brier).toBeCloseTo(0.005, 10);
    expect(body.forecasts.map(({ probability }: { probability: number }) => probability)).toEqual([90, 100]);
    expect(body.forecasts[1].marketPriceBps).toBeGreaterThan(body.forecasts[0].marketPriceBps);
    expect(text).not.toContain('rationale');
  });

  it('are adjusted for difficulty as on the adjusted leaderboard', async () => {
    const handle = handleOf(fool);
    let sum = 0;
    for (const slug of slugs) sum += (await read(`/api/events/${slug}/scores/${handle}`)).body.adjusted;
    const { body } = await read(`/api/leaderboards/adjusted/players/${handle}`);
    expect(body.row.resolvedEvents).toBe(eventCount);
    expect(sum / eventCount).toBeCloseTo(body.row.mean, 10);
  });

  it('are sealed from others before the resolution, but not from their player', async () => {
    const open = await read(`/api/events/${openSlug}/scores/${handleOf(seer)}`);
    expect(open.body).toMatchObject({ scored: false, rank: null, score: null, adjusted: null, forecasts: [] });
    expect((await read(`/api/events/${openSlug}/scores`)).body).toMatchObject({ version: 0, scores: [] });
    const own = await read(`/api/play/v1/scores/${openSlug}`, seer.headers);
    expect(own.body).toMatchObject({ scored: false, forecasts: [{ probability: 33, endedBy: null }] });
    expect((await read(`/api/play/v1/scores/${openSlug}`, fool.headers)).body.forecasts).toEqual([]);
    expect((await read(`/api/play/v1/scores/${openSlug}`)).status).toBe(401);
    expect((await read('/api/play/v1/scores/no-such-event', seer.headers)).status).toBe(404);
  });
});
