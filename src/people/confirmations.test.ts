import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSmtpServer } from '../../test/support/smtp-server.js';
import { type CallReply, cookieOf, startTestService, type TestService } from '../../test/support/test-service.js';
import { createSmtpMailer } from '../smtp-mailer.js';
import * as confirmationStore from './store/confirmations.js';

const password = 'correct horse battery';
const newPassword = 'another horse battery';
const hour = 3_600_000;

let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let service: TestService;
const logged: object[] = [];
beforeAll(async () => {
  smtp = await startSmtpServer();
  const log = { warn: (fields: object) => void logged.push(fields) } as never;
  const pause = () => Promise.resolve();
  const mailer = createSmtpMailer({ url: smtp.url, from: 'Presage <arena@presage.test>', log, pause });
  service = await startTestService({ mailer });
});
afterAll(async () => {
  await service.stop();
  await smtp.stop();
});
/** Email budgets are per hour. */
beforeEach(() => service.clock.forward(hour));

function post(path: string, json: object, headers: Record<string, string> = {}): Promise<CallReply> {
  return service.call('POST', `/api/people${path}`, { json, headers });
}

/** The emails to an address, once everything that is queued has been sent. */
async function mailsTo(email: string) {
  await service.services.people.mailer.flush();
  return smtp.received.filter(({ to }) => to === email);
}

async function tokenFor(email: string): Promise<string> {
  const mails = await mailsTo(email);
  const token = /#[a-z-]+=([\w-]{43})/.exec(mails.at(-1)?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`no token in ${JSON.stringify(mails)}`);
  return token;
}

let people = 0;
async function aMember() {
  people += 1;
  const email = `member-${people}@example.org`;
  await post('/sign-up', { email, password, displayName: `Member ${people}` });
  const reply = await post('/sign-up/confirm', { token: await tokenFor(email), password });
  expect(reply.status, reply.text).toBe(201);
  return { email, cookie: cookieOf(reply), id: reply.body.person.id as string };
}

/** The properties by which a client could distinguish responses, except the request itself. */
function visible({ status, headers, text }: CallReply) {
  const { requestId: _requestId, ...body } = JSON.parse(text);
  const names = [...headers.keys()].filter(name => !['date', 'x-request-id', 'ratelimit'].includes(name));
  return { status, body, headers: Object.fromEntries(names.map(name => [name, headers.get(name)])) };
}

async function aFormerPlayer(): Promise<string> {
  const { email, id, cookie } = await aMember();
  await service.pool`insert into practice_players values (${id})`;
  const left = await service.call('DELETE', '/api/people/me', { headers: { cookie }, json: { password } });
  expect(left.status).toBe(200);
  return email;
}

describe('with an SMTP server, sign-up', () => {
  it('gives the same response for a new email, an account and a former account, and emails the difference', async () => {
    const emails = ['brand-new@example.org', (await aMember()).email, await aFormerPlayer()];
    const replies = [];
    for (const email of emails) replies.push(await post('/sign-up', { email, password, displayName: 'Ada' }));
    const [first, ...others] = replies.map(visible);
    expect(first).toMatchObject({ status: 202, body: { accepted: true } });
    for (const other of others) expect(other).toEqual(first);
    for (const reply of replies) expect(reply.headers.get('set-cookie')).toBeNull();
    const subjects = await Promise.all(emails.map(async email => (await mailsTo(email)).at(-1)?.subject));
    expect(subjects).toEqual([
      'Confirm your Presage account',
      'You already have a Presage account',
      'This address can’t be used again',
    ]);
    const [{ accounts }] = await service.pool`select count(*)::int as accounts from people where email = ${emails[0]}`;
    expect(accounts).toBe(0);
  });

  it('creates the account with the token and the password of the sign-up, once', async () => {
    const email = 'zoe.new@example.org';
    await post('/sign-up', { email, password, displayName: 'Zoë' });
    const [mail] = await mailsTo(email);
    expect(mail.from).toBe('arena@presage.test');
    expect(mail.text).toContain('http://presage.test/account/confirm#sign-up=');
    const token = await tokenFor(email);
    expect((await post('/sign-up/confirm', { token, password: 'not that horse at all' })).body).toMatchObject({
      code: 'INVALID_PAYLOAD',
      field: 'token',
    });
    const reply = await post('/sign-up/confirm', { token, password });
    expect(reply.status).toBe(201);
    expect(reply.body.person).toMatchObject({ email, displayName: 'Zoë', handle: 'zoe' });
    const me = await service.call('GET', '/api/people/me', { headers: { cookie: cookieOf(reply) } });
    expect(me.body).toEqual(reply.body);
    expect((await post('/sign-up/confirm', { token, password })).status).toBe(400);
    expect((await post('/sign-in', { email, password })).status).toBe(200);
  });

  it('rejects a token after a day', async () => {
    const email = 'late@example.org';
    await post('/sign-up', { email, password, displayName: 'Late' });
    const token = await tokenFor(email);
    service.clock.forward(24 * hour);
    expect((await post('/sign-up/confirm', { token, password })).status).toBe(400);
  });

  it('sends at most 5 emails an hour to one address, with the same response beyond', async () => {
    const email = 'bombed@example.org';
    const replies = [];
    for (let count = 0; count < 7; count += 1)
      replies.push(await post('/sign-up', { email, password, displayName: 'X' }));
    expect(new Set(replies.map(reply => JSON.stringify(visible(reply)))).size).toBe(1);
    expect(await mailsTo(email)).toHaveLength(5);
  });
});

describe('a password reset', () => {
  it('gives the same response with and without an account, and sets the password with its token once', async () => {
    const { email, cookie } = await aMember();
    const known = await post('/password-reset', { email });
    const unknown = await post('/password-reset', { email: 'never-seen@example.org' });
    expect(visible(known)).toEqual(visible(unknown));
    expect(known.status).toBe(202);
    expect((await mailsTo('never-seen@example.org'))[0].text).not.toContain('#');
    const token = await tokenFor(email);
    const weak = await post('/password-reset/confirm', { token, newPassword: 'password123' });
    expect(weak.body).toMatchObject({ code: 'INVALID_PAYLOAD', field: 'newPassword' });
    const reset = await post('/password-reset/confirm', { token, newPassword });
    expect(reset.status, reset.text).toBe(200);
    expect((await service.call('GET', '/api/people/me', { headers: { cookie } })).status).toBe(401);
    const fresh = await service.call('GET', '/api/people/me', { headers: { cookie: cookieOf(reset) } });
    expect(fresh.body.person.email).toBe(email);
    expect((await post('/sign-in', { email, password })).status).toBe(401);
    expect((await post('/sign-in', { email, password: newPassword })).status).toBe(200);
    expect((await post('/password-reset/confirm', { token, newPassword })).body).toMatchObject({ field: 'token' });
  });

  it('is valid for only an hour, and a newer one replaces it', async () => {
    const { email } = await aMember();
    await post('/password-reset', { email });
    const first = await tokenFor(email);
    await post('/password-reset', { email });
    const second = await tokenFor(email);
    expect((await post('/password-reset/confirm', { token: first, newPassword })).status).toBe(400);
    service.clock.forward(hour);
    expect((await post('/password-reset/confirm', { token: second, newPassword })).status).toBe(400);
  });
});

describe('a change of the email', () => {
  const change = (cookie: string, email: string, word = password) =>
    post('/me/email', { email, password: word }, { cookie });

  it('gives the same response for a free and a taken address, and changes with the token of the new one', async () => {
    const [member, other] = [await aMember(), await aMember()];
    const taken = await change(member.cookie, other.email);
    const free = await change(member.cookie, 'moved@example.org');
    expect(visible(free)).toEqual(visible(taken));
    expect(free.status).toBe(202);
    expect((await mailsTo(other.email)).at(-1)?.subject).toBe('You already have a Presage account');
    expect((await change(member.cookie, 'moved@example.org', 'not that horse')).body.code).toBe('FORBIDDEN');
    const confirmed = await post('/email/confirm', { token: await tokenFor('moved@example.org') });
    expect(confirmed.body.person).toMatchObject({ id: member.id, email: 'moved@example.org' });
    expect((await mailsTo(member.email)).at(-1)?.subject).toBe('Your Presage email was changed');
    expect((await post('/sign-in', { email: 'moved@example.org', password })).status).toBe(200);
    expect((await post('/sign-in', { email: member.email, password })).status).toBe(401);
  });

  it('fails if a sign-up took the address in the meantime', async () => {
    const member = await aMember();
    const email = 'contested@example.org';
    await change(member.cookie, email);
    const token = await tokenFor(email);
    await post('/sign-up', { email, password, displayName: 'Quick' });
    expect((await post('/sign-up/confirm', { token: await tokenFor(email), password })).status).toBe(201);
    expect((await post('/email/confirm', { token })).status).toBe(400);
  });
});

describe('sending', () => {
  it('is retried after a temporary failure, and logs no address', async () => {
    smtp.failNext(2);
    await post('/password-reset', { email: 'patient@example.org' });
    expect(await mailsTo('patient@example.org')).toHaveLength(1);
    expect(logged).toHaveLength(2);
    expect(JSON.stringify(logged)).not.toContain('example.org');
  });

  it('leaves no token and no password in the database', async () => {
    const email = 'stored@example.org';
    await post('/sign-up', { email, password, displayName: 'Stored' });
    const token = await tokenFor(email);
    const rows = await service.pool`select t::text as text from confirmations t`;
    const text = rows.map(row => row.text).join(' ');
    expect(text).toContain(email);
    expect(text).not.toContain(token);
    expect(text).not.toContain(password);
    service.clock.forward(25 * hour);
    await service.store.transact(tx => confirmationStore.deleteEnded(tx, service.clock.now()));
    expect(await service.pool`select 1 from confirmations`).toHaveLength(0);
  });
});

it('serves the confirmation page under a policy that allows its one script', async () => {
  const page = await fetch(`${service.url}/account/confirm`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toMatch(/script-src 'sha256-[\w+/=]+';/);
  expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
});
