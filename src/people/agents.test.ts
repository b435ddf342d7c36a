import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestPerson, type TestService } from '../../test/support/test-service.js';
import * as accountStore from '../exchange/store/accounts.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

let made = 0;
const freshName = () => {
  made += 1;
  return `Agent Number ${made}`;
};

function create(person: TestPerson, json: object = {}, headers: Record<string, string> = {}) {
  const body = { name: freshName(), description: 'made for a test', ...json };
  return service.call('POST', '/api/people/agents', { headers: { ...person.headers, ...headers }, json: body });
}

function list(person: TestPerson) {
  return service.call('GET', '/api/people/agents', { headers: person.headers });
}

describe('agents', () => {
  it('are created with their own account', async () => {
    const person = await service.aPerson();
    const details = { name: 'Weather  Bot', homepage: 'HTTPS://Example.org/Bot', model: 'my-model' };
    const reply = await create(person, details);
    expect(reply.status).toBe(201);
    expect(reply.body.agent).toMatchObject({
      name: 'Weather Bot',
      handle: 'weather-bot',
      homepage: 'https://example.org/Bot',
      model: 'my-model',
      activeKeys: 0,
      retiredAt: null,
    });
    expect((await list(person)).body).toEqual({ agents: [reply.body.agent], nextCursor: null });
    const account = await service.store.read(reader => accountStore.find(reader, reply.body.agent.id));
    expect(account?.available).toBe(10_000_000_000);
  });

  it('report the invalid field', async () => {
    const person = await service.aPerson();
    const cases: [object, string][] = [
      [{ name: '' }, 'name'],
      [{ name: 'a\u200b' }, 'name'],
      [{ name: 'Presage' }, 'name'],
      [{ name: 'The PRESAGE Bot' }, 'name'],
      [{ name: 'Operator 2' }, 'name'],
      [{ description: ' ' }, 'description'],
      [{ description: 'x'.repeat(501) }, 'description'],
      [{ homepage: 'javascript:alert(1)' }, 'homepage'],
      [{ homepage: 'https://me:secret@example.org' }, 'homepage'],
      [{ model: 'x'.repeat(121) }, 'model'],
      [{ plan: 'enterprise' }, 'plan'],
    ];
    for (const [json, field] of cases) {
      const reply = await create(person, json);
      expect(reply.body, JSON.stringify(json)).toMatchObject({ code: 'INVALID_PAYLOAD', field });
    }
    expect((await list(person)).body.agents).toEqual([]);
  });

  it('are at most 3, also for 20 concurrent requests', async () => {
    const person = await service.aPerson();
    const replies = await Promise.all(Array.from({ length: 20 }, () => create(person)));
    expect(replies.map(reply => reply.status).sort()).toEqual([201, 201, 201, ...Array(17).fill(409)]);
    for (const { status, body } of replies) if (status === 409) expect(body.code).toBe('AGENT_LIMIT_REACHED');
    expect((await list(person)).body.agents).toHaveLength(3);
  });

  it('have names that are unique after folding, across people and concurrent requests', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => service.aPerson()));
    const names = ['Ａgent  X', 'agent x', 'AGENT\u00a0X', 'Agent X', 'aGent   x ', 'ａｇｅｎｔ ｘ'];
    const replies = await Promise.all(people.map((person, index) => create(person, { name: names[index] })));
    expect(replies.map(reply => reply.status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    for (const { status, body } of replies) {
      if (status === 409) expect(body).toMatchObject({ code: 'NAME_TAKEN', field: 'name' });
    }
  });

  it('share one namespace of handles with people', async () => {
    const person = await service.aPerson({ displayName: 'Twin' });
    expect(person.handle).toBe('twin');
    expect((await create(person, { name: 'Twin' })).body.agent.handle).toBe('twin-2');
    expect((await create(person, { name: 'Leaderboards' })).body.agent.handle).toMatch(/^agent-[a-z0-9]{6}$/);
  });
});

describe('changing an agent', () => {
  it('changes the members sent and keeps the handle', async () => {
    const person = await service.aPerson();
    const { agent } = (await create(person, { name: 'Old Name', homepage: 'https://example.org' })).body;
    const change = (json: object) =>
      service.call('PATCH', `/api/people/agents/${agent.id}`, { headers: person.headers, json });
    expect((await change({ name: 'New Name', homepage: null })).body.agent).toMatchObject({
      name: 'New Name',
      handle: 'old-name',
      homepage: null,
      description: agent.description,
    });
    expect((await change({ name: 'NEW  name' })).body.agent.name).toBe('NEW name');
    expect((await change({})).body).toMatchObject({ code: 'INVALID_PAYLOAD' });
    const other = (await create(person)).body.agent;
    expect((await change({ name: other.name.toUpperCase() })).body).toMatchObject({
      code: 'NAME_TAKEN',
      field: 'name',
    });
  });

  it('lets one of many concurrent renames to the same name succeed', async () => {
    const owners = await Promise.all(Array.from({ length: 5 }, () => service.aPerson()));
    const agents = await Promise.all(owners.map(async owner => (await create(owner)).body.agent));
    const replies = await Promise.all(
      agents.map((agent, index) =>
        service.call('PATCH', `/api/people/agents/${agent.id}`, {
          headers: owners[index].headers,
          json: { name: 'Coveted' },
        }),
      ),
    );
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 409, 409, 409, 409]);
  });

  it('is for its owner only', async () => {
    const [owner, stranger] = await Promise.all([service.aPerson(), service.aPerson()]);
    const { agent } = (await create(owner)).body;
    const path = `/api/people/agents/${agent.id}`;
    const { headers } = stranger;
    expect((await service.call('PATCH', path, { headers, json: { model: 'x' } })).status).toBe(404);
    expect((await service.call('DELETE', path, { headers })).status).toBe(404);
    expect((await service.call('GET', `${path}/keys`, { headers })).status).toBe(404);
    expect((await service.call('POST', `${path}/keys`, { headers })).status).toBe(404);
    expect((await list(owner)).body.agents).toHaveLength(1);
  });
});

describe('Idempotency-Key', () => {
  it('creates one agent for many retries', async () => {
    const person = await service.aPerson();
    const name = freshName();
    const send = () => create(person, { name }, { 'idempotency-key': 'retry-1' });
    const replies = await Promise.all(Array.from({ length: 10 }, send));
    expect(replies.map(reply => reply.status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(replies.map(reply => reply.body.agent.id)).size).toBe(1);
    const again = await send();
    expect(again.body).toMatchObject({ replayed: true, code: 'IDEMPOTENT_REPLAY' });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await create(person, {}, { 'idempotency-key': 'retry-1' })).body.code).toBe('IDEMPOTENT_REPLAY');
    expect((await list(person)).body.agents).toHaveLength(1);
  });

  it('is not consumed by a rejection', async () => {
    const person = await service.aPerson();
    const headers = { 'idempotency-key': 'retry-2' };
    expect((await create(person, { name: 'Weather bot' }, headers)).body.code).toBe('NAME_TAKEN');
    expect((await create(person, {}, headers)).status).toBe(201);
  });
});
