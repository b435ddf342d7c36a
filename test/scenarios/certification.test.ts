import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertBooksBalance, stopBalanced } from '../support/assert-books-balance.js';
import { finishRun, openRun, type Run, scenarioOf, sdkIn } from '../support/builders/certification-run.js';
import { FaultyClient } from '../support/proxies/faulty-client.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { waitForListening } from '../support/wait-until.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => stopBalanced(service));

async function effects(slug: string): Promise<number> {
  const [{ made }] = await service.pool<{ made: number }[]>`
    select count(*)::int as made from readable_orders o join events e on e.id = o.event_id where e.slug = ${slug}`;
  return made;
}

const notPassed = (run: Run) => run.scenarios.filter(({ verdict }) => verdict !== 'passed');

describe('the SDK', () => {
  it('passes every scenario, and each order has one effect', async () => {
    const agent = await service.anAgent();
    const run = await openRun(service, agent);
    const { step } = sdkIn(service, agent, run);
    for (const { id } of run.scenarios) await step(id);
    const { run: judged, certification } = await finishRun(service, agent, run);
    expect(notPassed(judged)).toEqual([]);
    expect(judged).toMatchObject({ passed: true, status: 'finished' });
    expect(certification).toMatchObject({ contractVersion: '2026-03-17' });
    for (const { id, eventSlug } of run.scenarios) {
      expect([id, await effects(eventSlug)]).toEqual([id, { 'stream-sequence': 4, 'server-errors': 2 }[id] ?? 1]);
    }
  });

  it('fails if orders bypassed the run', async () => {
    const agent = await service.anAgent();
    const run = await openRun(service, agent);
    const { step } = sdkIn(service, agent, run);
    for (const { id } of run.scenarios) await step(id);
    const { eventSlug } = scenarioOf(run, 'reply-lost');
    const json = {
      clientOrderId: 'past-it',
      eventSlug,
      outcomeIndex: 0,
      side: 'buy',
      amountCredits: 1,
      limitPriceBps: 9999,
    };
    expect((await service.call('POST', '/api/play/v1/orders', { headers: agent.headers, json })).status).toBe(201);
    const { run: judged, certification } = await finishRun(service, agent, run);
    expect(judged.passed).toBe(false);
    expect(certification).toBeNull();
    expect(notPassed(judged).map(({ id, evidence }) => [id, evidence])).toEqual([
      ['reply-lost', ['orders on this event that bypassed the run: past-it']],
    ]);
  });

  it('passes for any seed, across nodes, and when one of them stops', async () => {
    const other = await startTestService({ beside: service });
    // Before that, a node may serve a market for a second without a look at the database.
    await Promise.all([waitForListening(service), waitForListening(other)]);
    let turn = 0;
    let nodes = [service.url, other.url];
    const either: typeof fetch = (input, init) => {
      turn += 1;
      return fetch(String(input).replace(service.url, nodes[turn % nodes.length]), init);
    };
    for (const seed of [0, 31]) {
      const agent = await service.anAgent();
      const run = await openRun(service, agent);
      await service.pool`update sandbox_runs set seed = ${seed} where id = ${run.id}`;
      const { step } = sdkIn(service, agent, run, either);
      for (const { id } of run.scenarios) {
        if (seed === 31 && id === 'stale-book') {
          await other.stop();
          nodes = [service.url];
        }
        await step(id);
      }
      const { run: judged } = await finishRun(service, agent, run);
      expect(notPassed(judged)).toEqual([]);
    }
  });
});

describe('without stored messages', () => {
  it('a gap is closed with a snapshot', async () => {
    const forgetful = await startTestService({ streamStorage: false });
    const agent = await forgetful.anAgent();
    const run = await openRun(forgetful, agent);
    await sdkIn(forgetful, agent, run).step('stream-sequence');
    const { run: judged } = await finishRun(forgetful, agent, run);
    expect(scenarioOf(judged, 'stream-sequence')).toMatchObject({ verdict: 'passed' });
    await assertBooksBalance(forgetful.store);
    await forgetful.stop();
  });
});

describe('a client that generates a new id for each retry', () => {
  it('fails, and the report explains why', async () => {
    const agent = await service.anAgent();
    const run = await openRun(service, agent);
    const client = new FaultyClient(service.url + run.basePath, agent);
    const slugOf = (id: string) => scenarioOf(run, id).eventSlug;
    for (const { id, eventSlug } of run.scenarios) {
      if (id === 'stream-sequence') await client.chase(eventSlug, 3);
      else if (id === 'key-revoked') for (let count = 0; count < 2; count += 1) await client.buy(eventSlug);
      else await client.buy(eventSlug, { 'invalid-order': { amountCredits: 5 }, 'stale-book': { ifSequence: 1 } }[id]);
    }
    const { run: judged, certification } = await finishRun(service, agent, run);
    expect(judged.passed).toBe(false);
    expect(certification).toBeNull();
    expect(judged.scenarios.map(({ verdict }: { verdict: string }) => verdict)).toEqual(Array(11).fill('failed'));
    const lost = scenarioOf(judged, 'reply-lost');
    const made = await effects(slugOf('reply-lost'));
    expect(made).toBeGreaterThan(1);
    expect(lost.evidence[0]).toMatch(
      new RegExp(`retried ${made - 1} times? with ${made} different clientOrderIds: .* → ${made} effects`),
    );
    expect(lost.advice).toContain('Generate the clientOrderId once');
    const evidence = (id: string) => scenarioOf(judged, id).evidence.join('\n');
    expect(evidence('rate-limited')).toContain('although Retry-After was');
    expect(evidence('unknown-placed')).toContain('was sent before any lookup');
    expect(evidence('unknown-placed')).toContain('2 effects');
    expect(evidence('unknown-not-placed')).toContain('was sent before any lookup');
    expect(evidence('server-errors')).toContain('different clientOrderIds');
    expect(evidence('invalid-order')).toContain('the order of 5 credits was rejected and sent 3 more time(s)');
    expect(evidence('stale-book')).toContain('before the client read a newer sequence');
    expect(evidence('market-paused')).toContain('3 more order(s) were sent during the pause');
    expect(evidence('trading-paused')).toContain('although Retry-After was');
    expect(evidence('stream-sequence')).toMatch(/duplicate was acted on|before the gap was closed/);
    expect(evidence('key-revoked')).toContain('3 more requests followed, 3 of them writes');
  });
});
