import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { assertBooksBalance } from '../../test/support/assert-books-balance.js';
import { finishRun, RunClient } from '../../test/support/builders/certification-run.js';
import { ignoresUpgrades } from '../../test/support/ignores-upgrades.js';
import { SseReader } from '../../test/support/sse-reader.js';
import { startTestService, type TestService } from '../../test/support/test-service.js';
import { minuteMs } from '../kernel/time.js';

let service: TestService;
let other: TestService;
beforeAll(async () => {
  service = await startTestService();
  other = await startTestService({ beside: service });
});
afterAll(async () => {
  await other.stop();
  await assertBooksBalance(service.store);
  await service.stop();
});

/** Streams of every channel, including those with faults, over two nodes. */
async function listen(client: RunClient): Promise<SseReader[]> {
  const paths = [
    `/api/events/${client.slug('stream-sequence')}/stream`,
    `/api/events/${client.slug('market-paused')}/stream?book=true`,
    `/api/events/${client.slug('stale-book')}/orderbook/stream`,
    '/api/play/v1/stream',
  ];
  const nodes = [client, new RunClient(other, client.agent, client.run)];
  const readers = await Promise.all(nodes.flatMap(node => paths.map(path => node.stream(path))));
  await Promise.all(readers.map(reader => reader.kind('heartbeat')));
  return readers;
}

async function allEnd(readers: readonly SseReader[]): Promise<void> {
  for (const reader of readers) {
    await reader.whenEnded();
    expect(reader.received.at(-1)).toMatchObject({ event: 'end', data: { kind: 'end', reason: 'credential' } });
  }
}

describe('streams under the base path', () => {
  it('end when the key counts as revoked, and can’t be reopened', async () => {
    const client = await RunClient.enter(service);
    const bystander = await RunClient.enter(service);
    const [reader] = await listen(bystander);
    const readers = await listen(client);
    expect((await client.order('stream-sequence', 'before')).status).toBe(201);
    await readers[0].kind('trade', 2);
    expect(readers.some(each => each.ended)).toBe(false);
    expect((await client.order('key-revoked', 'one')).status).toBe(201);
    await allEnd(readers);
    const refused = await SseReader.refusal(`${service.url}${client.run.basePath}/api/play/v1/stream`, {
      ...client.agent.headers,
    });
    expect([refused.status, refused.body.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(reader.ended).toBe(false);
    // The key itself is still valid.
    const arena = await SseReader.open(`${service.url}/api/play/v1/stream`, client.agent.headers);
    await arena.kind('heartbeat');
    arena.cut();
    await finishRun(service, bystander.agent, bystander.run);
    await reader.whenEnded();
  });

  it('end when the run is closed', async () => {
    const client = await RunClient.enter(service);
    const readers = await listen(client);
    await finishRun(service, client.agent, client.run);
    await allEnd(readers);
  });

  it('end when the run expires', async () => {
    const client = await RunClient.enter(service);
    const readers = await listen(client);
    service.clock.forward(10 * minuteMs);
    await allEnd(readers);
  });

  it('end when the key is actually revoked', async () => {
    const client = await RunClient.enter(service);
    const readers = await listen(client);
    await service.pool`update agent_keys set revoked_at = ${new Date(service.clock.now())} where id = ${client.agent.keyId}`;
    await allEnd(readers);
  });
});

describe('a WebSocket under the base path', () => {
  it.each([
    ['the key of the agent', true, 404],
    ['no key', false, 401],
  ])('is rejected with %s', async (_, withKey, status) => {
    const client = await RunClient.enter(service);
    const headers = withKey ? client.agent.headers : {};
    const url = `${service.url.replace('http', 'ws')}${client.run.basePath}/api/v1/ws`;
    const socket = new WebSocket(url, { headers });
    const [, reply] = await once(socket, 'unexpected-response');
    expect(reply.statusCode).toBe(ignoresUpgrades ? status : 400);
    reply.destroy();
  });
});
