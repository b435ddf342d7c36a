import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { RunClient } from '../../test/support/builders/certification-run.js';
import { startTestService, type TestService } from '../../test/support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => stopBalanced(service));

describe('HEAD under the base path', () => {
  it('is served like GET, without a body', async () => {
    const client = await RunClient.enter(service);
    const path = `/api/events/${client.slug('stream-sequence')}`;
    const [got, head] = [await client.send('GET', path), await client.send('HEAD', path)];
    expect([got.status, head.status, head.body]).toEqual([200, 200, null]);
    expect(head.headers.get('content-type')).toBe(got.headers.get('content-type'));
    const stream = await client.send('HEAD', `${path}/stream`);
    expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect((await client.send('HEAD', '/api/nothing')).status).toBe(404);
    expect((await client.send('HEAD', '/api/events/nowhere/stream')).status).toBe(404);
    const { trace } = await client.verdict(service, 'stream-sequence');
    const seen = (each: { kind: string; method: string; status: number }) => [each.kind, each.method, each.status];
    expect(trace.map(seen)).toEqual([
      ['read', 'GET', 200],
      ['read', 'HEAD', 200],
      ['read', 'HEAD', 200],
      ['read', 'HEAD', 404],
    ]);
  });

  it('does not count as a lookup', async () => {
    const client = await RunClient.enter(service);
    const { body } = await client.order('unknown-placed', 'a');
    expect(body.code).toBe('ACCEPTED_UNKNOWN_CONFIRMATION');
    expect((await client.send('HEAD', '/api/play/v1/orders?clientOrderId=a')).status).toBe(200);
    expect((await client.order('unknown-placed', 'a')).status).toBe(200);
    const { verdict, text } = await client.verdict(service, 'unknown-placed');
    expect([verdict, text]).toEqual(['failed', expect.stringContaining('before any lookup')]);
  });

  it('resumes a market whose pause has ended as GET does, including streams', async () => {
    const client = await RunClient.enter(service);
    expect((await client.order('market-paused', 'a')).body.code).toBe('MARKET_PAUSED');
    service.clock.forward(3_000);
    expect((await client.send('HEAD', `/api/events/${client.slug('market-paused')}/stream`)).status).toBe(200);
    expect((await client.order('market-paused', 'a')).status).toBe(201);
    const { verdict, text } = await client.verdict(service, 'market-paused');
    expect([verdict, text]).toEqual(['failed', expect.stringContaining('without checking')]);
  });
});
