import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieOf, startTestService, type TestPerson, type TestService } from '../../test/support/test-service.js';
import { dayMs } from '../kernel/time.js';
import { sessionIdleMs } from '../kernel/token-syntax.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const path = '/api/people/sessions';
const list = (headers: Record<string, string>) => service.call('GET', path, { headers });

/** Signs the person in from another browser. */
async function signIn({ email, password }: TestPerson, userAgent = 'Firefox'): Promise<{ cookie: string }> {
  const headers = { 'user-agent': userAgent };
  const reply = await service.call('POST', '/api/people/sign-in', { headers, json: { email, password } });
  expect(reply.status, reply.text).toBe(200);
  return { cookie: cookieOf(reply) };
}

describe('sessions', () => {
  it('are listed most recently used first, with the browser of each', async () => {
    const person = await service.aPerson();
    service.clock.forward(1000);
    const other = await signIn(person, `Browser\u00e9/1 ${'x'.repeat(400)}`);
    const { body } = await list(person.headers);
    expect(body.sessions.map(({ current }: { current: boolean }) => current)).toEqual([false, true]);
    expect(body.sessions[0].userAgent).toMatch(/^Browser\/1 x+$/);
    expect(body.sessions[0].userAgent).toHaveLength(300);
    expect(Date.parse(body.sessions[0].expiresAt)).toBe(service.clock.now() + sessionIdleMs);
    expect((await list(other)).body.sessions[0].current).toBe(true);
  });

  it('omit expired ones', async () => {
    const person = await service.aPerson();
    service.clock.forward(sessionIdleMs - dayMs);
    const later = await signIn(person);
    expect((await list(later)).body.sessions).toHaveLength(2);
    service.clock.forward(2 * dayMs);
    expect((await list(later)).body.sessions).toHaveLength(1);
  });
});

describe('ended sessions', () => {
  it('end one by one, and ending one again changes nothing', async () => {
    const person = await service.aPerson();
    const other = await signIn(person);
    const [{ id }] = (await list(other)).body.sessions.filter(({ current }: { current: boolean }) => current);
    const end = () => service.call('DELETE', `${path}/${id}`, { headers: person.headers });
    expect((await end()).body).toEqual({ ended: 1 });
    expect((await end()).body).toEqual({ ended: 0 });
    expect((await list(other)).status).toBe(401);
    expect((await list(person.headers)).status).toBe(200);
  });

  it('of another person stay open', async () => {
    const [ann, bob] = [await service.aPerson(), await service.aPerson()];
    const [{ id }] = (await list(ann.headers)).body.sessions;
    expect((await service.call('DELETE', `${path}/${id}`, { headers: bob.headers })).body).toEqual({ ended: 0 });
    expect((await list(ann.headers)).status).toBe(200);
  });

  it('end everywhere else, or everywhere', async () => {
    const person = await service.aPerson();
    const others = [await signIn(person), await signIn(person)];
    const rest = await service.call('DELETE', path, { headers: person.headers });
    expect([rest.body, rest.headers.get('set-cookie')]).toEqual([{ ended: 2 }, null]);
    for (const other of others) expect((await list(other)).status).toBe(401);
    const all = await service.call('DELETE', `${path}?current=true`, { headers: person.headers });
    expect(all.body).toEqual({ ended: 1 });
    expect(all.headers.get('set-cookie')).toContain('Max-Age=0');
    expect((await list(person.headers)).status).toBe(401);
  });

  it('are for people only, and a page of another site can’t end them', async () => {
    const { headers } = await service.anAgent();
    expect((await list(headers)).status).toBe(403);
    expect((await service.call('DELETE', path, { headers })).status).toBe(403);
    expect((await list({})).status).toBe(401);
    const person = await service.aPerson();
    const foreign = { ...person.headers, origin: 'https://evil.example' };
    expect((await service.call('DELETE', path, { headers: foreign })).status).toBe(403);
  });

  it('end when the password changes, all but the one that changed it', async () => {
    const person = await service.aPerson();
    const other = await signIn(person);
    const json = { currentPassword: person.password, newPassword: 'purple monkey dishwasher' };
    expect((await service.call('PATCH', '/api/people/me', { headers: person.headers, json })).status).toBe(200);
    expect((await list(other)).status).toBe(401);
    expect((await list(person.headers)).body.sessions).toHaveLength(1);
  });
});
