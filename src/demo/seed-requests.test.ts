import { afterAll, beforeAll, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { enterHouse } from './seed-arena.js';
import { seedRequests } from './seed-requests.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => stopBalanced(service));

const listed = async () => (await service.call('GET', '/api/markets/requests?status=all')).body.requests;

it('files ten requests that are marked as demo, once', async () => {
  const { store, services, clock } = service;
  const now = clock.now();
  const players = await enterHouse({ store, newId: services.newId }, 'a seed', now);
  await seedRequests({ store, players, seed: 'a seed', now });
  const requests = await listed();
  expect(requests).toHaveLength(10);
  expect(requests.every(({ demo }: { demo: boolean }) => demo)).toBe(true);
  expect(requests[0]).toMatchObject({ votes: 13, readinessScore: 100 });
  expect(requests.map(({ status }: { status: string }) => status).sort()).toEqual([
    'declined',
    ...Array(9).fill('open'),
  ]);
  await seedRequests({ store, players, seed: 'a seed', now });
  expect(await listed()).toEqual(requests);
});

it('can be launched, as events that are marked as demo', async () => {
  const ready = (await listed()).filter(({ status }: { status: string }) => status === 'open');
  for (const { id } of ready) {
    const { status, body, text } = await service.operate('POST', `/requests/${id}/launch`);
    expect(status, text).toBe(201);
    expect(body.event).toMatchObject({ status: 'active', demo: true });
  }
});
