import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeRoutes } from '../../test/support/probe-routes.js';
import { cloneDatabase, type TestDatabase } from '../../test/support/test-database.js';
import { startTestService, type TestPerson, type TestService } from '../../test/support/test-service.js';
import { createPostgresStore } from '../database/postgres-store.js';
import { isAgentKey } from '../kernel/token-syntax.js';

let database: TestDatabase;
let service: TestService;
let person: TestPerson;
beforeAll(async () => {
  database = await cloneDatabase();
  service = await startTestService({ extraRoutes: probeRoutes, store: createPostgresStore(database.pool) });
  person = await service.aPerson();
});
afterAll(async () => {
  await service.stop();
  await database.drop();
});

let made = 0;
async function anAgent(owner = person): Promise<string> {
  made += 1;
  const json = { name: `Keeper ${made}`, description: 'made for a test' };
  const reply = await service.call('POST', '/api/people/agents', { headers: owner.headers, json });
  return `/api/people/agents/${reply.body.agent.id}`;
}

function createKey(agent: string, headers: Record<string, string> = {}, owner = person) {
  return service.call('POST', `${agent}/keys`, { headers: { ...owner.headers, ...headers } });
}

function whoami(secret: string) {
  return service.call('GET', '/probe/required', { headers: { authorization: `Bearer ${secret}` } });
}

/** All values of all tables, as text. */
async function wholeDatabase(): Promise<string> {
  const tables = await database.pool<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public'`;
  const texts: string[] = [];
  for (const { name } of tables) {
    for (const row of await database.pool`select to_jsonb(t)::text as text from ${database.pool(name)} t`) {
      texts.push(row.text);
    }
  }
  return texts.join('\n');
}

describe('keys', () => {
  it('are shown once and work immediately', async () => {
    const agent = await anAgent();
    const reply = await createKey(agent);
    expect(reply.status).toBe(201);
    const { key, secret } = reply.body;
    expect(isAgentKey(secret)).toBe(true);
    expect(key).toMatchObject({ lastFour: secret.slice(-4), status: 'active', lastUsedAt: null, revokedAt: null });
    expect((await whoami(secret)).body.caller).toBe(agent.split('/').at(-1));
    const list = await service.call('GET', `${agent}/keys`, { headers: person.headers });
    expect(list.body.keys.map((entry: { id: string }) => entry.id)).toEqual([key.id]);
    expect(list.text).not.toContain(secret);
  });

  it('accept an empty object as their body, and nothing else', async () => {
    const owner = await service.aPerson();
    const agent = await anAgent(owner);
    const send = (json: object) => service.call('POST', `${agent}/keys`, { headers: owner.headers, json });
    expect((await send({})).status).toBe(201);
    expect((await send({ label: 'x' })).body).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'label' });
  });

  it('are at most 2 active, also for 20 concurrent requests', async () => {
    const owner = await service.aPerson();
    const agent = await anAgent(owner);
    const replies = await Promise.all(Array.from({ length: 20 }, () => createKey(agent, {}, owner)));
    expect(replies.map(reply => reply.status).sort()).toEqual([201, 201, ...Array(18).fill(409)]);
    for (const { status, body } of replies) if (status === 409) expect(body.code).toBe('KEY_LIMIT_REACHED');
    const [first] = replies.filter(reply => reply.status === 201);
    const revoke = () => service.call('DELETE', `${agent}/keys/${first.body.key.id}`, { headers: owner.headers });
    expect((await revoke()).body.key.status).toBe('revoked');
    expect((await createKey(agent, {}, owner)).status).toBe(201);
    expect((await createKey(agent, {}, owner)).status).toBe(409);
  });

  it('stop working the moment they are revoked; revoking again changes nothing', async () => {
    const owner = await service.aPerson();
    const agent = await anAgent(owner);
    const { key, secret } = (await createKey(agent, {}, owner)).body;
    expect((await whoami(secret)).status).toBe(200);
    const revoke = () => service.call('DELETE', `${agent}/keys/${key.id}`, { headers: owner.headers });
    const revoked = await revoke();
    expect(revoked.status).toBe(200);
    expect((await whoami(secret)).body.error).toBe('The agent key is revoked.');
    service.clock.forward(1000);
    expect((await revoke()).body.key.revokedAt).toBe(revoked.body.key.revokedAt);
    const unknown = await service.call('DELETE', `${agent}/keys/key_nothing`, { headers: owner.headers });
    expect(unknown.body).toMatchObject({ code: 'NOT_FOUND', field: 'keyId' });
  });

  it('show when they were last used, to the minute', async () => {
    const owner = await service.aPerson();
    const agent = await anAgent(owner);
    const { secret } = (await createKey(agent, {}, owner)).body;
    const lastUsed = async () => {
      await service.flushRequestLog();
      const { body } = await service.call('GET', `${agent}/keys`, { headers: owner.headers });
      return Date.parse(body.keys[0].lastUsedAt);
    };
    await whoami(secret);
    const first = service.clock.now();
    expect(await lastUsed()).toBe(first);
    service.clock.forward(59_000);
    await whoami(secret);
    expect(await lastUsed()).toBe(first);
    service.clock.forward(1000);
    await whoami(secret);
    expect(await lastUsed()).toBe(first + 60_000);
  });
});

describe('a retry with the same Idempotency-Key', () => {
  it('creates no second key and does not show the secret again', async () => {
    const owner = await service.aPerson();
    const agent = await anAgent(owner);
    const send = () => createKey(agent, { 'idempotency-key': 'k-1' }, owner);
    const replies = await Promise.all(Array.from({ length: 8 }, send));
    const [first] = replies.filter(reply => reply.status === 201);
    expect((await whoami(first.body.secret)).status).toBe(200);
    const rest = replies.filter(reply => reply !== first);
    expect(rest.map(reply => reply.status)).toEqual(Array(7).fill(200));
    for (const { body } of rest) {
      expect(body).toEqual({ key: first.body.key, secret: null, replayed: true, code: 'IDEMPOTENT_REPLAY' });
    }
    const { body } = await service.call('GET', `${agent}/keys`, { headers: owner.headers });
    expect(body.keys).toHaveLength(1);
  });
});

describe('secrets', () => {
  it('appear in no table and no log line: keys, session tokens and passwords', async () => {
    const owner = await service.aPerson();
    const agent = await anAgent(owner);
    const { secret } = (await createKey(agent, { 'idempotency-key': 'k-2' }, owner)).body;
    await whoami(secret);
    await whoami(`${secret}x`);
    const json = { currentPassword: 'a wrong horse battery', newPassword: 'a better horse battery' };
    await service.call('PATCH', '/api/people/me', { headers: owner.headers, json });
    await service.call('PATCH', '/api/people/me', {
      headers: owner.headers,
      json: { ...json, currentPassword: owner.password },
    });
    await service.flushRequestLog();
    const token = owner.headers.cookie.split('=')[1];
    const places = { database: await wholeDatabase(), log: service.log.join('\n') };
    expect(places.database).toContain(secret.slice(-4));
    expect(places.database).toContain('$argon2id$');
    for (const [place, text] of Object.entries(places)) {
      for (const word of [secret, token, owner.password, json.currentPassword, json.newPassword]) {
        expect(text.includes(word), `${word} in the ${place}`).toBe(false);
      }
    }
  });
});
