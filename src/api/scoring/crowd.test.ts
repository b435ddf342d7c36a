import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance } from '../../../test/support/assert-books-balance.js';
import { forecast, ownForecasts } from '../../../test/support/builders/forecast-builders.js';
import { withJobHeld } from '../../../test/support/hold-job.js';
import { type OperatorService, startOperatorService } from '../../../test/support/operator-service.js';
import type { TestAgent } from '../../../test/support/test-service.js';
import { takeCrowdMeans } from '../../operations/scoring/take-crowd-means.js';

let service: OperatorService;
let agents: TestAgent[];
beforeAll(async () => {
  service = await startOperatorService();
  agents = await Promise.all(Array.from({ length: 10 }, () => service.anAgent()));
});
afterEach(() => assertBooksBalance(service.store));
afterAll(() => service.stop());

function take(): Promise<void> {
  const { store, clock } = service;
  return withJobHeld(store, 'taking crowd means', () => takeCrowdMeans({ store, clock: clock.now }));
}

async function takeNextHour(): Promise<void> {
  service.clock.forward(3_600_000);
  await take();
  // What comes in the same millisecond is not taken for a change.
  service.clock.forward(1);
}

const crowdOf = async (slug: string) => (await service.call('GET', `/api/events/${slug}/crowd`)).body.crowd;

async function say(slug: string, percents: readonly number[], outcomeIndex = 0): Promise<void> {
  for (const [index, probability] of percents.entries()) {
    await forecast(service, agents[index], slug, { outcomeIndex, probability });
  }
}

const five = { outcomes: ['A', 'B', 'C', 'D', 'E'] };

describe('the crowd mean', () => {
  it('is shown from five players on, and moves once an hour', async () => {
    const { slug } = await service.anEvent();
    await say(slug, [10, 20, 30, 40]);
    await takeNextHour();
    const { body } = await service.call('GET', `/api/events/${slug}/crowd`);
    expect(body).toEqual({ eventSlug: slug, forecasters: 4, crowd: null });
    // A forecast of 50 % on the second outcome is one of 50 % on the first.
    await forecast(service, agents[4], slug, { outcomeIndex: 1, probability: 50 });
    await take();
    expect(await crowdOf(slug)).toBeNull();
    await takeNextHour();
    const crowd = await crowdOf(slug);
    expect(crowd).toMatchObject({ percents: [30, 70], forecasters: 5 });
    await say(slug, [90, 90, 90, 90, 90]);
    await take();
    expect(await crowdOf(slug)).toEqual(crowd);
    await takeNextHour();
    expect(await crowdOf(slug)).toMatchObject({ percents: [90, 10], forecasters: 5 });
    await service.operate('POST', `/events/${slug}/void`, { source: 'test', note: '' });
    expect(await crowdOf(slug)).toBeNull();
    const missing = await service.call('GET', '/api/events/no-such-event/crowd');
    expect(missing.body).toMatchObject({ field: 'slug' });
  });

  it('says nothing about outcomes with fewer forecasters', async () => {
    const { slug } = await service.anEvent(five);
    for (const [outcomeIndex, agent] of agents.slice(0, 5).entries()) {
      await forecast(service, agent, slug, { outcomeIndex, probability: 11.1111 + outcomeIndex });
    }
    await takeNextHour();
    expect(await crowdOf(slug)).toBeNull();
    await say(slug, [10.2, 20.3, 30.4, 40.6, 50.7], 3);
    await takeNextHour();
    expect(await crowdOf(slug)).toMatchObject({ percents: [null, null, null, 30, null], forecasters: 5 });
  });
});

describe('two crowd means in a row', () => {
  it('differ by the forecasts of five people or not at all', async () => {
    const { slug } = await service.anEvent();
    await say(slug, [10, 10, 10, 10, 10, 10]);
    await takeNextHour();
    const before = await crowdOf(slug);
    for (const agent of agents.slice(2, 6)) {
      await forecast(service, agent, slug, { probability: 90 });
      await takeNextHour();
      expect(await crowdOf(slug)).toEqual(before);
    }
    await forecast(service, agents[7], slug, { probability: 90 });
    await takeNextHour();
    expect((await crowdOf(slug)).percents).toEqual([67, 33]);
  });

  it('are not made different by leaving and coming back', async () => {
    const { slug } = await service.anEvent();
    await say(slug, [10, 10, 10, 10, 10]);
    await takeNextHour();
    const before = await crowdOf(slug);
    expect(before.percents).toEqual([10, 90]);
    const { id } = (await ownForecasts(service, agents[0], '?status=open')).body.forecasts[0];
    await ownForecasts(service, agents[0], `/${id}`, 'DELETE');
    await takeNextHour();
    expect(await crowdOf(slug)).toBeNull();
    await forecast(service, agents[0], slug, { probability: 99 });
    await takeNextHour();
    expect(await crowdOf(slug)).toEqual(before);
  });
});

it('takes the agents of one owner for one person', async () => {
  const { slug } = await service.anEvent();
  await service.pool`update agents set owner_id = (select owner_id from agents where player_id = ${agents[8].playerId})
    where player_id = ${agents[9].playerId}`;
  await service.pool`update people set email = 'both@example.org', password_hash = 'none'
    where player_id = (select owner_id from agents where player_id = ${agents[8].playerId})`;
  for (const agent of agents.slice(5)) await forecast(service, agent, slug, { probability: 50 });
  await takeNextHour();
  expect(await crowdOf(slug)).toBeNull();
  await forecast(service, agents[0], slug, { probability: 50 });
  await takeNextHour();
  expect(await crowdOf(slug)).toMatchObject({ percents: [50, 50], forecasters: 6 });
});
