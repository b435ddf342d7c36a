import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperatorService, operatorHeaders, startOperatorService } from '../../../test/support/operator-service.js';
import { cloneDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import type { TestAgent, TestPerson } from '../../../test/support/test-service.js';
import { createPostgresStore } from '../../database/postgres-store.js';
import { routes as allRoutes } from '../../features.js';
import { callersOf, type Route } from '../route.js';

const disk = { isFull: false, isReserveUsed: false, noteFull() {} };
let service: OperatorService;
let database: TestDatabase;
let slug: string;
let agent: TestAgent;
let person: TestPerson;

beforeAll(async () => {
  database = await cloneDatabase();
  const store = createPostgresStore(database.pool, () => service?.clock.now() ?? Date.now(), { disk });
  service = await startOperatorService({ store });
  ({ slug } = await service.anEvent());
  agent = await service.anAgent();
  person = await service.aPerson();
  await service.call('GET', '/api/events');
});
afterAll(async () => {
  disk.isFull = false;
  await service.stop();
  await database.drop();
});

function headersFor(route: Route): Record<string, string> {
  if (route.auth === 'none') return {};
  const callers = callersOf(route);
  if (callers.includes('agent')) return agent.headers;
  return callers.includes('person') ? person.headers : operatorHeaders;
}

/** Without streams, which do not end, and without routes that are 503 on an empty disk, too. */
function readRoutes(): Route[] {
  return allRoutes.filter(
    ({ method, streams, area, id }) => method === 'GET' && !streams && area !== 'retired' && id !== 'getReadiness',
  );
}

const urlOf = ({ path }: Route) =>
  path.replace(/\{(\w+)\}/g, (_all, name) => (name === 'handle' ? person.handle : slug));

describe('on a full disk', () => {
  it('every read works, including those that otherwise write in passing', async () => {
    await service.order(agent, { eventSlug: slug, amountCredits: 5 });
    // Grants are due and rankings are old.
    service.clock.forward(86_400_000);
    [disk.isFull, disk.isReserveUsed] = [true, true];
    const refused: string[] = [];
    for (const route of readRoutes()) {
      const response = await fetch(service.url + urlOf(route), { headers: headersFor(route), redirect: 'manual' });
      await response.body?.cancel();
      if (response.status >= 500) refused.push(`${route.id}: ${response.status}`);
    }
    expect(refused).toEqual([]);
    const preview = { eventSlug: slug, outcomeIndex: 0, side: 'buy', amountCredits: 1, limitPriceBps: 9999 };
    const reply = await service.call('POST', '/api/play/v1/orders/preview', { headers: agent.headers, json: preview });
    expect(reply.status).toBe(200);
  });

  it('operators can pause trading and suspend players until the reserve is used up', async () => {
    [disk.isFull, disk.isReserveUsed] = [true, false];
    expect((await service.operate('POST', '/trading/pause', { note: 'The disk is full.' })).status).toBe(200);
    expect((await service.operate('POST', `/players/${person.handle}/suspend`, { reason: 'Spam.' })).status).toBe(200);
    const order = await service.order(agent, { eventSlug: slug, amountCredits: 1 });
    expect(order.status).toBe(503);
    disk.isReserveUsed = true;
    expect((await service.operate('POST', '/trading/resume')).body).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    const audit = await service.operate('GET', '/audit');
    expect(audit).toMatchObject({ status: 200, body: { balanced: true } });
  });
});
