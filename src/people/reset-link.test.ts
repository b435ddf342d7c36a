import { afterAll, beforeAll, expect, it } from 'vitest';
import { runPresage } from '../../cli/run-presage.js';
import { type OperatorService, operatorHeaders, startOperatorService } from '../../test/support/operator-service.js';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
});
afterAll(() => service.stop());

const newPassword = 'another horse battery';

function reset(url: string, word = newPassword) {
  const token = url.split('=')[1];
  return service.call('POST', '/api/people/password-reset/confirm', { json: { token, newPassword: word } });
}

it('rejects requests that need email in an arena without it, and states the alternative', async () => {
  const person = await service.aPerson();
  const json = { email: person.email, password: person.password };
  for (const [path, body, headers] of [
    ['/password-reset', { email: person.email }, {}],
    ['/me/email', json, person.headers],
  ] as const) {
    const { status, body: refusal } = await service.call('POST', `/api/people${path}`, { json: body, headers });
    expect(status).toBe(409);
    expect(refusal).toMatchObject({ code: 'MAIL_DISABLED', retryable: false });
    expect(refusal.remediation).toContain('one-time reset link');
  }
});

it.each(['id', 'handle'])(
  'lets an operator issue a link by the %s that sets the password once, and records it',
  async by => {
    const person = await service.aPerson();
    const reference = by === 'id' ? person.playerId : person.handle;
    const issued = await service.operate('POST', `/people/${reference}/reset-link`);
    expect(issued.status, issued.text).toBe(201);
    expect(issued.body).toMatchObject({ person: { id: person.playerId }, expiresAt: '2026-03-18T12:00:00.000Z' });
    expect(issued.body.url).toMatch(/^http:\/\/presage\.test\/account\/confirm#password-reset=[\w-]{43}$/);
    expect((await reset(issued.body.url)).status).toBe(200);
    expect((await reset(issued.body.url)).status).toBe(400);
    const json = { email: person.email, password: newPassword };
    expect((await service.call('POST', '/api/people/sign-in', { json })).status).toBe(200);
    expect((await service.call('GET', '/api/people/me', { headers: person.headers })).status).toBe(401);
    const [action] = await service.pool`select actor, details from operator_actions
    where action = 'person.reset-link' and subject = ${person.playerId}`;
    expect(action).toEqual({ actor: 'operator', details: {} });
  },
);

it('lets only the token issue links for operators, and none for players without an email', async () => {
  const [operator, other, member] = [await service.aPerson(), await service.aPerson(), await service.aPerson()];
  for (const { playerId } of [operator, other]) {
    await service.operate('PUT', `/people/${playerId}/role`, { role: 'operator' });
  }
  const issue = (id: string, headers: Record<string, string>) =>
    service.call('POST', `/api/operator/people/${id}/reset-link`, { headers });
  expect((await issue(other.playerId, operator.headers)).body.code).toBe('FORBIDDEN');
  expect((await issue(member.playerId, operator.headers)).status).toBe(201);
  expect((await issue(member.playerId, member.headers)).status).toBe(403);
  expect((await issue(other.playerId, operatorHeaders)).status).toBe(201);
  expect((await issue('no-such-person', operatorHeaders)).status).toBe(404);
});

it('is available as an operator command', async () => {
  const person = await service.aPerson();
  let out = '';
  const code = await runPresage(['person', 'reset-link', person.handle], {
    environment: {
      PRESAGE_URL: service.url,
      PRESAGE_OPERATOR_TOKEN: operatorHeaders.authorization.replace('Bearer ', ''),
    },
    write: text => {
      out += text;
    },
    complain: text => {
      out += text;
    },
  });
  expect(code, out).toBe(0);
  expect((await reset(out.split('\n')[0])).status).toBe(200);
});
