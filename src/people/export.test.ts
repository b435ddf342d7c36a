import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { forecast } from '../../test/support/builders/forecast-builders.js';
import { aRequest } from '../../test/support/builders/request-builders.js';
import { type OperatorService, startOperatorService } from '../../test/support/operator-service.js';
import { trade } from '../../test/support/play-actions.js';
import type { TestPerson } from '../../test/support/test-service.js';
import { budgets } from '../http/limits.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => stopBalanced(service));

const path = '/api/people/me/export';
const exported = async ({ headers }: Pick<TestPerson, 'headers'>) => {
  const reply = await service.call('GET', path, { headers });
  expect(reply.status, reply.text).toBe(200);
  return reply;
};

describe('the export of a person', () => {
  it('contains the account, the agents and all their activity', async () => {
    const person = await service.aPerson({ displayName: 'Ada' });
    const { slug } = await service.anEvent();
    const agentJson = { name: `Exporter ${person.handle}`, description: 'made for a test', model: 'm-1' };
    const agent = await service.call('POST', '/api/people/agents', { headers: person.headers, json: agentJson });
    const agentId = agent.body.agent.id;
    const key = await service.call('POST', `/api/people/agents/${agentId}/keys`, { headers: person.headers });
    const keyHeaders = { authorization: `Bearer ${key.body.secret}` };
    await trade(service, { headers: person.headers }, slug);
    await trade(service, { headers: keyHeaders }, slug, { outcomeIndex: 1 });
    await forecast(service, { headers: keyHeaders }, slug, { probability: 70, rationale: 'Because of the wind.' });
    await aRequest(service, person);
    const { body, text, headers } = await exported(person);
    expect(headers.get('content-disposition')).toContain(`presage-${person.handle}.json`);
    expect(body.person).toMatchObject({ handle: person.handle, email: person.email, displayName: 'Ada' });
    const players = (rows: { playerId: string }[]) => new Set(rows.map(({ playerId }) => playerId));
    for (const member of ['orders', 'positions', 'activity', 'accounts', 'grants']) {
      expect([member, players(body[member])]).toEqual([member, new Set([person.playerId, agentId])]);
    }
    expect(body.orders[0].fills[0]).toMatchObject({ orderId: body.orders[0].id, against: 'maker' });
    expect(body.orders[0].createdAt).toMatch(/^2026-.*Z$/);
    expect(body.forecasts).toMatchObject([{ playerId: agentId, rationale: 'Because of the wind.' }]);
    expect(body.agents).toMatchObject([{ playerId: agentId, model: 'm-1' }]);
    expect(body.keys).toMatchObject([{ agentId, lastFour: key.body.secret.slice(-4) }]);
    expect(body.marketRequests).toHaveLength(1);
    expect(body.sessions).toHaveLength(1);
    expect(text).not.toContain(key.body.secret);
    expect(text).not.toMatch(/hash|digest|argon2/i);
  });

  it('pages through long lists without losing a row', async () => {
    const person = await service.aPerson();
    const ids = Array.from({ length: 1203 }, (_, index) => `r${index}`);
    await service.pool`insert into stored_replies (player_id, kind, client_id, body_digest, status, reply, created_at)
      select ${person.playerId}, 'createAgent', id, '', 200, '{}', now() from unnest(${ids}::text[]) as t(id)`;
    const { body } = await exported(person);
    expect(new Set(body.storedReplies.map(({ clientId }: { clientId: string }) => clientId))).toEqual(new Set(ids));
    expect(body.storedReplies).toHaveLength(ids.length);
  });

  it('contains no data of another person', async () => {
    const [ann, bob] = [await service.aPerson(), await service.aPerson()];
    const { text } = await exported(ann);
    expect(text).not.toContain(bob.playerId);
    expect(text).not.toContain(bob.email);
  });

  it('is for people only and limited per hour', async () => {
    const { headers } = await service.anAgent();
    expect((await service.call('GET', path, { headers })).status).toBe(403);
    expect((await service.call('GET', path)).status).toBe(401);
    const person = await service.aPerson();
    for (let k = 0; k < budgets.exports.quota; k += 1) await exported(person);
    expect((await service.call('GET', path, { headers: person.headers })).body).toMatchObject({ code: 'RATE_LIMITED' });
  });
});
