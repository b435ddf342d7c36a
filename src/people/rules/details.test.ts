import { describe, expect, it } from 'vitest';
import { isSessionLive, isSessionToken, sessionIdleMs, sessionLifeMs } from '../../kernel/token-syntax.js';
import { readDescription, readModel } from './agent-details.js';
import { readEmail } from './mails.js';
import { readPassword } from './passwords.js';

describe('emails', () => {
  it.each([
    [' Ada@Example.ORG ', 'ada@example.org'],
    ['a.b+tag@mail.example.co.uk', 'a.b+tag@mail.example.co.uk'],
    ['ada@bücher.example', 'ada@bücher.example'],
  ])('%j is normalized to %s', (text, email) => {
    expect(readEmail(text)).toEqual({ ok: true, value: email });
  });

  it.each([
    'ada',
    'ada@',
    '@example.org',
    'a b@example.org',
    'a@b',
    'a@b@example.org',
    'a@-x.org',
    'a@x..org',
    'a\u200b@x.org',
  ])('%j is rejected', text => expect(readEmail(text).ok).toBe(false));

  it('are at most 254 characters', () => {
    expect(readEmail(`${'a'.repeat(64)}@${`${'b'.repeat(60)}.`.repeat(4)}org`).ok).toBe(false);
  });
});

describe('passwords', () => {
  const holder = { email: 'ada.lovelace@example.org', displayName: 'Ada Lovelace' };
  const read = (password: string) => readPassword(password, holder);

  it('may consist of any characters', () => {
    for (const password of [
      'correct horse battery',
      'ten of them',
      'gw7#kQ2pLx',
      'vemkasolpw',
      '8305162794',
      '密码是今天天气很好',
      'Слава рассвету',
      'my dog eats 3 shoes',
    ].map(text => text.padEnd(10, '~'))) {
      expect(read(password), password).toEqual({ ok: true, value: password });
    }
    expect(read('short').ok).toBe(false);
    expect(read('x y'.repeat(67)).ok).toBe(false);
  });

  it.each([
    'password123',
    'Password123',
    'P@ssw0rd123',
    'password12345678',
    '1234567890',
    '0987654321',
    'qwertyuiop',
    'QWERTYUIOP',
    'qwerty123456',
    '1q2w3e4r5t',
    'iloveyou123',
    'letmein1234',
    'administrator',
    'basketball',
    'correcthorsebatterystaple',
    'presage2026',
  ])('are rejected as common: %j', password => {
    const checked = read(password);
    expect(checked.ok ? null : checked.problem).toMatch(/too (common|easy)/);
  });

  it.each([
    'aaaaaaaaab',
    'abababababab',
    'abcdefghijkl',
    'zyxwvutsrqpo',
    "asdfghjkl;'",
    '1111222233334444',
    '2468101214',
    'x yx yx yx yx y',
    'passwordpassword',
    'Welcome2026!',
    'Summer2026!!',
    'lovelace1815',
  ])('are rejected as easy to guess: %j', password => {
    const checked = read(password);
    expect(checked.ok ? null : checked.problem).toMatch(/too (common|easy)/);
  });

  it.each(['ada.lovelace@example.org', 'ADA.Lovelace@Example.org', 'ada.lovelace', 'ada  LOVELACE', 'aaaaaaaaaaaa'])(
    'reject the obvious %j',
    password => expect(read(password).ok).toBe(false),
  );
});

describe('the normalization of a password', () => {
  const read = (password: string) => readPassword(password, { email: 'ada@example.org', displayName: 'Ada' });

  it('does not depend on how a keyboard composes it', () => {
    expect(read('cafe\u0301 cafe\u0301')).toEqual({ ok: false, problem: 'must have at least 10 characters' });
    expect(read('cafe\u0301 cafe\u0301 au lait')).toEqual(read('café café au lait'));
  });
});

describe('texts about agents', () => {
  it('may have lines but no control characters', () => {
    expect(readDescription(' one\r\ntwo\tthree ')).toEqual({ ok: true, value: 'one\ntwo three' });
    expect(readDescription('family 👨‍👩‍👧 ❤️').ok).toBe(true);
    expect(readDescription(' \n ').ok).toBe(false);
    expect(readDescription('a\u0007b').ok).toBe(false);
    expect(readDescription('a\u202eb').ok).toBe(false);
    expect(readDescription('x'.repeat(501)).ok).toBe(false);
    expect(readModel('my-model 2 (fast)')).toEqual({ ok: true, value: 'my-model 2 (fast)' });
    expect(readModel('a\nb').ok).toBe(false);
    expect(readModel(' ').ok).toBe(false);
  });
});

describe('sessions', () => {
  it('end after 30 days without use, and after 180 days in any case', () => {
    const session = { createdAt: 0, lastUsedAt: 0 };
    expect(isSessionLive(session, sessionIdleMs - 1)).toBe(true);
    expect(isSessionLive(session, sessionIdleMs)).toBe(false);
    expect(isSessionLive({ createdAt: 0, lastUsedAt: sessionLifeMs - 1 }, sessionLifeMs - 1)).toBe(true);
    expect(isSessionLive({ createdAt: 0, lastUsedAt: sessionLifeMs - 1 }, sessionLifeMs)).toBe(false);
  });

  it('have tokens of 43 base64url characters', () => {
    expect(isSessionToken('a-_9'.padEnd(43, 'Z'))).toBe(true);
    for (const text of ['', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}=`])
      expect(isSessionToken(text)).toBe(false);
  });
});
