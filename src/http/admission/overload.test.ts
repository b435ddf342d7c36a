import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance } from '../../../test/support/assert-books-balance.js';
import { aMarket } from '../../../test/support/builders/market-builders.js';
import { startTestService, type TestAgent, type TestService } from '../../../test/support/test-service.js';

let service: TestService;
let steadyMs = 0;
beforeAll(async () => {
  service = await startTestService({ steady: () => steadyMs, operatorToken: 'operator-token-for-tests' });
});
afterAll(() => service.stop());

const operator = { authorization: 'Bearer operator-token-for-tests' };
const orders = '/api/play/v1/orders';

function place(agent: TestAgent, eventSlug: string, clientOrderId: string, limitPriceBps = 9999) {
  const json = { eventSlug, outcomeIndex: 0, side: 'buy', amountCredits: 1, limitPriceBps, clientOrderId };
  return service.call('POST', orders, { headers: agent.headers, json });
}

/** Holds the lock of a market until the returned function is called, so that orders on it wait in the desk. */
async function holdMarket(eventId: string): Promise<() => Promise<void>> {
  const connection = await service.pool.reserve();
  await connection`begin`;
  await connection`set local idle_in_transaction_session_timeout = 0`;
  await connection`select 1 from markets where event_id = ${eventId} for update`;
  return async () => {
    await connection`rollback`;
    connection.release();
  };
}

async function inFlight(lane: string): Promise<number> {
  const { text } = await service.call('GET', '/metrics', { headers: operator });
  return Number(new RegExp(`presage_requests_in_flight\\{lane="${lane}"\\} (\\d+)`).exec(text)?.[1]);
}
const ordersInFlight = () => inFlight('orders');

/** A wait for a lock may end with 503 after this time, which a busy machine may need for the rest of a test. */
const patientMs = 3_500;
let lockedAt = 0;

function expectServed(statuses: readonly number[], expected: readonly number[]): void {
  const isLate = performance.now() - lockedAt > patientMs;
  expect(statuses.map((status, index) => (isLate && status === 503 ? expected[index] : status))).toEqual(expected);
}

/** Keeps 70 orders waiting while `during` runs; returns the statuses of their responses. */
async function whileOrdersWait(during: (agent: TestAgent, slug: string) => Promise<void>): Promise<number[]> {
  // Discards measurements of earlier tests.
  steadyMs += 20_000;
  const { id, slug } = await aMarket(service.pool, service.clock.now());
  const agent = await service.anAgent();
  const release = await holdMarket(id);
  lockedAt = performance.now();
  const waiting = Array.from({ length: 70 }, (_, index) => place(agent, slug, `waits-${index}`));
  try {
    await expect.poll(ordersInFlight).toBe(70);
    await during(agent, slug);
  } finally {
    await release();
  }
  return (await Promise.all(waiting)).map(reply => reply.status);
}

describe('overload', () => {
  it('rejects an order immediately with 503 and Retry-After if it would wait longer than a second', async () => {
    const statuses = await whileOrdersWait(async (agent, slug) => {
      steadyMs += 1_200;
      const refused = await place(agent, slug, 'refused-first');
      expect(refused.status).toBe(503);
      expect(refused.body).toMatchObject({ code: 'OVERLOADED', retryable: true });
      expect(refused.body.error).toBe('The expected wait of 1200 ms exceeds the limit of 1000 ms for writes.');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(2);
      expect(refused.headers.get('ratelimit')).toBeNull();
    });
    expectServed(statuses, Array(70).fill(201));
    await assertBooksBalance(service.store);
  });

  it('consumes no client id and no budget for a rejected order, and accepts it once the load is gone', async () => {
    const retries: (() => ReturnType<typeof place>)[] = [];
    await whileOrdersWait(async (agent, slug) => {
      steadyMs += 1_200;
      expect((await place(agent, slug, 'sent-twice')).status).toBe(503);
      retries.push(() => place(agent, slug, 'sent-twice'));
    });
    const accepted = await retries[0]();
    expect(accepted.status).toBe(201);
    expect(accepted.headers.get('ratelimit')).toContain('r=49;');
    await assertBooksBalance(service.store);
  });

  it('sheds reads before writes, and cancels and health checks last', async () => {
    const after: Promise<{ status: number }>[] = [];
    await whileOrdersWait(async (agent, slug) => {
      const read = () => service.call('GET', `/api/events/${slug}/activity`);
      const list = () => service.call('GET', `${orders}?limit=1`, { headers: agent.headers });
      steadyMs += 600;
      expect([(await read()).status, (await list()).status]).toEqual([503, 503]);
      const accepted = place(agent, slug, `accepted-at-${steadyMs}`);
      await expect.poll(ordersInFlight).toBe(71);
      steadyMs += 2_000;
      expect((await place(agent, slug, `refused-at-${steadyMs}`)).status).toBe(503);
      const cancelled = service.call('DELETE', `${orders}?eventSlug=${slug}`, { headers: agent.headers });
      await expect.poll(() => inFlight('cancels')).toBe(1);
      steadyMs += 60_000;
      const late = service.call('DELETE', `${orders}?eventSlug=${slug}`, { headers: agent.headers });
      await expect.poll(() => inFlight('cancels')).toBe(2);
      expect((await service.call('GET', '/healthz')).status).toBe(200);
      expect((await service.call('GET', '/readyz')).status).toBe(200);
      expect((await service.call('POST', '/api/operator/trading/resume', { headers: operator })).status).not.toBe(503);
      after.push(accepted, cancelled, late);
    });
    expectServed(
      (await Promise.all(after)).map(reply => reply.status),
      [201, 200, 200],
    );
    await assertBooksBalance(service.store);
  });
});

describe('after a rejection', () => {
  it('continues with the connection, in the order of its requests', async () => {
    await whileOrdersWait(async ({ key }, slug) => {
      steadyMs += 1_200;
      const body = JSON.stringify({ eventSlug: slug });
      const head = `host: presage\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json`;
      const order = (id: string) =>
        `POST ${orders} HTTP/1.1\r\n${head}\r\nx-request-id: ${id}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
      const health = 'GET /healthz HTTP/1.1\r\nhost: presage\r\nx-request-id: last\r\n\r\n';
      const socket = await open(service.url);
      const text = await new Promise<string>(done => {
        let received = '';
        socket.on('data', chunk => {
          received += chunk;
          if (received.includes('"status":"ok"')) done(received);
        });
        socket.write(order('first') + order('second'));
        socket.write(health);
      });
      socket.destroy();
      expect([...text.matchAll(/^x-request-id: (\w+)/gm)].map(match => match[1])).toEqual(['first', 'second', 'last']);
      expect(
        [...text.matchAll(/^(?:\}?)HTTP\/1\.1 (\d+)|\}HTTP\/1\.1 (\d+)/gm)].map(match => match[1] ?? match[2]),
      ).toEqual(['503', '503', '200']);
    });
    await assertBooksBalance(service.store);
  });

  it('rejects nothing while few requests are in flight, even if they are slow', async () => {
    const { id, slug } = await aMarket(service.pool, service.clock.now());
    const agent = await service.anAgent();
    const release = await holdMarket(id);
    const waiting = [place(agent, slug, 'slow-1'), place(agent, slug, 'slow-2')];
    await expect.poll(ordersInFlight).toBe(2);
    steadyMs += 30_000;
    const other = service.call('GET', `/api/events/${slug}`);
    expect((await other).status).toBe(200);
    await release();
    expect((await Promise.all(waiting)).map(reply => reply.status)).toEqual([201, 201]);
    await assertBooksBalance(service.store);
  });
});

function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((done, failed) => {
    const socket = connect(Number(port), hostname, () => done(socket));
    socket.once('error', failed);
  });
}

function ask(socket: Socket, line: string): Promise<string> {
  return new Promise(done => {
    let text = '';
    socket.on('data', chunk => {
      text += chunk;
      if (text.includes('}')) done(text);
    });
    socket.write(`${line} HTTP/1.1\r\nhost: presage\r\n\r\n`);
  });
}

describe('connections', () => {
  it('above the limit get 503 and are closed, except for health checks', async () => {
    const bounded = await startTestService({ maxConnections: 3 });
    const held = await Promise.all([1, 2, 3].map(() => open(bounded.url)));
    for (const socket of held) expect(await ask(socket, 'GET /healthz')).toContain('200 OK');
    const refused = await ask(await open(bounded.url), 'GET /api/v1/status');
    expect(refused).toContain('503 Service Unavailable');
    expect(refused.toLowerCase()).toContain('retry-after: 5');
    expect(refused.toLowerCase()).toContain('connection: close');
    expect(refused).toContain('All 3 connections of this node are in use.');
    const health = await ask(await open(bounded.url), 'GET /healthz');
    expect(health).toContain('200 OK');
    expect(health.toLowerCase()).toContain('connection: close');
    for (const socket of held) socket.destroy();
    await expect
      .poll(async () => (await fetch(`${bounded.url}/api/v1/status`, { headers: { connection: 'close' } })).status)
      .toBe(200);
    await bounded.stop();
  });
});
