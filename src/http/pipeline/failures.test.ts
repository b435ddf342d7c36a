import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeRoutes } from '../../../test/support/probe-routes.js';
import { cloneDatabase } from '../../../test/support/test-database.js';
import { startTestService, type TestService } from '../../../test/support/test-service.js';
import { createPostgresStore } from '../../database/postgres-store.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ extraRoutes: probeRoutes });
});
afterAll(() => service.stop());

describe('internal failures', () => {
  it('give the caller an id and the log the cause, and never log a key', async () => {
    const reply = await service.call('GET', '/probe/broken');
    expect(reply.status).toBe(500);
    expect(reply.body).toMatchObject({ code: 'INTERNAL_ERROR', retryable: true });
    expect(reply.text).not.toContain('secret');
    const line = service.log.find(text => text.includes(reply.body.requestId)) as string;
    expect(line).toContain('the secret is presage_agent_[redacted]');
    expect(line).not.toContain('presage_agent_0123');
  });

  it('never log credentials', async () => {
    const agent = await service.anAgent();
    await service.call('GET', '/probe/required', { headers: { ...agent.headers, cookie: 'session=hidden-cookie' } });
    await service.call('GET', '/probe/required', { headers: { 'x-api-key': `${agent.key}x` } });
    const all = service.log.join('');
    expect(all).toContain('probeRequired');
    expect(all).not.toContain(agent.key.slice(20));
    expect(all).not.toContain('hidden-cookie');
  });
});

// The tests below wait and use separate services or connections, so they run side by side.
describe.concurrent('an unreachable database', () => {
  it('is 503 with its own code, and readiness reports it', async ({ expect }) => {
    const database = await cloneDatabase();
    const store = createPostgresStore(database.pool);
    const other = await startTestService({ extraRoutes: probeRoutes, store });
    expect((await other.call('GET', '/readyz')).body.ready).toBe(true);
    await database.drop();
    const reply = await other.call('GET', '/probe/database');
    expect(reply.status).toBe(503);
    expect(reply.body).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryable: true });
    expect((await other.call('GET', '/healthz')).status).toBe(200);
    await expect.poll(async () => (await other.call('GET', '/readyz')).status).toBe(503);
    expect((await other.call('GET', '/api/v1/status')).body).toMatchObject({
      status: 'degraded',
      tradingPaused: null,
      problems: [{ check: 'database', detail: 'the database does not respond' }],
    });
    await other.stop();
  });
});

describe.concurrent('slow clients', () => {
  it('are disconnected before their request is complete', async () => {
    const { hostname, port } = new URL(service.url);
    const started = performance.now();
    const answer = await new Promise<string>((done, failed) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write('GET /healthz HTTP/1.1\r\nhost: a\r\nx-slow: '),
      );
      let text = '';
      const drip = setInterval(() => socket.write('a'), 500);
      socket.on('data', chunk => {
        text += chunk;
      });
      socket.on('close', () => {
        clearInterval(drip);
        done(text);
      });
      socket.on('error', failed);
    });
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)).code).toBe('REQUEST_TIMEOUT');
    expect(performance.now() - started).toBeLessThan(40_000);
  });

  it('are disconnected with 408 and not served if they go on sending', async ({ expect }) => {
    const { hostname, port } = new URL(service.url);
    const body = JSON.stringify({ eventSlug: 'may-day', outcomeIndex: 1, side: 'buy', amountCredits: 2.5 });
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    let received = '';
    let isClosed = false;
    socket.on('error', () => {});
    socket.on('close', () => {
      isClosed = true;
    });
    socket.on('data', chunk => {
      received += chunk;
      socket.write(body.slice(1));
    });
    // Once it has read the end of the stream, a socket notices a closed connection only when it writes.
    const drip = setInterval(() => received !== '' && socket.write('\r\n'), 500);
    const head = `POST /probe/orders HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nX-Request-Id: too-late\r\n`;
    socket.write(`${head}Content-Length: ${body.length}\r\n\r\n{`);
    await expect.poll(() => isClosed, { timeout: 30_000 }).toBe(true);
    clearInterval(drip);
    expect(received).toMatch(/^HTTP\/1.1 408 /);
    expect(service.log.filter(line => line.includes('too-late') && line.includes('"status":200'))).toEqual([]);
  });
});

describe.concurrent('stopping', () => {
  it('lets running requests finish', async () => {
    const other = await startTestService({ extraRoutes: probeRoutes });
    const agent = await other.anAgent();
    const running = other.call('POST', '/probe/v1/certification', {
      headers: { ...agent.headers, 'idempotency-key': 'slow' },
      json: { slow: 1_500 },
    });
    await new Promise(done => setTimeout(done, 1_000));
    const stopped = other.stop();
    const reply = await running;
    expect(reply.status).toBe(201);
    await stopped;
    await expect(fetch(`${other.url}/healthz`)).rejects.toThrow();
  });
});
