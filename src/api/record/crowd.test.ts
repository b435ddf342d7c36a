import { afterAll, beforeAll, expect, it } from 'vitest';
import { alone } from '../../../test/alone.js';
import { forecast } from '../../../test/forecasts.js';
import { type OperatorService, startOperatorService } from '../../../test/operator.js';
import { takeCrowdMeans } from '../../operations/scores/take-crowd-means.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => service.stop());

function take(): Promise<void> {
  const { store, clock } = service;
  return alone(store, 'taking crowd means', () => takeCrowdMeans({ store, clock: clock.now }));
}

it('is shown from five players on, and moves once an hour', async () => {
  const { slug } = await service.anEvent();
  const agents = await Promise.all([1, 2, 3, 4, 5, 6].map(() => service.anAgent()));
  const path = `/api/events/${slug}/crowd`;
  const hour = () => service.clock.forward(3_600_000);
  for (const [index, agent] of agents.slice(0, 4).entries()) {
    await forecast(service, agent, slug, { probability: 10 * (index + 1) });
  }
  hour();
  await take();
  expect((await service.call('GET', path)).body).toEqual({ eventSlug: slug, forecasters: 4, crowd: null });
  // A forecast of 50 % on the second outcome is one of 50 % on the first.
  await forecast(service, agents[4], slug, { outcomeIndex: 1, probability: 50 });
  await take();
  expect((await service.call('GET', path)).body.crowd).toBeNull();
  hour();
  await take();
  const { crowd } = (await service.call('GET', path)).body;
  expect(crowd).toMatchObject({ percents: [30, 70], forecasters: 5 });
  await forecast(service, agents[5], slug, { probability: 99 });
  await take();
  expect((await service.call('GET', path)).body).toMatchObject({ forecasters: 6, crowd });
  await service.operate('POST', `/events/${slug}/void`, { source: 'test', note: '' });
  expect((await service.call('GET', path)).body.crowd).toBeNull();
  expect((await service.call('GET', '/api/events/no-such-event/crowd')).body).toMatchObject({ field: 'slug' });
});
