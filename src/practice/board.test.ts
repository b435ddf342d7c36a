import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance } from '../../test/support/assert-books-balance.js';
import { forecast } from '../../test/support/builders/forecast-builders.js';
import { trade } from '../../test/support/play-actions.js';
import { startTestService, type TestAgent, type TestService } from '../../test/support/test-service.js';

let service: TestService;
let beside: TestService;
let ann: TestAgent;
let bob: TestAgent;
beforeAll(async () => {
  service = await startTestService({ practice: true });
  // A second node also runs the series; each event must still happen once.
  beside = await startTestService({ practice: true, beside: service });
  [ann, bob] = [await service.anAgent(), await service.anAgent()];
});
afterAll(async () => {
  await assertBooksBalance(service.store);
  await beside.stop();
  await service.stop();
});

const events = async (query = '') => (await service.call('GET', `/api/practice/events${query}`)).body;
async function board(query = '') {
  const reply = await service.call('GET', `/api/practice/leaderboard${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
}
/** Advances the clock a little, because responses are cached for a second. */
async function later<T>(read: () => Promise<T>): Promise<T> {
  service.clock.forward(1_001);
  return read();
}
const waiting = { timeout: 20_000, interval: 200 };
const handleOf = ({ playerId }: TestAgent) => playerId.replace('_', '-');

describe('the rolling series', () => {
  let slug: string;

  it('is opened by the service', async () => {
    const statuses = async () => (await events()).events.map(({ status }: { status: string }) => status);
    // The three are opened one after another, so an early read may return fewer.
    await expect.poll(() => later(statuses), waiting).toEqual(['active', 'active', 'scheduled']);
    expect((await events('?status=active')).events).toHaveLength(2);
    const { running, everySeconds, nextOpensAt, events: all } = await events();
    expect({ running, everySeconds }).toEqual({ running: true, everySeconds: 120 });
    expect(nextOpensAt).toBe('2026-03-17T12:02:00.000Z');
    expect((await events('?limit=1')).events).toEqual([all[0]]);
    expect(all[0].endsAt).toBe('2026-03-17T12:02:00.000Z');
    slug = all[1].slug;
    expect(all[1]).toMatchObject({ practice: true, opensAt: expect.any(String), endsAt: '2026-03-17T12:04:00.000Z' });
  });

  it('ranks players seconds after the end', async () => {
    expect(await board()).toMatchObject({ board: 'practice', windowHours: 24, players: 0, rows: [] });
    const outcomes = (await events()).events[1].outcomes.length;
    for (const [agent, favourite] of [
      [ann, 0],
      [bob, 1],
    ] as const) {
      const shares = Array.from({ length: outcomes }, (_, index) => (index === favourite ? 90 : 10 / (outcomes - 1)));
      for (const [outcomeIndex, probability] of (outcomes === 2 ? shares.slice(0, 1) : shares).entries()) {
        const reply = await forecast(service, agent, slug, { outcomeIndex, probability: Math.round(probability) });
        expect(reply.status, reply.text).toBe(201);
      }
    }
    await trade(service, ann, slug, { amountCredits: 20 });
    service.clock.forward(245_000);
    await expect.poll(() => later(async () => (await board()).players), waiting).toBe(2);
    const { event } = (await service.call('GET', `/api/events/${slug}`)).body;
    const winner = event.resolution.winningOutcomeIndex;
    const { rows } = await later(board);
    expect(rows[0]).toMatchObject({ resolvedEvents: 1, marketMean: expect.any(Number) });
    if (winner < 2) expect(rows[0].player.handle).toBe(handleOf(winner === 0 ? ann : bob));
    const mine = rows.find(({ player }: { player: { handle: string } }) => player.handle === handleOf(ann));
    expect(Math.sign(mine.profitCredits)).toBe(winner === 0 ? 1 : -1);
    expect(mine.coverage).toBeGreaterThan(0.5);
    service.clock.forward(1_001);
    expect((await beside.call('GET', '/api/practice/leaderboard')).body.rows).toEqual(rows);
  });

  it('finds one player and kinds of players, and returns 404 for unknown ones', async () => {
    const { rows, players } = await board(`?handle=${handleOf(bob)}`);
    expect(rows).toHaveLength(1);
    expect({ handle: rows[0].player.handle, players }).toEqual({ handle: handleOf(bob), players: 2 });
    expect((await board('?kind=human')).rows).toEqual([]);
    expect((await board('?minEvents=2')).rows).toEqual([]);
    const unknown = await service.call('GET', '/api/practice/leaderboard?handle=nobody-at-all');
    expect(unknown.body).toMatchObject({ code: 'NOT_FOUND', field: 'handle' });
  });

  it('counts the last 24 hours only', async () => {
    service.clock.forward(86_400_000);
    expect((await board()).rows).toEqual([]);
  });
});

describe('an arena without practice', () => {
  it('reports that none will open', async () => {
    const other = await startTestService();
    const { body } = await other.call('GET', '/api/practice/events');
    expect(body).toEqual({ running: false, nextOpensAt: null, everySeconds: 120, events: [] });
    await other.stop();
  });
});
