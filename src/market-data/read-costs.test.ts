import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../test/support/test-service.js';
import { routes } from '../features.js';
import { bulkReads } from '../http/limits.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ addressReadsPerMinute: 200 });
});
afterAll(() => service.stop());

const slugs = Array.from({ length: 200 }, (_, index) => `no-market-${index}`);
const left = (headers: Headers) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);

it('charges an address by the markets of a bulk read', async () => {
  service.clock.forward(61_000);
  const bot = '/api/events/bot-snapshot';
  const costs = [
    await service.call('POST', bot, { json: { slugs } }),
    await service.call('POST', bot, { json: { slugs: slugs.slice(0, 21) } }),
    await service.call('POST', bot, { json: { slugs: slugs.slice(0, 20) } }),
    await service.call('POST', `${bot}?limit=100`),
    await service.call('GET', `/api/events/snapshots?slugs=${slugs.slice(0, 40).join(',')}`),
    await service.call('GET', '/api/events/health?limit=60'),
  ];
  expect(costs.map(reply => reply.status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(costs.map(reply => left(reply.headers))).toEqual([160, 155, 151, 131, 123, 111]);
});

it('rejects a request above the remaining budget, with the time to wait', async () => {
  service.clock.forward(61_000);
  for (let index = 0; index < 4; index += 1) await service.call('POST', '/api/events/snapshots', { json: { slugs } });
  service.clock.forward(10_000);
  await service.call('GET', '/api/v1/status');
  const refused = await service.call('POST', '/api/events/snapshots', { json: { slugs } });
  expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
  expect(refused.headers.get('retry-after')).toBe('50');
  expect((await service.call('POST', '/api/events/snapshots', { json: { slugs: [] } })).status).toBe(200);
});

it('charges an agent one read for every request', async () => {
  service.clock.forward(61_000);
  const { headers } = await service.anAgent();
  const few = await service.call('POST', '/api/events/bot-snapshot', { headers, json: { slugs: [] } });
  const many = await service.call('POST', '/api/events/bot-snapshot', { headers, json: { slugs } });
  expect([few.status, many.status]).toEqual([200, 200]);
  expect([left(few.headers), left(many.headers)]).toEqual([599, 598]);
});

it('publishes the costs that it charges', async () => {
  service.clock.forward(61_000);
  const { costs } = (await service.call('GET', '/api/rate-limits')).body;
  const charged = routes.filter(route => route.units).map(route => route.id);
  expect(costs.map(({ operationId }: { operationId: string }) => operationId).sort()).toEqual([...charged].sort());
  expect(costs[0]).toMatchObject({ budget: 'address', marketsPerUnit: bulkReads.marketsPerUnit });
});
