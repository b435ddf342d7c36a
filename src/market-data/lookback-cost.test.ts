import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { aMarket } from '../../test/support/builders/market-builders.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { waitForListening } from '../../test/support/wait-until.js';
import { hourMs } from '../kernel/time.js';

let service: OperatorService;
const slugs: string[] = [];
const connections = new Agent({ keepAlive: true });

beforeAll(async () => {
  service = await startOperatorService();
  await waitForListening(service);
  for (let index = 0; index < 200; index += 1) slugs.push((await aMarket(service.pool, service.clock.now())).slug);
  for (let round = 0; round < 3; round += 1) {
    const agents = await Promise.all([1, 2].map(() => service.anAgent()));
    service.clock.forward(5 * hourMs);
    await Promise.all(
      slugs.map((eventSlug, index) => service.order(agents[index % 2], { eventSlug, amountCredits: 2 + (index % 7) })),
    );
  }
});
afterAll(async () => {
  connections.destroy();
  await stopBalanced(service);
});

/** Sends a request without decoding its response, so that the test itself costs little. */
function post(path: string, body: string): Promise<{ status: number; bytes: number }> {
  return new Promise((done, failed) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const sent = request(service.url + path, { method: 'POST', agent: connections, headers }, response => {
      let bytes = 0;
      response.on('data', chunk => {
        bytes += chunk.length;
      });
      response.once('end', () => done({ status: response.statusCode as number, bytes }));
    });
    sent.once('error', failed);
    sent.end(body);
  });
}

async function cpuMs(work: () => unknown): Promise<number> {
  const began = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

it('serves 200 markets with a different look-back each time for little more than the cost of their JSON', async () => {
  const body = JSON.stringify({ slugs });
  const yardstick = await (
    await fetch(`${service.url}/api/events/bot-snapshot?lookbackHours=61`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
  ).text();
  const costs: number[] = [];
  for (let hours = 1; hours <= 60; hours += 1) {
    // Both are measured together, so that a slow or busy machine affects both.
    const json = await cpuMs(() => JSON.stringify(JSON.parse(yardstick)));
    const served = await cpuMs(async () => {
      const { status, bytes } = await post(`/api/events/bot-snapshot?lookbackHours=${hours}`, body);
      expect(status).toBe(200);
      expect(bytes).toBeGreaterThan(200_000);
    });
    costs.push(served / json);
  }
  // The first requests load the markets and warm up the code.
  const settled = costs.slice(20).sort((a, b) => a - b);
  expect(settled[Math.floor(settled.length / 4)]).toBeLessThanOrEqual(3);
});
