import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import {
  certify,
  finishRun,
  openRun,
  type Run,
  scenarioOf,
  sdkIn,
} from '../../test/support/builders/certification-run.js';
import { startTestService, type TestAgent, type TestService } from '../../test/support/test-service.js';
import { dayMs, minuteMs } from '../kernel/time.js';
import { scenarioIds } from './rules/scenarios.js';
import { deleteOldRuns, tendRuns } from './runs.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => stopBalanced(service));

const report = (agent: TestAgent, run: Run, query = '') =>
  service.call('GET', `/api/v1/sandbox/runs/${run.id}${query}`, { headers: agent.headers });

/** Under the base path, where the contract lists no operation to validate the response against. */
async function inRun(run: Run, method: string, path: string, headers: Record<string, string>, json?: unknown) {
  const typed = json === undefined ? headers : { 'content-type': 'application/json', ...headers };
  const body = json === undefined ? undefined : JSON.stringify(json);
  const reply = await fetch(service.url + run.basePath + path, { method, headers: typed, body });
  const text = await reply.text();
  return { status: reply.status, headers: reply.headers, body: text === '' ? null : JSON.parse(text) };
}

const buy = (run: Run, id: string, clientOrderId: string) => ({
  ...{ clientOrderId, eventSlug: scenarioOf(run, id).eventSlug, outcomeIndex: 0, side: 'buy' },
  ...{ amountCredits: 1, limitPriceBps: 9999 },
});

describe('GET /api/v1/sandbox/scenarios', () => {
  it('lists every scenario with fault, expected behaviour and verdict rule', async () => {
    const { status, body } = await service.call('GET', '/api/v1/sandbox/scenarios');
    expect(status).toBe(200);
    expect(body.scenarios.map(({ id }: { id: string }) => id)).toEqual(scenarioIds);
    expect(body.run).toMatchObject({ minutes: 10, runsPerDay: 10, mostRequests: 400, certificationDays: 180 });
  });
});

describe('POST /api/v1/sandbox/certification', () => {
  it('needs an Idempotency-Key and an agent', async () => {
    const agent = await service.anAgent();
    const path = '/api/v1/sandbox/certification';
    const without = await service.call('POST', path, { headers: agent.headers });
    expect([without.status, without.body.code]).toEqual([400, 'MISSING_IDEMPOTENCY_KEY']);
    const person = await service.aPerson();
    const headers = { ...person.headers, 'idempotency-key': 'one' };
    expect((await service.call('POST', path, { headers })).status).toBe(403);
    expect((await service.call('POST', path, { headers: { 'idempotency-key': 'one' } })).status).toBe(401);
  });

  it('opens one run per key, and shows the open one to another key', async () => {
    const agent = await service.anAgent();
    const headers = { ...agent.headers, 'idempotency-key': 'open' };
    const first = await service.call('POST', '/api/v1/sandbox/certification', { headers });
    expect(first.status, first.text).toBe(201);
    expect(first.body.run).toMatchObject({ status: 'open', passed: null, requests: 0 });
    expect(first.body.run.scenarios.map(({ verdict }: { verdict: string }) => verdict)).toEqual(
      scenarioIds.map(() => 'not-tried'),
    );
    const again = await service.call('POST', '/api/v1/sandbox/certification', { headers });
    expect(again.status).toBe(200);
    expect(again.body).toEqual({ ...first.body, replayed: true, code: 'IDEMPOTENT_REPLAY' });
    const other = await certify(service, agent);
    expect([other.status, other.body.run.id, other.body.replayed]).toEqual([200, first.body.run.id, false]);
    const { body } = await inRun(
      first.body.run,
      'GET',
      `/api/events/${first.body.run.scenarios[0].eventSlug}`,
      agent.headers,
    );
    expect(body.event).toMatchObject({ practice: true, status: 'active' });
    const listed = await service.call('GET', '/api/events?limit=200');
    expect(listed.body.events).toEqual([]);
  });

  it('opens at most ten runs a day', async () => {
    const agent = await service.anAgent();
    for (let count = 1; count <= 10; count += 1) await finishRun(service, agent, await openRun(service, agent));
    const limited = await certify(service, agent);
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, String(86_400)]);
  });

  it('returns 404 for a run of another agent', async () => {
    const [agent, stranger] = await Promise.all([service.anAgent(), service.anAgent()]);
    const run = await openRun(service, agent);
    expect((await certify(service, stranger, { runId: run.id })).status).toBe(404);
    expect((await report(stranger, run)).status).toBe(404);
    expect((await report(agent, { ...run, id: 'run_nothing' })).status).toBe(404);
  });
});

describe('malformed ids', () => {
  it.each(['a\0', 'a\ud800', `${'a'.repeat(199)}😀`])('rejects the malformed id %j', async id => {
    const agent = await service.anAgent();
    const run = await openRun(service, agent);
    const wrong = buy(run, 'stream-sequence', id);
    const refused = await inRun(run, 'POST', '/api/play/v1/orders', agent.headers, wrong);
    expect([refused.status, refused.body.field]).toEqual([400, 'clientOrderId']);
    const list = `/api/play/v1/orders?clientOrderId=${encodeURIComponent(id.toWellFormed())}`;
    expect((await inRun(run, 'GET', list, agent.headers)).status).toBeLessThan(500);
    const { body } = await report(agent, run, '?trace=true');
    expect(body.trace).toHaveLength(2);
  });
});

describe('under the base path', () => {
  it('serves the play API with its checks, and nothing else', async () => {
    const agent = await service.anAgent();
    const run = await openRun(service, agent);
    const account = await inRun(run, 'GET', '/api/play/v1/account', agent.headers);
    expect(account.status).toBe(200);
    expect(account.body.availableBalance).toBe(10_000);
    expect(account.headers.get('ratelimit')).toContain('reads');
    const slug = scenarioOf(run, 'stream-sequence').eventSlug;
    const book = await inRun(run, 'GET', `/api/v1/markets/${slug}/orderbook?depth=3`, agent.headers);
    expect(book.body.asks).toHaveLength(3);
    const wrong = { ...buy(run, 'stream-sequence', 'one'), limitPriceBps: 0 };
    const refused = await inRun(run, 'POST', '/api/play/v1/orders', agent.headers, wrong);
    expect([refused.status, refused.body.field]).toEqual([400, 'limitPriceBps']);
    for (const [method, path] of [
      ['GET', '/api/record/export'],
      ['POST', '/api/people/sign-up'],
      ['POST', '/api/operator/trading/pause'],
      ['GET', '/api/v1/ws'],
      ['DELETE', '/api/play/v1/account'],
    ]) {
      expect([path, (await inRun(run, method, path, agent.headers)).status]).toEqual([path, 404]);
    }
    const { body } = await report(agent, run, '?trace=true');
    expect(body.trace.map(({ kind, status }: { kind: string; status: number }) => [kind, status])).toEqual([
      ['read', 200],
      ['snapshot', 200],
      ['order', 400],
    ]);
    expect(JSON.stringify(body)).not.toContain(agent.key);
  });
});

describe('faults', () => {
  it('injects no fault if the order is rejected anyway', async () => {
    const agent = await service.anAgent();
    const run = await openRun(service, agent);
    const wrong = { ...buy(run, 'reply-lost', 'one'), outcomeIndex: 9 };
    expect((await inRun(run, 'POST', '/api/play/v1/orders', agent.headers, wrong)).status).toBe(400);
    const right = buy(run, 'reply-lost', 'one');
    await expect(inRun(run, 'POST', '/api/play/v1/orders', agent.headers, right)).rejects.toThrow('fetch failed');
  });

  it('applies a fault to the intended order', async () => {
    const agent = await service.anAgent();
    const run = await openRun(service, agent);
    const send = (more: object) => inRun(run, 'POST', '/api/play/v1/orders', agent.headers, more);
    const status = async (id: string) =>
      (await inRun(run, 'GET', `/api/events/${scenarioOf(run, id).eventSlug}`, agent.headers)).body.event.status;
    expect((await send({ ...buy(run, 'market-paused', 'lost'), outcomeIndex: 9 })).status).toBe(400);
    expect(await status('market-paused')).toBe('active');
    expect((await send(buy(run, 'market-paused', 'one'))).body.code).toBe('MARKET_PAUSED');
    expect(await status('market-paused')).toBe('paused');
    service.clock.forward(3_000);
    expect(await status('market-paused')).toBe('active');
    expect((await send(buy(run, 'market-paused', 'one'))).status).toBe(201);
    expect((await send({ ...buy(run, 'stale-book', 'x'), ifSequence: 1, outcomeIndex: 9 })).status).toBe(400);
    const preview = async () => {
      const { clientOrderId: _id, ...wish } = buy(run, 'stale-book', '');
      return (await inRun(run, 'POST', '/api/play/v1/orders/preview', agent.headers, wish)).body.market.sequence;
    };
    const before = await preview();
    const stale = await send({ ...buy(run, 'stale-book', 'two'), ifSequence: before });
    expect(stale.body.code).toBe('STALE_ORDERBOOK');
    expect((await send({ ...buy(run, 'stale-book', 'two'), ifSequence: await preview() })).status).toBe(201);
    const { body } = await report(agent, run);
    expect(scenarioOf(body.run, 'market-paused')).toMatchObject({ verdict: 'passed' });
    expect(scenarioOf(body.run, 'stale-book')).toMatchObject({ verdict: 'passed' });
  });
});

describe('other agents that know the id of a run', () => {
  it('can’t learn it from the slugs of its events', async () => {
    const run = await openRun(service, await service.anAgent());
    const endings = run.scenarios.map(({ id, eventSlug }) => eventSlug.slice(`cert-${id}-`.length));
    expect(new Set(endings).size).toBe(run.scenarios.length);
    for (const ending of endings) {
      expect(ending).toMatch(/^[0-9a-f]{16}$/);
      expect(run.id).not.toContain(ending.slice(-6));
    }
  });

  it('can neither read, influence nor fill it without the key of its agent', async () => {
    const [agent, stranger] = await Promise.all([service.anAgent(), service.anAgent()]);
    const run = await openRun(service, agent);
    const { eventSlug } = scenarioOf(run, 'market-paused');
    expect(
      (await inRun(run, 'POST', '/api/play/v1/orders', agent.headers, buy(run, 'market-paused', 'a'))).status,
    ).toBe(409);
    const paths = [
      `/api/events/${eventSlug}`,
      `/api/events/${scenarioOf(run, 'stream-sequence').eventSlug}/stream`,
      `/api/v1/streams/replay?channel=trades&key=${eventSlug}&afterSequence=0`,
      '/api/v1/status',
      '/api/play/v1/account',
      '/api/nothing/here',
      '/api/v1/ws',
      '/',
    ];
    for (const path of paths) {
      const anonymous = await inRun(run, 'GET', path, {});
      expect([path, anonymous.status, anonymous.body.code]).toEqual([path, 401, 'UNAUTHORIZED']);
      expect(anonymous.body.remediation).toContain('including public reads and streams');
      expect([path, (await inRun(run, 'GET', path, stranger.headers)).status]).toEqual([path, 404]);
      expect([path, (await inRun(run, 'HEAD', path, {})).status]).toEqual([path, 401]);
      expect([path, (await inRun(run, 'HEAD', path, stranger.headers)).status]).toEqual([path, 404]);
    }
    const { body } = await report(agent, run, '?trace=true');
    expect(body.trace).toMatchObject([{ number: 1, kind: 'order', fault: 'market-paused' }]);
  });
});

describe('a run', () => {
  it('does not affect the key or anything outside the run', async () => {
    const agent = await service.anAgent();
    const run = await openRun(service, agent);
    await inRun(run, 'POST', '/api/play/v1/orders', agent.headers, buy(run, 'key-revoked', 'one'));
    const inside = await inRun(run, 'GET', '/api/play/v1/account', agent.headers);
    expect([inside.status, inside.body.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(inside.headers.get('www-authenticate')).toContain('invalid_token');
    const slug = scenarioOf(run, 'key-revoked').eventSlug;
    expect((await inRun(run, 'GET', `/api/events/${slug}`, agent.headers)).status).toBe(401);
    expect((await service.call('GET', '/api/play/v1/account', { headers: agent.headers })).status).toBe(200);
    expect(scenarioOf((await report(agent, run)).body.run, 'key-revoked').verdict).toBe('in-progress');
  });

  it('accepts at most 400 requests', async () => {
    const agent = await service.anAgent();
    const run = await openRun(service, agent);
    const entry = { kind: 'read', scenario: null, fault: null, number: 0 };
    await service.pool`insert into sandbox_trace (run_id, number, entry)
      select ${run.id}, number, ${service.pool.json(entry)}::jsonb from generate_series(1, 399) as number`;
    expect((await inRun(run, 'GET', '/api/play/v1/account', agent.headers)).status).toBe(200);
    const full = await inRun(run, 'GET', '/api/play/v1/account', agent.headers);
    expect([full.status, full.body.code]).toEqual([409, 'INVALID_TRANSITION']);
  });
});

describe('the end of a run', () => {
  const tend = () => tendRuns(service.services, () => true);

  it('is automatic, judges what was observed and refunds every credit', async () => {
    const agent = await service.anAgent();
    const run = await openRun(service, agent);
    await sdkIn(service, agent, run).step('rate-limited');
    const spent = await service.call('GET', '/api/play/v1/account', { headers: agent.headers });
    expect(spent.body).toMatchObject({ availableBalance: 10_000, practice: { availableBalance: 9_999 } });
    service.clock.forward(10 * minuteMs);
    const late = await inRun(run, 'GET', '/api/play/v1/account', agent.headers);
    expect([late.status, late.body.code]).toEqual([409, 'INVALID_TRANSITION']);
    await tend();
    const { body } = await report(agent, run);
    expect(body.run).toMatchObject({ status: 'finished', passed: false });
    expect(scenarioOf(body.run, 'rate-limited').verdict).toBe('passed');
    expect(scenarioOf(body.run, 'reply-lost').verdict).toBe('not-tried');
    const account = () => service.call('GET', '/api/play/v1/account', { headers: agent.headers });
    await expect
      .poll(async () => (await account()).body, { timeout: 20_000 })
      .toMatchObject({ availableBalance: 10_000, profit: 0, practice: { availableBalance: 10_000 } });
    const [{ left }] = await service.pool<{ left: number }[]>`
      select count(*)::int as left from markets m join events e on e.id = m.event_id
      where e.slug = any(${run.scenarios.map(({ eventSlug }) => eventSlug)}) and m.status <> 'void'`;
    expect(left).toBe(0);
    service.clock.forward(30 * dayMs + minuteMs);
    await deleteOldRuns(service.services);
    expect((await report(agent, run)).status).toBe(404);
  });

  it('certifies the agent for half a year', async () => {
    const agent = await service.anAgent();
    const handle = agent.playerId.replace('_', '-');
    const player = async () => (await service.call('GET', `/api/players/${handle}`)).body.player;
    expect(await player()).toMatchObject({ certified: false, certification: null });
    const run = await openRun(service, agent);
    const { step } = sdkIn(service, agent, run);
    for (const { id } of run.scenarios) await step(id);
    await finishRun(service, agent, run);
    const at = new Date(service.clock.now()).toISOString();
    const expiresAt = new Date(service.clock.now() + 180 * dayMs).toISOString();
    const certification = { at, contractVersion: '2026-03-17', expiresAt };
    expect(await player()).toMatchObject({ certified: true, certification });
    // A later failed run does not remove the mark.
    await finishRun(service, agent, await openRun(service, agent));
    expect((await player()).certified).toBe(true);
    await service.pool`update agents set certified_contract = '2025-01-01' where player_id = ${agent.playerId}`;
    expect((await player()).certified).toBe(false);
    await service.pool`update agents set certified_contract = '2026-03-17' where player_id = ${agent.playerId}`;
    service.clock.forward(180 * dayMs);
    expect(await player()).toMatchObject({ certified: false, certification });
  });

  it('is the same for every closer, at once or twice', async () => {
    const agent = await service.anAgent();
    const run = await openRun(service, agent);
    const replies = await Promise.all([1, 2, 3].map(() => certify(service, agent, { runId: run.id }, randomUUID())));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(replies.map(({ body }) => JSON.stringify(body.run))).size).toBe(1);
  });
});
