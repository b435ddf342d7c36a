import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopBalanced } from '../../test/support/assert-books-balance.js';
import { finishRun, openRun } from '../../test/support/builders/certification-run.js';
import {
  startTestService,
  type TestAgent,
  type TestPerson,
  type TestService,
} from '../../test/support/test-service.js';

let service: TestService;
let owner: TestPerson;
let agent: TestAgent;
beforeAll(async () => {
  service = await startTestService();
  owner = await service.aPerson();
  agent = await agentOf(owner, 'Watched');
});
afterAll(() => stopBalanced(service));

/** An agent of the person, with a key. */
async function agentOf(person: TestPerson, name: string): Promise<TestAgent> {
  const json = { name, description: 'Made for a test.' };
  const { body } = await service.call('POST', '/api/people/agents', { headers: person.headers, json });
  const keys = `/api/people/agents/${body.agent.id}/keys`;
  const { secret, key } = (await service.call('POST', keys, { headers: person.headers })).body;
  return { playerId: body.agent.id, key: secret, keyId: key.id, headers: { authorization: `Bearer ${secret}` } };
}

const watched = ['/api/developer/usage', '/api/v1/developer/request-logs', '/api/v1/sandbox/runs'];

describe('an agent that a person watches', () => {
  it('shows its requests and usage to its owner', async () => {
    await service.call('GET', '/api/play/v1/account', { headers: agent.headers });
    const get = (path: string) => service.call('GET', `${path}?agentId=${agent.playerId}`, { headers: owner.headers });
    const { requests } = (await get('/api/v1/developer/request-logs')).body;
    expect(requests).toMatchObject([{ operationId: 'getPlayAccount', status: 200 }]);
    const { total, operations } = (await get('/api/developer/usage')).body;
    expect(total).toMatchObject({ requests: 1, failed: 0 });
    expect(operations).toMatchObject([{ operationId: 'getPlayAccount', requests: 1 }]);
  });

  it.each(watched)('%s hides it from other people and other agents, and names the field', async path => {
    const stranger = await service.aPerson();
    const other = await service.anAgent();
    for (const { headers } of [stranger, other]) {
      const { status, body } = await service.call('GET', `${path}?agentId=${agent.playerId}`, { headers });
      expect([status, body.code, body.field]).toEqual([404, 'NOT_FOUND', 'agentId']);
    }
    const own = await service.call('GET', `${path}?agentId=${agent.playerId}`, { headers: agent.headers });
    expect(own.status).toBe(200);
  });

  it('does not mix cursors of one agent with another', async () => {
    const second = await agentOf(owner, 'Another');
    for (let count = 0; count < 3; count += 1) {
      await service.call('GET', '/api/play/v1/account', { headers: agent.headers });
      service.clock.forward(5);
    }
    const path = '/api/v1/developer/request-logs?limit=1';
    const { nextCursor } = (await service.call('GET', `${path}&agentId=${agent.playerId}`, { headers: owner.headers }))
      .body;
    const wrong = `${path}&agentId=${second.playerId}&cursor=${encodeURIComponent(nextCursor)}`;
    expect((await service.call('GET', wrong, { headers: owner.headers })).status).toBe(400);
  });
});

describe('certification runs that a person watches', () => {
  const list = (headers: Record<string, string>, query = '') =>
    service.call('GET', `/api/v1/sandbox/runs${query}`, { headers });

  it('lists runs newest first, with the count of passed scenarios once they are finished', async () => {
    const first = await openRun(service, agent);
    await finishRun(service, agent, first);
    service.clock.forward(1000);
    const second = await openRun(service, agent);
    const { body } = await list({ ...owner.headers }, `?agentId=${agent.playerId}`);
    expect(body.certification).toBeNull();
    expect(body.runs.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
      [second.id, 'open'],
      [first.id, 'finished'],
    ]);
    const total = second.scenarios.length;
    expect(body.runs[0].scenarios).toEqual({ total, passed: null });
    expect(body.runs[1]).toMatchObject({ passed: false, scenarios: { total, passed: expect.any(Number) } });
    expect((await list(agent.headers)).body).toEqual(body);
    const report = await service.call('GET', `/api/v1/sandbox/runs/${second.id}`, { headers: owner.headers });
    expect([report.status, report.body.run.id]).toEqual([200, second.id]);
    const stranger = await service.aPerson();
    const hidden = await service.call('GET', `/api/v1/sandbox/runs/${second.id}`, { headers: stranger.headers });
    expect(hidden.status).toBe(404);
  });
});
