import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { aRequest, vote } from '../../test/support/builders/request-builders.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => stopBalanced(service));

describe('the own requests and votes of a person', () => {
  it('lists them newest first, without the votes of others and on closed requests', async () => {
    const [person, other] = [await service.aPerson(), await service.aPerson()];
    const ids: string[] = [];
    for (const day of [2, 3, 4])
      ids.unshift(await aRequest(service, person, { question: `Will it drizzle at Kew on ${day} April 2026?` }));
    const read = async () => {
      const { body } = await service.call('GET', '/api/people/market-requests', { headers: person.headers });
      return { ids: body.requests.map(({ id }: { id: string }) => id), votedFor: body.votedFor };
    };
    expect(await read()).toEqual({ ids, votedFor: [] });
    await vote(service, person, ids[0]);
    await vote(service, person, ids[1]);
    await vote(service, other, ids[2]);
    expect(await read()).toEqual({ ids, votedFor: [ids[0], ids[1]] });
    await vote(service, person, ids[0], 'DELETE');
    await service.operate('POST', `/requests/${ids[1]}/decline`, { reason: 'Not now.' });
    expect(await read()).toEqual({ ids, votedFor: [] });
  });

  it('is for people only', async () => {
    const path = '/api/people/market-requests';
    expect((await service.call('GET', path)).status).toBe(401);
    const { headers } = await service.anAgent();
    expect((await service.call('GET', path, { headers })).status).toBe(403);
  });
});
