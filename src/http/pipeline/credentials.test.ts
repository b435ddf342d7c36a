import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeRoutes } from '../../../test/support/probe-routes.js';
import { startTestService, type TestAgent, type TestService } from '../../../test/support/test-service.js';
import { writeAgentKey } from '../../kernel/token-syntax.js';
import * as playerStore from '../../people/store/players.js';

let service: TestService;
let agent: TestAgent;
beforeAll(async () => {
  service = await startTestService({ extraRoutes: probeRoutes });
  agent = await service.anAgent();
});
afterAll(() => service.stop());

const realm = 'Bearer realm="presage"';

describe('credentials', () => {
  it('accept a key as Bearer, as x-api-key or as both', async () => {
    const ways: Record<string, string>[] = [
      { authorization: `Bearer ${agent.key}` },
      { authorization: `bearer   ${agent.key}` },
      { 'x-api-key': agent.key },
      { authorization: `Bearer ${agent.key}`, 'x-api-key': agent.key },
    ];
    for (const headers of ways) {
      const reply = await service.call('GET', '/probe/required', { headers });
      expect(reply.body.caller).toBe(agent.playerId);
    }
  });

  it('send a challenge without error= if no credential was sent', async () => {
    const reply = await service.call('GET', '/probe/required');
    expect(reply.status).toBe(401);
    expect(reply.headers.get('www-authenticate')).toBe(realm);
  });

  it.each([
    ['malformed', 'presage_agent_short'],
    ['of another brand', `other_agent_${'a'.repeat(49)}`],
    ['unknown', writeAgentKey(randomBytes(32))],
  ])('send a challenge with invalid_token for a key that is %s', async (_name, key) => {
    for (const path of ['/probe/required', '/probe/optional', '/probe/scoped']) {
      const reply = await service.call('GET', path, { headers: { authorization: `Bearer ${key}` } });
      expect(reply.status).toBe(401);
      expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer realm="presage", error="invalid_token"/);
    }
  });

  it('reject a key with one changed character without a query', async () => {
    const last = agent.key.at(-1) === 'a' ? 'b' : 'a';
    const reply = await service.call('GET', '/probe/required', {
      headers: { 'x-api-key': agent.key.slice(0, -1) + last },
    });
    expect(reply.body.error).toBe('The agent key is malformed.');
  });

  it('ignore the header on routes without credentials, and query nothing if it is optional', async () => {
    const bad = { authorization: 'Bearer nonsense' };
    expect((await service.call('GET', '/api/v1/status', { headers: bad })).status).toBe(200);
    expect((await service.call('GET', '/probe/optional')).body.caller).toBe('anonymous');
  });

  it('reject a revoked key immediately', async () => {
    const other = await service.anAgent();
    expect((await service.call('GET', '/probe/required', { headers: other.headers })).status).toBe(200);
    await service.store.transact(tx => playerStore.revokeKey(tx, other.keyId, service.clock.now()));
    const reply = await service.call('GET', '/probe/required', { headers: other.headers });
    expect(reply.status).toBe(401);
    expect(reply.body.error).toBe('The agent key is revoked.');
  });
});

describe('scopes', () => {
  it('belong to a plan, and a missing one is named', async () => {
    const refused = await service.call('GET', '/probe/scoped', { headers: agent.headers });
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toBe(`${realm}, error="insufficient_scope", scope="data:signals"`);
    expect(refused.body.missingScope).toBe('data:signals');
    const pro = await service.anAgent('pro');
    expect((await service.call('GET', '/probe/scoped', { headers: pro.headers })).body.caller).toBe(pro.playerId);
  });
});
