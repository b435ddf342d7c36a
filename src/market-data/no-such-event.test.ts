import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestAgent, type TestService } from '../../test/support/test-service.js';
import { routes } from '../features.js';

let service: TestService;
let agent: TestAgent;
beforeAll(async () => {
  service = await startTestService();
  agent = await service.anAgent();
});
afterAll(() => service.stop());

/** Every public read of one event under each of its paths, from the route table. */
const reads = routes
  .filter(({ method }) => method === 'GET')
  .flatMap(({ id, path, aliases = [] }) => [path, ...aliases].map(each => ({ id, path: each })))
  .filter(({ path }) => /^\/api\/(v1\/)?(events|markets)\/\{(slug|id)\}/.test(path));

describe('an unknown event', () => {
  it('is tested on all of these routes', () => {
    expect(reads.map(({ id }) => id).sort()).toEqual(
      expect.arrayContaining(['getCandles', 'getEvent', 'getSnapshot', 'getCrowdMean', 'listTrades', 'streamTrades']),
    );
  });

  it.each(reads.map(({ path }) => path))('returns 404 with the parameter as its field at %s', async path => {
    const field = /\{(\w+)\}/.exec(path)?.[1];
    const addressOf = (value: string) => path.replace(/\{\w+\}/, value).replace(/\{\w+\}/g, 'some-player');
    const broken = await service.call('GET', addressOf('%00'), { headers: agent.headers });
    expect([broken.status, broken.body.code, broken.body.field]).toEqual([400, 'INVALID_PAYLOAD', field]);
    expect(broken.body.error).toBe(`${field} must not contain the character U+0000`);
    for (const name of ['nothing-like-it', 'n'.repeat(90)]) {
      const reply = await service.call('GET', addressOf(name), { headers: agent.headers });
      expect(reply.status, reply.text).toBe(404);
      expect(reply.body).toMatchObject({
        code: 'NOT_FOUND',
        field,
        error: `Event ${name.slice(0, 80)} not found.`,
      });
    }
  });

  it('returns 404 with the body member as its field for an order', async () => {
    const json = { eventSlug: 'nothing-like-it', outcomeIndex: 0, side: 'buy', amountCredits: 1, limitPriceBps: 9999 };
    const headers = { ...agent.headers, 'idempotency-key': 'no-such-event' };
    const { body } = await service.call('POST', '/api/play/v1/orders', { headers, json });
    expect(body).toMatchObject({ code: 'NOT_FOUND', field: 'eventSlug', error: 'Event nothing-like-it not found.' });
  });
});
