import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { aRequest, vote } from '../../test/support/builders/request-builders.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { TestPerson } from '../../test/support/test-service.js';

let service: OperatorService;
let ann: TestPerson;
beforeAll(async () => {
  service = await startOperatorService();
  ann = await service.aPerson({ displayName: 'Ann' });
  for (const number of [1, 2]) {
    const id = await aRequest(service, ann, { question: `Will tag ${number} be the same by 8 April 2026?` });
    await vote(service, await service.aPerson(), id);
  }
});
afterAll(() => stopBalanced(service));

describe('ETags of the queue', () => {
  it.each(['?sort=newest', '?sort=votes', '?sort=readiness', '/launch-packs?', '/maker-kit?queue=1'])(
    'returns 304 for the same page of %s a few seconds later, regardless of other writes',
    async list => {
      const path = `/api/markets/requests${list}&limit=1`;
      service.clock.forward(10_000 - (service.clock.now() % 10_000));
      const first = await service.call('GET', path);
      expect(first.body.nextCursor, first.text).not.toBeNull();
      expect(first.body.asOf).toBe(new Date(service.clock.now()).toISOString());
      service.clock.forward(9_000);
      await service.anEvent({ title: `Will another transaction change the tag of ${list.replaceAll(/\W/g, ' ')}?` });
      const headers = { 'if-none-match': first.headers.get('etag') as string };
      expect((await service.call('GET', path, { headers })).status).toBe(304);
    },
  );

  it('returns a new ETag when a vote changes the ranking of the page', async () => {
    service.clock.forward(10_000 - (service.clock.now() % 10_000));
    const last = await aRequest(service, await service.aPerson(), {
      question: 'Will the last be last by 9 April 2026?',
    });
    const path = '/api/markets/requests?limit=1';
    const first = await service.call('GET', path);
    await vote(service, await service.aPerson(), last);
    const headers = { 'if-none-match': first.headers.get('etag') as string };
    expect((await service.call('GET', path, { headers })).status).toBe(200);
  });

  it('has ETags and is current for the writer', async () => {
    const id = await aRequest(service, await service.aPerson(), { question: 'Will the tag change by 8 April 2026?' });
    const path = `/api/markets/requests/${id}`;
    const first = await service.call('GET', path);
    const headers = { 'if-none-match': first.headers.get('etag') as string };
    expect((await service.call('GET', path, { headers })).status).toBe(304);
    await vote(service, ann, id);
    expect((await service.call('GET', path, { headers })).body.request.votes).toBe(1);
  });
});
