import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { forecast } from '../../test/support/builders/forecast-builders.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import type { TestAgent, TestPerson } from '../../test/support/test-service.js';
import { sampleOf } from '../contract/examples.js';
import * as requestStore from '../developer/store.js';
import { routes } from '../features.js';
import { callersOf } from '../http/route.js';
import { dayMs, hourMs } from '../kernel/time.js';

let service: OperatorService;
let ann: TestPerson;
let agent: TestAgent;
beforeAll(async () => {
  service = await startOperatorService();
  ann = await service.aPerson({ displayName: 'Ann Unlike' });
  agent = await service.anAgent();
});
afterAll(() => stopBalanced(service));

const operatorRoutes = routes.filter(route => callersOf(route).join() === 'operator');

describe('operator routes', () => {
  it('cover everything under /api/operator', () => {
    const below = routes.filter(({ path }) => path.startsWith('/api/operator'));
    expect(below.length).toBeGreaterThan(40);
    expect(below.filter(route => !operatorRoutes.includes(route))).toEqual([]);
  });

  it.each(operatorRoutes.map(route => [route.id, route] as const))(
    '%s refuses people without the role and agent keys with 403, and visitors with 401',
    async (_id, route) => {
      const path = route.path.replaceAll(/\{\w+\}/g, 'sample');
      const body = route.request?.body;
      const json = body && sampleOf(body as never);
      for (const headers of [ann.headers, agent.headers]) {
        const reply = await service.call(route.method, path, { headers, json });
        expect([reply.status, reply.body.code]).toEqual([403, 'FORBIDDEN']);
      }
      expect((await service.call(route.method, path, { json })).status).toBe(401);
    },
  );
});

async function inboxKinds(slug: string): Promise<string[]> {
  const { body } = await service.operate('GET', '/inbox');
  const mine = body.items.filter((item: { subject: string }) => item.subject === slug);
  return mine.map((item: { kind: string }) => item.kind);
}

describe('the inbox', () => {
  it('follows an event from its close through proposal and dispute to its resolution', async () => {
    const { slug } = await service.anEvent();
    await service.order(agent, { eventSlug: slug, amountCredits: 20 });
    expect(await inboxKinds(slug)).toEqual([]);
    await service.operate('POST', `/events/${slug}/pause`, { note: 'A look.' });
    expect(await inboxKinds(slug)).toEqual(['paused']);
    await service.operate('POST', `/events/${slug}/close`);
    expect(await inboxKinds(slug)).toEqual(['closed']);
    service.clock.forward(dayMs + 1000);
    expect(await inboxKinds(slug)).toEqual(['overdue']);
    const evidence = { url: 'https://example.org', quote: 'It did.' };
    const proposal = { winningOutcomeIndex: 0, source: 'test', evidence, challengeHours: 24 };
    await service.operate('POST', `/events/${slug}/propose`, proposal);
    expect(await inboxKinds(slug)).toEqual(['proposed']);
    const bob = await service.aPerson();
    await service.pool`update agents set owner_id = ${bob.playerId} where player_id = ${agent.playerId}`;
    const json = { reason: 'The source says otherwise.' };
    await service.call('POST', `/api/events/${slug}/disputes`, { headers: bob.headers, json });
    expect(await inboxKinds(slug)).toEqual(['disputed']);
    await service.operate('POST', `/events/${slug}/resolve`, {
      winningOutcomeIndex: 1,
      source: 'test',
      note: 'Agreed.',
    });
    expect(await inboxKinds(slug)).toEqual([]);
  });

  it('lists markets without trades for a week, and reported players', async () => {
    const { slug } = await service.anEvent();
    service.clock.forward(7 * dayMs + hourMs);
    expect(await inboxKinds(slug)).toEqual(['stale']);
    const target = await service.aPerson();
    const report = { subject: { kind: 'player', name: target.handle }, category: 'abuse', reason: 'A rude name.' };
    await service.call('POST', '/api/people/reports', { headers: (await service.aPerson()).headers, json: report });
    const { body } = await service.operate('GET', '/inbox');
    const item = body.items.find((each: { subject: string }) => each.subject === target.handle);
    expect(item).toMatchObject({ kind: 'report', subjectKind: 'player', count: 1, detail: 'A rude name.' });
  });
});

describe('the audit trail', () => {
  it('records who did what, why, and the state before and after', async () => {
    const { slug } = await service.anEvent();
    await service.operate('POST', `/events/${slug}/pause`, { note: 'The source is down.' });
    await service.operate('PATCH', `/events/${slug}`, { description: 'A clearer text.', note: 'Typo.' });
    const { body } = await service.operate('GET', `/actions?subject=${slug}`);
    expect(body.actions).toMatchObject([
      {
        action: 'event.edit',
        reason: 'Typo.',
        before: { description: 'Made for a test.' },
        after: { description: 'A clearer text.' },
      },
      {
        action: 'event.pause',
        reason: 'The source is down.',
        before: { status: 'active' },
        after: { status: 'paused' },
      },
      { action: 'event.create', actor: 'operator', handle: null, before: null },
    ]);
    const first = (await service.operate('GET', `/actions?subject=${slug}&limit=2`)).body;
    const rest = (await service.operate('GET', `/actions?subject=${slug}&limit=2&cursor=${first.nextCursor}`)).body;
    expect([...first.actions, ...rest.actions]).toEqual(body.actions);
    expect((await service.operate('GET', '/actions?action=event.pause')).body.actions[0]).toMatchObject({
      subject: slug,
    });
  });

  it('names operators by role and can be neither changed nor deleted', async () => {
    const boss = await service.aPerson();
    await service.operate('PUT', `/people/${boss.playerId}/role`, { role: 'operator', reason: 'First operator.' });
    const call = (path: string, json: object) =>
      service.call('PUT', `/api/operator${path}`, { headers: boss.headers, json });
    await call(`/players/${ann.handle}/plan`, { plan: 'pro', reason: 'Research.' });
    const { body } = await service.operate('GET', `/actions?actor=${boss.handle}`);
    expect(body.actions).toMatchObject([
      {
        action: 'player.plan',
        handle: boss.handle,
        reason: 'Research.',
        before: { plan: 'free' },
        after: { plan: 'pro' },
      },
    ]);
    await expect(service.pool`delete from operator_actions`).rejects.toThrow('append-only');
    await expect(service.pool`update operator_actions set reason = 'x'`).rejects.toThrow('append-only');
  });

  it('gets an entry for every write of an operator', async () => {
    const count = async () => Number((await service.pool`select count(*)::int as n from operator_actions`)[0].n);
    const { slug } = await service.anEvent();
    const writes: [string, string, object?][] = [
      ['POST', '/trading/pause', { note: 'Upgrade.' }],
      ['POST', '/trading/resume'],
      ['PUT', '/connectors/my-polls', { enabled: true, settings: {}, format: 'push', name: 'Polls' }],
      ['POST', `/players/${ann.handle}/suspend`, { reason: 'Spam.' }],
      ['POST', `/players/${ann.handle}/unsuspend`, { reason: 'Sorry.' }],
      ['POST', '/incidents', { title: 'Slow orders', impact: 'minor', text: 'Looking.' }],
      ['POST', '/backups', { note: 'nightly' }],
      ['POST', `/events/${slug}/void`, { note: 'Bad question.' }],
    ];
    for (const [method, path, json] of writes) {
      const before = await count();
      const reply = await service.operate(method, path, json);
      expect(reply.status, reply.text).toBeLessThan(300);
      expect([path, await count()]).toEqual([path, before + 1]);
    }
  });
});

describe('entries about players', () => {
  it('have their handles, also where the subject is an id', async () => {
    const { playerId, handle } = await service.aPerson();
    await service.operate('PUT', `/people/${playerId}/role`, { role: 'operator' });
    const { actions } = (await service.operate('GET', `/actions?subject=${playerId}`)).body;
    expect(actions).toMatchObject([{ action: 'person.role', subject: playerId, subjectHandle: handle }]);
    await service.operate('POST', '/trading/resume');
    const [trading] = (await service.operate('GET', '/actions?action=trading')).body.actions;
    expect(trading).toMatchObject({ subject: 'arena', subjectHandle: null });
  });
});

describe('previews, players and limits', () => {
  it('show how forecasts would be scored before an event is resolved', async () => {
    const { slug } = await service.anEvent();
    const [good, bad] = [await service.anAgent(), await service.anAgent()];
    await forecast(service, good, slug, { probability: 90 });
    await forecast(service, bad, slug, { probability: 20 });
    service.clock.forward(hourMs);
    const resolve = (json: object) => service.operate('POST', `/events/${slug}/resolve`, { source: 'test', ...json });
    const { scores } = (await resolve({ winningOutcomeIndex: 0, dryRun: true })).body.preview;
    expect(scores).toMatchObject({
      forecasters: 2,
      best: [{ handle: good.playerId.replace('_', '-'), brier: 0.01 }],
      worst: [{ handle: bad.playerId.replace('_', '-'), brier: 0.64 }],
    });
    expect(scores.meanBrier).toBeCloseTo(0.325, 6);
    const voided = await service.operate('POST', `/events/${slug}/void`, { dryRun: true });
    expect(voided.body.preview.scores).toBeNull();
  });

  it('find players by handle, role and kind', async () => {
    const found = (await service.operate('GET', `/players?q=${ann.handle}`)).body.players;
    expect(found).toMatchObject([{ handle: ann.handle, kind: 'human', role: 'member', suspension: null }]);
    const byMail = (await service.operate('GET', `/players?q=${encodeURIComponent(ann.email)}`)).body.players;
    expect(byMail).toEqual(found);
    expect((await service.operate('GET', '/players?q=%25')).body.players).toEqual([]);
    const first = (await service.operate('GET', '/players?limit=1')).body;
    const next = (await service.operate('GET', `/players?limit=1&cursor=${first.nextCursor}`)).body;
    expect(next.players[0].id < first.players[0].id).toBe(true);
  });

  it('count rejected requests by player', async () => {
    const row = {
      requestId: 'req_limit',
      routeId: 'placeOrder',
      method: 'POST',
      path: '/api/play/v1/orders',
      status: 429,
    };
    const rest = { code: 'RATE_LIMITED', field: null, milliseconds: 1, playerId: agent.playerId, keyId: agent.keyId };
    const at = service.clock.now();
    const limited = { ...row, ...rest, at };
    const other = await service.anAgent();
    await service.store.transact(async tx => {
      await requestStore.maintainPartitions(tx, at, 0);
      await requestStore.append(tx, [
        limited,
        { ...limited, status: 404, code: 'NOT_FOUND' },
        { ...limited, playerId: null, keyId: null, routeId: 'getStatus' },
        { ...limited, playerId: other.playerId, keyId: other.keyId, status: 201, code: null },
      ]);
    });
    const { body } = await service.operate('GET', '/rate-limits?hours=1');
    expect(body).toMatchObject({ hours: 1, limited: 2, anonymousLimited: 1 });
    expect(body.operations).toEqual([
      { operationId: 'getStatus', limited: 1 },
      { operationId: 'placeOrder', limited: 1 },
    ]);
    expect(body.players).toMatchObject([{ limited: 1, operationId: 'placeOrder', lastLimitedAt: expect.any(String) }]);
  });

  it('add every audit to a history', async () => {
    const { body } = await service.operate('GET', '/audit');
    const { audits } = (await service.operate('GET', '/audit/history?limit=1')).body;
    expect(audits).toMatchObject([
      { startedBy: 'operator', balanced: body.balanced, at: body.checkedAt, totals: body.totals },
    ]);
  });
});
