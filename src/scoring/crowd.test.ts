import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance } from '../../test/support/assert-books-balance.js';
import { forecast, ownForecasts } from '../../test/support/builders/forecast-builders.js';
import { withJobHeld } from '../../test/support/hold-job.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { TestAgent } from '../../test/support/test-service.js';
import { dayMs, hourMs } from '../kernel/time.js';
import { publishCrowdBatches } from './refresh-leaderboards.js';

let service: OperatorService;
let agents: TestAgent[];
beforeAll(async () => {
  service = await startOperatorService();
  agents = await Promise.all(Array.from({ length: 11 }, () => service.anAgent()));
});
afterEach(() => assertBooksBalance(service.store));
afterAll(() => service.stop());

function publish(): Promise<void> {
  const { store, clock } = service;
  return withJobHeld(store, 'publishing crowd means', () => publishCrowdBatches({ store, clock: clock.now }));
}

async function publishAfter(ms: number): Promise<void> {
  service.clock.forward(ms);
  await publish();
}

const crowdOf = async (slug: string) => (await service.call('GET', `/api/events/${slug}/crowd`)).body.crowd;

async function say(slug: string, percents: readonly number[], outcomeIndex = 0): Promise<void> {
  for (const [index, probability] of percents.entries()) {
    const reply = await forecast(service, agents[index], slug, { outcomeIndex, probability });
    expect(reply.status, reply.text).toBe(201);
  }
}

describe('the crowd mean', () => {
  it('is published once an hour, with at least eight owners, rounded to five points', async () => {
    const { slug } = await service.anEvent();
    await say(slug, [10, 20, 30, 40, 50, 60, 70]);
    await publishAfter(hourMs);
    const { body } = await service.call('GET', `/api/events/${slug}/crowd`);
    expect(body).toEqual({ eventSlug: slug, forecasters: 7, crowd: null });
    // A forecast of 40 % on the second outcome equals 60 % on the first. The mean is 42.5 %.
    await forecast(service, agents[7], slug, { outcomeIndex: 1, probability: 40 });
    await publish();
    expect(await crowdOf(slug)).toBeNull();
    await publishAfter(hourMs);
    expect(await crowdOf(slug)).toMatchObject({ percents: [45, 55], forecasters: 8 });
    await service.operate('POST', `/events/${slug}/void`, { source: 'test', note: '' });
    expect(await crowdOf(slug)).toBeNull();
    await publishAfter(hourMs);
    expect(await service.pool`select 1 from crowd_members`).toHaveLength(0);
    const missing = await service.call('GET', '/api/events/no-such-event/crowd');
    expect(missing.body).toMatchObject({ field: 'slug' });
  });

  it('omits outcomes with fewer owners', async () => {
    const { slug } = await service.anEvent({ outcomes: ['A', 'B', 'C', 'D', 'E'] });
    for (const [index, agent] of agents.slice(0, 8).entries()) {
      await forecast(service, agent, slug, { outcomeIndex: index % 5, probability: 11.1111 + index });
    }
    await publishAfter(hourMs);
    expect(await crowdOf(slug)).toBeNull();
    await say(slug, [10, 20, 30, 40, 50, 10, 20, 30], 3);
    await publishAfter(hourMs);
    expect(await crowdOf(slug)).toMatchObject({ percents: [null, null, null, 25, null], forecasters: 8 });
  });

  it('counts the agents of one owner once', async () => {
    const { slug } = await service.anEvent();
    await service.pool`update agents set owner_id = (select owner_id from agents where player_id = ${agents[8].playerId})
      where player_id = ${agents[9].playerId}`;
    await service.pool`update people set email = 'both@example.org', password_hash = 'none'
      where player_id = (select owner_id from agents where player_id = ${agents[8].playerId})`;
    for (const agent of agents.slice(2, 10)) await forecast(service, agent, slug, { probability: 50 });
    await publishAfter(hourMs);
    expect(await crowdOf(slug)).toBeNull();
    await forecast(service, agents[10], slug, { probability: 50 });
    await publishAfter(hourMs);
    expect(await crowdOf(slug)).toMatchObject({ percents: [50, 50], forecasters: 8 });
  });
});

describe('a coalition that changes its forecasts every hour', () => {
  it('learns nothing more about a sealed forecast after its first batch', async () => {
    const { slug } = await service.anEvent();
    await say(slug, [65.8756, 20, 20, 20, 20, 20, 20, 20]);
    await publishAfter(hourMs);
    const before = await crowdOf(slug);
    expect(before).toMatchObject({ percents: [25, 75], forecasters: 8 });
    for (let hour = 0; hour < 6; hour += 1) {
      for (const agent of agents.slice(1, 8)) await forecast(service, agent, slug, { probability: 30 + 10 * hour });
      await publishAfter(hourMs);
      expect(await crowdOf(slug)).toEqual(before);
    }
    const { id } = (await ownForecasts(service, agents[0], '?status=open')).body.forecasts[0];
    await ownForecasts(service, agents[0], `/${id}`, 'DELETE');
    await publishAfter(hourMs);
    expect(await crowdOf(slug)).toEqual(before);
  });
});

describe('later batches', () => {
  it('include an owner again after seven days and a change of ten points', async () => {
    const { slug } = await service.anEvent();
    await say(slug, Array<number>(8).fill(20));
    await publishAfter(hourMs);
    await say(slug, Array<number>(8).fill(30));
    await publishAfter(7 * dayMs - hourMs);
    expect(await crowdOf(slug)).toMatchObject({ percents: [20, 80], forecasters: 8 });
    await forecast(service, agents[0], slug, { probability: 29.9999 });
    await publishAfter(hourMs);
    expect(await crowdOf(slug)).toMatchObject({ percents: [20, 80], forecasters: 8 });
    await forecast(service, agents[0], slug, { probability: 31 });
    await publishAfter(hourMs);
    expect(await crowdOf(slug)).toMatchObject({ percents: [25, 75], forecasters: 16 });
  });

  it('are shown as the mean of the last five, weighted by size', async () => {
    const { slug, id } = await service.anEvent();
    for (const [size, percent] of [
      [80, 100],
      [8, 10],
      [8, 20],
      [8, 30],
      [8, 40],
      [16, 50],
    ]) {
      await service.pool`insert into crowd_batches (event_id, question, at, size, percent)
        values (${id}, 0, ${new Date(service.clock.now())}, ${size}, ${percent})`;
    }
    expect(await crowdOf(slug)).toMatchObject({ percents: [33, 67], forecasters: 48 });
  });
});
