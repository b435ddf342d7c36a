import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieOf, startTestService, type TestPerson, type TestService } from '../../test/support/test-service.js';
import * as accountStore from '../exchange/store/accounts.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const password = 'correct horse battery';

function signUp(json: object, headers: Record<string, string> = {}) {
  return service.call('POST', '/api/people/sign-up', { json, headers });
}

function signIn(email: string, word = password) {
  return service.call('POST', '/api/people/sign-in', { json: { email, password: word } });
}

function me(cookie: string) {
  return service.call('GET', '/api/people/me', { headers: { cookie } });
}

describe('signing up', () => {
  it('creates a person with a handle, an account and a session', async () => {
    const reply = await signUp({ email: ' Ada@Example.org', password, displayName: 'Ada  Lovelace' });
    expect(reply.status).toBe(201);
    expect(reply.body.person).toMatchObject({
      handle: 'ada-lovelace',
      displayName: 'Ada Lovelace',
      email: 'ada@example.org',
      role: 'member',
    });
    expect(reply.headers.get('set-cookie')).toMatch(
      /^presage_session=[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax$/,
    );
    expect((await me(cookieOf(reply))).body.person).toEqual(reply.body.person);
    const account = await service.store.read(reader => accountStore.find(reader, reply.body.person.id));
    expect(account?.available).toBe(10_000_000_000);
  });

  it('names the invalid field', async () => {
    const good = { email: 'field@example.org', password, displayName: 'Field' };
    const cases: [object, string][] = [
      [{ ...good, email: 'nonsense' }, 'email'],
      [{ ...good, password: 'short' }, 'password'],
      [{ ...good, password: 'field@example.org' }, 'password'],
      [{ ...good, displayName: ' \u3000' }, 'displayName'],
      [{ ...good, displayName: 'a\u200bb' }, 'displayName'],
      [{ ...good, role: 'operator' }, 'role'],
      [{ email: good.email, password }, 'displayName'],
    ];
    for (const [json, field] of cases) {
      const reply = await signUp(json);
      expect(reply.body, JSON.stringify(json)).toMatchObject({ code: 'INVALID_PAYLOAD', field });
      expect(reply.headers.get('set-cookie')).toBeNull();
    }
  });

  it('accepts an email once, also for twenty concurrent requests', async () => {
    const json = { email: 'once@example.org', password, displayName: 'Once' };
    const replies = await Promise.all(Array.from({ length: 20 }, () => signUp(json)));
    // Ten responses are allowed; more would reveal too much.
    expect(replies.map(reply => reply.status).sort()).toEqual([201, ...Array(10).fill(409), ...Array(9).fill(429)]);
    for (const reply of replies.filter(({ status }) => status === 409)) {
      expect(reply.body).toMatchObject({ code: 'EMAIL_TAKEN', field: 'email' });
      expect(reply.headers.get('set-cookie')).toBeNull();
    }
  });

  it('rejects names that look like the arena, and gives no reserved handle with a suffix', async () => {
    for (const displayName of ['Presage', 'presage-2', 'Operator', 'House 2', 'Рresage', '0perator']) {
      const reply = await signUp({ email: 'reserved@example.org', password, displayName });
      expect(reply.body, displayName).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'displayName' });
    }
    for (const displayName of ['sign IN', 'Rate Limits', 'Rate Limits 2']) {
      expect((await service.aPerson({ displayName })).handle, displayName).toMatch(/^player-[a-z0-9]{6}$/);
    }
  });

  it('gives people with the same name distinct handles', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => service.aPerson({ displayName: 'Same Name' })));
    const handles = people.map(person => person.handle);
    expect(new Set(handles).size).toBe(8);
    expect(handles).toContain('same-name');
  });
});

describe('a common password at sign-up', () => {
  it.each(['password123', '1234567890', 'qwertyuiop'])('is rejected: %s', async common => {
    const reply = await signUp({ email: 'common@example.org', password: common, displayName: 'Common' });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'password' });
    expect(reply.body.error).toMatch(/^password is too (common|easy to guess)/);
    expect(reply.headers.get('set-cookie')).toBeNull();
    expect((await signIn('common@example.org', common)).status).toBe(401);
  });
});

describe('signing in and out', () => {
  let person: TestPerson;
  beforeAll(async () => {
    person = await service.aPerson();
  });

  it('opens another session, ignoring the case of the email', async () => {
    const reply = await signIn(person.email.toUpperCase());
    expect(reply.status).toBe(200);
    expect(reply.body.person.id).toBe(person.playerId);
    expect(cookieOf(reply)).not.toBe(person.headers.cookie);
    expect((await me(person.headers.cookie)).status).toBe(200);
  });

  it('returns the same error for a wrong password and an unknown email', async () => {
    const wrong = await signIn(person.email, 'wrong horse battery');
    const unknown = await signIn('nobody@example.org', 'wrong horse battery');
    for (const reply of [wrong, unknown]) {
      expect(reply.status).toBe(401);
      expect(reply.headers.get('set-cookie')).toBeNull();
    }
    const { requestId: _one, ...left } = wrong.body;
    const { requestId: _two, ...right } = unknown.body;
    expect(left).toEqual(right);
  });

  it('ends the session immediately and can be repeated', async () => {
    const cookie = cookieOf(await signIn(person.email));
    const out = await service.call('POST', '/api/people/sign-out', { headers: { cookie } });
    expect(out.body).toEqual({ signedOut: true });
    expect(out.headers.get('set-cookie')).toBe('presage_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax');
    expect((await me(cookie)).status).toBe(401);
    expect((await service.call('POST', '/api/people/sign-out', { headers: { cookie } })).status).toBe(200);
    expect((await service.call('POST', '/api/people/sign-out')).status).toBe(200);
    expect((await me(person.headers.cookie)).status).toBe(200);
  });

  it('replaces the session of a browser that signs in again', async () => {
    const cookie = cookieOf(await signIn(person.email));
    const json = { email: person.email, password };
    const again = await service.call('POST', '/api/people/sign-in', { headers: { cookie }, json });
    expect((await me(cookieOf(again))).status).toBe(200);
    expect((await me(cookie)).status).toBe(401);
  });

  it('keeps at most 20 sessions; the oldest end', async () => {
    const other = await service.aPerson();
    for (let index = 0; index < 20; index += 1) {
      service.clock.forward(1);
      expect((await signIn(other.email)).status).toBe(200);
    }
    expect((await me(other.headers.cookie)).status).toBe(401);
  });
});

describe('sessions', () => {
  /** The request log has no partition that far in the future, which is irrelevant here. */
  const rollOn = () => service.flushRequestLog().catch(() => {});

  it('are extended by use and end 30 days after the last', async () => {
    const day = 86_400_000;
    const used = await service.aPerson();
    const unused = await service.aPerson();
    service.clock.forward(20 * day);
    expect((await me(used.headers.cookie)).status).toBe(200);
    await rollOn();
    service.clock.forward(20 * day);
    expect((await me(used.headers.cookie)).status).toBe(200);
    await rollOn();
    const ended = await me(unused.headers.cookie);
    expect(ended.status).toBe(401);
    expect(ended.body.error).toBe('The session has expired or was ended.');
    for (let month = 0; month < 7; month += 1) {
      service.clock.forward(25 * day);
      await me(used.headers.cookie);
      await rollOn();
    }
    expect((await me(used.headers.cookie)).status).toBe(401);
  });
});

describe('me', () => {
  it('can be renamed; the handle stays', async () => {
    const person = await service.aPerson({ displayName: 'Before' });
    const json = { displayName: 'After' };
    const reply = await service.call('PATCH', '/api/people/me', { headers: person.headers, json });
    expect(reply.body.person).toMatchObject({ displayName: 'After', handle: person.handle });
  });

  it('changes the password only with the current one, and that ends all other sessions', async () => {
    const person = await service.aPerson();
    const other = cookieOf(await signIn(person.email));
    const change = (json: object) => service.call('PATCH', '/api/people/me', { headers: person.headers, json });
    const newPassword = 'another horse battery';
    expect((await change({})).body).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'displayName' });
    expect((await change({ newPassword })).body).toMatchObject({ field: 'currentPassword' });
    expect((await change({ currentPassword: password })).body).toMatchObject({ field: 'newPassword' });
    expect((await change({ currentPassword: 'no', newPassword })).body).toMatchObject({
      code: 'FORBIDDEN',
      field: 'currentPassword',
    });
    expect((await change({ currentPassword: password, newPassword: person.email })).body).toMatchObject({
      code: 'INVALID_PAYLOAD',
      field: 'newPassword',
    });
    expect((await me(other)).status).toBe(200);
    expect((await change({ currentPassword: password, newPassword })).status).toBe(200);
    expect((await me(other)).status).toBe(401);
    expect((await me(person.headers.cookie)).status).toBe(200);
    expect((await signIn(person.email)).status).toBe(401);
    expect((await signIn(person.email, newPassword)).status).toBe(200);
  });

  it('lets one of two concurrent changes with the same current password succeed', async () => {
    const person = await service.aPerson();
    const replies = await Promise.all(
      ['first horse battery', 'second horse battery'].map(newPassword =>
        service.call('PATCH', '/api/people/me', {
          headers: person.headers,
          json: { currentPassword: password, newPassword },
        }),
      ),
    );
    expect(replies.filter(reply => reply.status === 200)).toHaveLength(1);
  });
});
