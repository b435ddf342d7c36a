import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { TestAgent } from '../../test/support/test-service.js';
import { dayMs, hourMs } from '../kernel/time.js';
import { recordEquity, thinEquity } from './equity.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => stopBalanced(service));

interface Point {
  readonly at: string;
  readonly equity: number;
  readonly profit: number;
  readonly positionsValue: number;
}

async function history(agent: TestAgent, timeframe = 'all'): Promise<Point[]> {
  const path = `/api/play/v1/equity?timeframe=${timeframe}`;
  const reply = await service.call('GET', path, { headers: agent.headers });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.points;
}

const record = () => recordEquity(service.services, () => true);

describe('GET /api/play/v1/equity', () => {
  it('starts with the starting grant and ends with the current account', async () => {
    const agent = await service.anAgent();
    service.clock.forward(hourMs / 2);
    const { slug } = await service.anEvent();
    await service.order(agent, { eventSlug: slug, amountCredits: 500 });
    const points = await history(agent);
    expect(points.map(({ equity }) => equity)[0]).toBe(10_000);
    const { body: account } = await service.call('GET', '/api/play/v1/account', { headers: agent.headers });
    const { equity, profit, positionsValue } = account;
    expect(points.at(-1)).toMatchObject({ equity, profit, positionsValue, at: account.asOf });
    expect(points).toHaveLength(2);
  });

  it('has a sample for each hour in which the equity changed', async () => {
    const [agent, other] = [await service.anAgent(), await service.anAgent()];
    const { slug } = await service.anEvent();
    await service.order(agent, { eventSlug: slug, amountCredits: 200 });
    service.clock.forward(hourMs);
    await record();
    const taken = (await history(agent)).at(-1);
    // Another player's trade changes the value of the position; this player does nothing.
    service.clock.forward(hourMs);
    await service.order(other, { eventSlug: slug, amountCredits: 300 });
    await record();
    await record();
    service.clock.forward(1000);
    const points = await history(agent);
    expect(points.map(({ at }) => at)).toContain(taken?.at);
    expect(points).toHaveLength(4);
    expect(points[2].positionsValue).toBeGreaterThan(points[1].positionsValue);
    const rows = await service.pool`select 1 from equity_samples where player_id = ${other.playerId}`;
    expect(rows.length).toBe(2);
  });

  it('samples an idle account once', async () => {
    const agent = await service.anAgent();
    for (let k = 0; k < 3; k += 1) {
      await record();
      service.clock.forward(hourMs);
    }
    const rows = await service.pool`select 1 from equity_samples where player_id = ${agent.playerId}`;
    expect(rows.length).toBe(1);
  });
});

describe('the limits of the equity history', () => {
  it('are 500 points, the first and the last among them', async () => {
    const agent = await service.anAgent();
    const start = service.clock.now();
    await service.pool`insert into equity_samples (player_id, at, available, reserved, positions, owed, granted)
      select ${agent.playerId}, ${new Date(start)}::timestamptz + k * interval '10 minutes', k, 0, 0, 0, 0
      from generate_series(1, 2000) k`;
    service.clock.forward(2001 * 600_000);
    const points = await history(agent);
    expect(points.length).toBeLessThanOrEqual(500);
    expect(points.length).toBeGreaterThan(400);
    expect(points[0].equity).toBe(10_000);
    expect(points.at(-1)?.equity).toBe(10_000);
    const times = points.map(({ at }) => at);
    expect(times).toEqual([...times].sort());
  });

  it('start a timeframe with the value in force', async () => {
    const agent = await service.anAgent();
    await service.pool`insert into equity_samples (player_id, at, available, reserved, positions, owed, granted)
      values (${agent.playerId}, ${new Date(service.clock.now())}, 7000000, 0, 0, 0, 0)`;
    service.clock.forward(3 * dayMs);
    const points = await history(agent, '24h');
    expect(points[0]).toMatchObject({ at: new Date(service.clock.now() - dayMs).toISOString(), equity: 7 });
    expect(points).toHaveLength(2);
  });

  it('thin old samples to the last one of each day', async () => {
    const agent = await service.anAgent();
    const day = Math.floor(service.clock.now() / dayMs) * dayMs;
    await service.pool`insert into equity_samples (player_id, at, available, reserved, positions, owed, granted)
      select ${agent.playerId}, ${new Date(day)}::timestamptz + k * interval '6 hours', k, 0, 0, 0, 0
      from generate_series(0, 7) k`;
    service.clock.forward(20 * dayMs);
    await thinEquity(service.services);
    const rows = await service.pool`select available from equity_samples
      where player_id = ${agent.playerId} order by at`;
    expect(rows.map(({ available }) => available)).toEqual([3, 7]);
  });

  it('are private and accept known timeframes only', async () => {
    expect((await service.call('GET', '/api/play/v1/equity')).status).toBe(401);
    const { headers } = await service.anAgent();
    const refused = await service.call('GET', '/api/play/v1/equity?timeframe=5y', { headers });
    expect(refused.body).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'timeframe' });
  });
});
