import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeRoutes } from '../../../test/support/probe-routes.js';
import {
  startTestService,
  type TestAgent,
  type TestPerson,
  type TestService,
} from '../../../test/support/test-service.js';
import { writeAgentKey } from '../../kernel/token-syntax.js';
import * as personStore from '../../people/store/people.js';

const operatorToken = 'a-token-for-the-operator';
let service: TestService;
let agent: TestAgent;
let person: TestPerson;
beforeAll(async () => {
  service = await startTestService({ extraRoutes: probeRoutes, operatorToken, addressReadsPerMinute: 1e6 });
  agent = await service.anAgent();
  person = await service.aPerson();
});
afterAll(() => service.stop());

const operator = { authorization: `Bearer ${operatorToken}` };
const staleCookie = `presage_session=${'x'.repeat(43)}`;

function call(method: string, path: string, headers: Record<string, string> = {}) {
  return service.call(method, path, { headers });
}

describe('session cookies', () => {
  it('identify a person, also among other cookies', async () => {
    const cookie = `theme=dark; ${person.headers.cookie}; presage_session=; x`;
    for (const path of ['/probe/required', '/probe/optional']) {
      expect((await call('GET', path, { cookie })).body.caller).toBe(person.playerId);
    }
    const reply = await call('GET', '/probe/optional', { cookie });
    expect(reply.headers.get('cache-control')).toBe('private, no-cache');
    expect(reply.headers.get('vary')).toContain('Cookie');
  });

  it('that have expired count as none if none is required, and are 401 elsewhere', async () => {
    for (const cookie of [staleCookie, 'presage_session=nonsense', 'presage_session=']) {
      expect((await call('GET', '/probe/optional', { cookie })).body.caller).toBe('anonymous');
      const refused = await call('GET', '/probe/required', { cookie });
      expect(refused.status).toBe(401);
    }
    expect((await call('GET', '/api/people/me')).headers.get('www-authenticate')).toBe('Session realm="presage"');
    expect((await call('GET', '/api/v1/status', { cookie: staleCookie })).status).toBe(200);
  });

  it('are overridden by a key', async () => {
    const both = { ...person.headers, ...agent.headers };
    expect((await call('GET', '/probe/required', both)).body.caller).toBe(agent.playerId);
    expect((await call('GET', '/api/people/me', both)).status).toBe(403);
    const bad = { ...person.headers, 'x-api-key': 'nonsense' };
    expect((await call('GET', '/probe/required', bad)).status).toBe(401);
  });

  it('count reads for the client address and writes for the person', async () => {
    const read = await call('GET', '/probe/required', person.headers);
    expect(read.headers.get('ratelimit')).toMatch(/^"address";/);
    const write = await call('POST', '/probe/player-write', person.headers);
    expect(write.headers.get('ratelimit')).toMatch(/^"orders";r=119;t=\d{4}$/);
  });

  it('need a plan for a scope, like keys', async () => {
    const refused = await call('GET', '/probe/scoped', person.headers);
    expect(refused.status).toBe(403);
    expect(refused.body.missingScope).toBe('data:signals');
  });
});

describe('writes with a cookie', () => {
  const host = () => service.url.replace('http://', '');

  it('are accepted from our own pages and from clients other than browsers', async () => {
    const fine: Record<string, string>[] = [
      {},
      { origin: 'http://presage.test' },
      { origin: service.url, 'sec-fetch-site': 'same-origin' },
      { origin: `http://${host()}` },
      { 'sec-fetch-site': 'none' },
    ];
    for (const headers of fine) {
      const reply = await call('POST', '/probe/player-write', { ...person.headers, ...headers });
      expect(reply.status, JSON.stringify(headers)).toBe(200);
    }
  });

  const foreign: [Record<string, string>, string][] = [
    [{ origin: 'https://evil.example' }, 'Origin'],
    [{ origin: 'null' }, 'Origin'],
    [{ origin: 'http://presage.test.evil.example' }, 'Origin'],
    [{ origin: 'http://evil.example', 'sec-fetch-site': 'same-origin' }, 'Origin'],
    [{ 'sec-fetch-site': 'cross-site' }, 'Sec-Fetch-Site'],
    [{ origin: 'http://presage.test', 'sec-fetch-site': 'cross-site' }, 'Sec-Fetch-Site'],
    [{ origin: 'http://other.presage.test', 'sec-fetch-site': 'same-site' }, 'Origin'],
  ];

  it.each(foreign)('are rejected from another site: %j', async (headers, field) => {
    const reply = await call('POST', '/probe/player-write', { ...person.headers, ...headers });
    expect(reply.status).toBe(403);
    expect(reply.body).toMatchObject({ code: 'FORBIDDEN', field });
    const signIn = await service.call('POST', '/api/people/sign-in', {
      headers,
      json: { email: person.email, password: person.password },
    });
    expect(signIn.status).toBe(403);
    expect(signIn.headers.get('set-cookie')).toBeNull();
  });

  it('do not affect keys, the operator token and reads', async () => {
    const [headers] = foreign[0];
    expect((await call('POST', '/probe/player-write', { ...agent.headers, ...headers })).status).toBe(200);
    expect((await call('POST', '/probe/operator', { ...operator, ...headers })).status).toBe(200);
    expect((await call('GET', '/probe/required', { ...person.headers, ...headers })).status).toBe(200);
  });
});

describe('the wrong kind of credential', () => {
  it('is 403 and names the accepted ones', async () => {
    const people: [string, string][] = [
      ['POST', '/api/people/sign-up'],
      ['POST', '/api/people/sign-in'],
      ['POST', '/api/people/sign-out'],
      ['GET', '/api/people/me'],
      ['PATCH', '/api/people/me'],
      ['DELETE', '/api/people/me'],
      ['GET', '/api/people/agents'],
      ['POST', '/api/people/agents'],
      ['DELETE', `/api/people/agents/${agent.playerId}`],
      ['POST', `/api/people/agents/${agent.playerId}/keys`],
      ['DELETE', `/api/people/agents/${agent.playerId}/keys/${agent.keyId}`],
    ];
    for (const [method, path] of people) {
      const reply = await call(method, path, agent.headers);
      expect(reply.body, `${method} ${path}`).toMatchObject({
        code: 'FORBIDDEN',
        error: 'an agent key can’t be used here',
        remediation: 'This route accepts a session.',
      });
      expect(reply.headers.get('ratelimit')).toMatch(/^"reads";/);
    }
    expect((await call('GET', '/probe/agents-only', person.headers)).status).toBe(403);
    expect((await call('POST', '/probe/operator', agent.headers)).status).toBe(403);
    expect((await call('POST', '/probe/operator', person.headers)).body.error).toBe(
      'a session without the role operator can’t be used here',
    );
    expect((await call('GET', '/probe/required', operator)).status).toBe(403);
  });
});

describe('operators', () => {
  it('are identified by the token, if a route accepts it or any credential is optional', async () => {
    expect((await call('POST', '/probe/operator', operator)).body.caller).toBe('operator');
    expect((await call('GET', '/probe/optional', operator)).body.caller).toBe('operator');
    for (const authorization of [`Bearer ${operatorToken}x`, `Bearer ${operatorToken.slice(1)}`]) {
      expect((await call('POST', '/probe/operator', { authorization })).status).toBe(401);
    }
    expect((await call('POST', '/probe/operator', { 'x-api-key': operatorToken })).status).toBe(401);
  });

  it.each<[string, Record<string, string>, string]>([
    ['nothing', {}, 'the operator token or the session of an operator is needed'],
    ['a wrong token', { authorization: 'Bearer not-the-token' }, 'The operator token is wrong.'],
    ['another scheme', { authorization: 'Basic eDp5' }, 'Authorization must be Bearer followed by the operator token'],
    ['the token elsewhere', { 'x-api-key': operatorToken }, 'The operator token is accepted only in Authorization.'],
    ['an unknown key', { 'x-api-key': writeAgentKey(Buffer.alloc(32)) }, 'The agent key is unknown.'],
  ])('name the accepted credentials if %s was sent', async (_what, headers, error) => {
    for (const [method, path] of [
      ['POST', '/probe/operator'],
      ['GET', '/api/operator/audit'],
    ]) {
      const reply = await call(method, path, headers);
      expect(reply.status).toBe(401);
      expect(reply.body.error).toBe(error);
      expect(reply.body.remediation).toContain('Bearer <operator token>');
      expect(reply.body.remediation).not.toContain('agent key');
    }
  });

  it('give the same message for credentials that are valid elsewhere', async () => {
    const agent = await service.anAgent();
    const person = await service.aPerson();
    for (const { headers } of [agent, person]) {
      const { status, body } = await call('POST', '/probe/operator', headers);
      expect(status).toBe(403);
      expect(body.remediation).toBe('This route accepts the operator token or the session of an operator.');
    }
  });

  it('are people with the role operator', async () => {
    const boss = await service.aPerson();
    expect((await call('POST', '/probe/operator', boss.headers)).status).toBe(403);
    await service.store.transact(tx => personStore.setRole(tx, boss.playerId, 'operator'));
    expect((await call('POST', '/probe/operator', boss.headers)).body.caller).toBe(boss.playerId);
    expect((await call('GET', '/api/people/me', boss.headers)).body.person.role).toBe('operator');
  });

  it('have no token if the setting is missing', async () => {
    const other = await startTestService({ extraRoutes: probeRoutes });
    try {
      const reply = await other.call('POST', '/probe/operator', { headers: operator });
      expect(reply.status).toBe(401);
    } finally {
      await other.stop();
    }
  });
});
