import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SoftwareAuthenticator } from '../../test/support/builders/software-authenticator.js';
import { cookieOf, startTestService, type TestPerson, type TestService } from '../../test/support/test-service.js';
import { minuteMs } from '../kernel/time.js';
import { maxPasskeys } from './passkeys.js';

const origin = 'https://arena.example';
const path = '/api/people/passkeys';
const signInPath = '/api/people/sign-in/passkey';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ publicUrl: origin });
});
afterAll(() => service.stop());

async function begin({ headers, password }: TestPerson) {
  const { status, body, text } = await service.call('POST', `${path}/registration`, { headers, json: { password } });
  expect(status, text).toBe(200);
  return body.options;
}

const add = ({ headers }: TestPerson, credential: object, name = 'Laptop') =>
  service.call('POST', path, { headers, json: { name, credential } });

/** A person with one passkey. */
async function enrolled() {
  const person = await service.aPerson();
  const device = new SoftwareAuthenticator(origin);
  const added = await add(person, device.create(await begin(person)));
  expect(added.status, added.text).toBe(201);
  return { person, device, passkey: added.body.passkey };
}

const challenge = async () => (await service.call('POST', `${signInPath}/options`)).body.options;
const signIn = (credential: object) => service.call('POST', signInPath, { json: { credential } });
const list = async ({ headers }: TestPerson) => (await service.call('GET', path, { headers })).body;

describe('a passkey', () => {
  it('is added with the password, listed and renamed', async () => {
    const { person, passkey } = await enrolled();
    expect(passkey).toMatchObject({ name: 'Laptop', synced: true, lastUsedAt: null });
    expect(await list(person)).toEqual({ passkeys: [passkey], available: true, nextCursor: null });
    const { headers } = person;
    const rename = (id: string, name: string) => service.call('PATCH', `${path}/${id}`, { headers, json: { name } });
    expect((await rename(passkey.id, '  My\u0007 phone ')).body.passkey.name).toBe('My phone');
    expect((await rename(passkey.id, ' ')).body).toMatchObject({ field: 'name' });
    expect((await rename('psk_unknown', 'x')).status).toBe(404);
    const wrong = { headers, json: { password: 'not the password' } };
    expect((await service.call('POST', `${path}/registration`, wrong)).status).toBe(403);
  });

  it('signs in without email and password', async () => {
    const { person, device } = await enrolled();
    const options = await challenge();
    expect(options).toMatchObject({ rpId: 'arena.example', userVerification: 'required' });
    expect(options.allowCredentials ?? []).toEqual([]);
    const reply = await signIn(device.get(options));
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body.person).toMatchObject({ handle: person.handle });
    const headers = { cookie: cookieOf(reply) };
    expect((await service.call('GET', '/api/people/me', { headers })).body.person.handle).toBe(person.handle);
    expect((await list(person)).passkeys[0].lastUsedAt).toBe(new Date(service.clock.now()).toISOString());
  });

  it('can’t sign in once it is deleted', async () => {
    const { person, device, passkey } = await enrolled();
    const other = await service.aPerson();
    const remove = ({ headers }: TestPerson) => service.call('DELETE', `${path}/${passkey.id}`, { headers });
    expect((await remove(other)).body).toEqual({ deleted: 0 });
    expect((await remove(person)).body).toEqual({ deleted: 1 });
    expect((await remove(person)).body).toEqual({ deleted: 0 });
    expect((await signIn(device.get(await challenge()))).status).toBe(401);
  });

  it('is deleted with the account', async () => {
    const { person, device } = await enrolled();
    const json = { password: person.password };
    expect((await service.call('DELETE', '/api/people/me', { headers: person.headers, json })).status).toBe(200);
    expect((await signIn(device.get(await challenge()))).status).toBe(401);
    const rows = await service.pool`select 1 from passkeys where person_id = ${person.playerId}`;
    expect(rows.length).toBe(0);
  });
});

describe('a sign-in with a passkey is rejected', () => {
  it('when its challenge was used, has expired or has another purpose', async () => {
    const { person, device } = await enrolled();
    const used = await challenge();
    expect((await signIn(device.get(used))).status).toBe(200);
    expect((await signIn(device.get(used))).status).toBe(401);
    const old = await challenge();
    service.clock.forward(6 * minuteMs);
    expect((await signIn(device.get(old))).status).toBe(401);
    const registration = await begin(person);
    expect((await signIn(device.get({ challenge: registration.challenge, rpId: 'arena.example' }))).status).toBe(401);
    expect((await signIn(device.get({ challenge: 'A'.repeat(43), rpId: 'arena.example' }))).status).toBe(401);
  });

  it('when it was signed for another site, with another key, or without user verification', async () => {
    const { device } = await enrolled();
    for (const behaviour of [{ origin: 'https://evil.example' }, { hasWrongKey: true }, { isVerified: false }]) {
      const reply = await signIn(device.get(await challenge(), behaviour));
      expect([behaviour, reply.status, reply.body.code]).toEqual([behaviour, 401, 'UNAUTHORIZED']);
      expect(reply.headers.get('set-cookie')).toBeNull();
    }
    const otherSite = { ...(await challenge()), rpId: 'evil.example' };
    expect((await signIn(device.get(otherSite))).status).toBe(401);
  });

  it('when its counter decreases, as for a cloned authenticator', async () => {
    const { device } = await enrolled();
    expect((await signIn(device.get(await challenge()))).status).toBe(200);
    device.counter = 0;
    expect((await signIn(device.get(await challenge()))).status).toBe(401);
  });

  it('when the credential is unknown or malformed', async () => {
    const stranger = new SoftwareAuthenticator(origin);
    expect((await signIn(stranger.get(await challenge()))).status).toBe(401);
    const { device } = await enrolled();
    const sent = device.get(await challenge());
    const damaged = { ...sent, response: { ...sent.response, clientDataJSON: 'AAAA' } };
    expect((await signIn(damaged)).status).toBe(401);
    expect((await signIn({ ...sent, response: {} })).status).toBe(400);
  });
});

describe('adding a passkey is rejected', () => {
  it('when the challenge is another person’s, used, or answered on another site', async () => {
    const [ann, bob] = [await service.aPerson(), await service.aPerson()];
    const device = new SoftwareAuthenticator(origin);
    const made = device.create(await begin(ann));
    expect((await add(bob, made)).body).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'credential' });
    expect((await add(ann, made)).status).toBe(201);
    expect((await add(ann, made)).body).toMatchObject({ field: 'credential' });
    const elsewhere = new SoftwareAuthenticator(origin).create(await begin(ann), { origin: 'https://evil.example' });
    expect((await add(ann, elsewhere)).body).toMatchObject({ field: 'credential' });
    const unverified = new SoftwareAuthenticator(origin).create(await begin(ann), { isVerified: false });
    expect((await add(ann, unverified)).body).toMatchObject({ field: 'credential' });
    // The same authenticator can't register its credential for a second account.
    expect((await add(bob, device.create(await begin(bob)))).body).toMatchObject({ field: 'credential' });
    expect((await list(ann)).passkeys).toHaveLength(1);
  });

  it('beyond ten passkeys, for agents and without a session', async () => {
    const person = await service.aPerson();
    for (let k = 0; k < maxPasskeys; k += 1) {
      await service.pool`insert into passkeys
          (id, person_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
        values (${`psk_${k}`}, ${person.playerId}, ${Buffer.from([k + 1])}, '', 0, '{}', false, 'x', now())`;
    }
    const { headers, password } = person;
    const refused = await service.call('POST', `${path}/registration`, { headers, json: { password } });
    expect(refused.body).toMatchObject({ code: 'PASSKEY_LIMIT_REACHED' });
    const agent = await service.anAgent();
    expect((await service.call('GET', path, { headers: agent.headers })).status).toBe(403);
    expect((await service.call('POST', `${path}/registration`, { json: { password } })).status).toBe(401);
  });
});

it('reports where browsers do not support passkeys', async () => {
  const plain = await startTestService({ publicUrl: 'http://192.0.2.7:4870' });
  const person = await plain.aPerson();
  const { headers, password } = person;
  const begun = await plain.call('POST', `${path}/registration`, { headers, json: { password } });
  expect(begun.body).toMatchObject({ code: 'PASSKEYS_UNAVAILABLE' });
  expect((await plain.call('GET', path, { headers })).body.available).toBe(false);
  await plain.stop();
});
