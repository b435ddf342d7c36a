import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../test/support/test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ addressReadsPerMinute: 1200, publicUrl: 'https://presage.test' });
});
afterAll(() => service.stop());

const minute = 60_000;

function signIn(email: string, password: string) {
  return service.call('POST', '/api/people/sign-in', { json: { email, password } });
}

describe('guessing passwords', () => {
  it.each([['known'], ['unknown']])('is blocked after 10 wrong ones for an email that is %s', async which => {
    const person = which === 'known' ? await service.aPerson() : null;
    const email = person?.email ?? 'nobody@example.org';
    const replies = await Promise.all(Array.from({ length: 14 }, () => signIn(email, 'wrong horse battery')));
    expect(replies.map(reply => reply.status).sort()).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
    const refused = await signIn(email, person?.password ?? 'wrong horse battery');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('900');
    expect(refused.body.error).toBe(
      'The limit of 10 wrong passwords per account and 15 minutes is reached. Retry in 900 s.',
    );
    if (person) {
      expect((await service.call('GET', '/api/people/me', { headers: person.headers })).status).toBe(200);
      const json = { password: 'wrong horse battery' };
      const remove = await service.call('DELETE', '/api/people/me', { headers: person.headers, json });
      expect(remove.status).toBe(429);
    }
    service.clock.forward(15 * minute);
    expect((await signIn(email, person?.password ?? 'wrong horse battery')).status).toBe(person ? 200 : 401);
    service.clock.forward(15 * minute);
  });

  it('does not count correct passwords', async () => {
    const person = await service.aPerson();
    for (let index = 0; index < 12; index += 1) {
      expect((await signIn(person.email, person.password)).status).toBe(200);
    }
    service.clock.forward(15 * minute);
  });

  it('blocks an address after 60 attempts, for any account', async () => {
    const attempts = Array.from({ length: 60 }, (_, index) => signIn(`a${index}@example.org`, 'wrong horse battery'));
    for (const reply of await Promise.all(attempts)) expect(reply.status).toBe(401);
    const refused = await signIn('b@example.org', 'wrong horse battery');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('ratelimit-policy')).toBe('"signIns";q=60;w=900');
    service.clock.forward(15 * minute);
  });
});

describe('signing up', () => {
  it('is blocked for an address after 30 attempts an hour', async () => {
    service.clock.forward(60 * minute);
    const send = (index: number) =>
      service.call('POST', '/api/people/sign-up', { json: { email: `x${index}`, password: 'x', displayName: 'x' } });
    for (let index = 0; index < 30; index += 1) expect((await send(index)).status).toBe(400);
    const refused = await send(30);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('3600');
    service.clock.forward(60 * minute);
  });

  it('sets a secure cookie only if the arena uses https', async () => {
    const json = { email: 'secure@example.org', password: 'correct horse battery', displayName: 'Secure' };
    const reply = await service.call('POST', '/api/people/sign-up', { json });
    expect(reply.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Lax; Secure$/);
  });
});

describe('/api/rate-limits', () => {
  it('publishes these budgets', async () => {
    const { body } = await service.call('GET', '/api/rate-limits');
    const quotas = Object.fromEntries(body.budgets.map((b: { name: string; quota: number }) => [b.name, b.quota]));
    expect(quotas).toMatchObject({ changes: 120, signIns: 60, signUps: 30, wrongPasswords: 10, accountPasswords: 50 });
  });
});
