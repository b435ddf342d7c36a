import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type OperatorService, startOperatorService } from '../../../test/support/operator-service.js';
import { addressKey, clientIp, type ProxySetting, trustedProxies } from './http-app.js';
import { UrlCache } from './url-cache.js';

describe('addresses', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:51234', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:51234', '2001:db8:1:2::/64'],
    ['2001:0db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s counts as %s', (ip, key) => expect(addressKey(ip)).toBe(key));
});

describe('the client address', () => {
  const connected = { socket: { remoteAddress: '10.0.0.1' } } as IncomingMessage;
  it.each<[ProxySetting, string | undefined, string]>([
    [false, '203.0.113.5', '10.0.0.1'],
    [1, undefined, '10.0.0.1'],
    [1, '203.0.113.5', '203.0.113.5'],
    [1, '198.51.100.1, 203.0.113.5', '203.0.113.5'],
    [2, '198.51.100.1, 203.0.113.5, 10.0.0.2', '203.0.113.5'],
    [3, '203.0.113.5', '203.0.113.5'],
    ['10.0.0.0/8', '198.51.100.1, 203.0.113.5, 10.0.0.2', '203.0.113.5'],
    ['192.0.2.0/24, loopback', '203.0.113.5', '10.0.0.1'],
    ['uniquelocal', 'no address', 'no address'],
  ])('with proxies %s, forwarded for %s: %s', (setting, forwardedFor, client) =>
    expect(clientIp(connected, forwardedFor, trustedProxies(setting))).toBe(client),
  );
});

describe('behind a proxy', () => {
  let service: OperatorService;
  let path: string;
  const answered = vi.spyOn(UrlCache.prototype, 'answer');
  beforeAll(async () => {
    service = await startOperatorService({ trustProxy: 1, addressReadsPerMinute: 30 });
    path = `/api/events/${(await service.anEvent()).slug}/snapshot`;
  });
  afterAll(async () => {
    await service.stop();
    answered.mockRestore();
  });
  const read = (forwardedFor: string, more: Record<string, string> = {}) =>
    service.call('GET', path, { headers: { 'x-forwarded-for': forwardedFor, ...more } });
  const left = async (...of: Parameters<typeof read>) => (await read(...of)).headers.get('ratelimit');

  it('counts each client separately, regardless of how it is served and what it claims', async () => {
    expect(await left('203.0.113.5', { cookie: 'a=b' })).toBe('"address";r=29;t=60');
    expect(await left('203.0.113.5')).toBe('"address";r=28;t=60');
    answered.mockClear();
    expect(await left('203.0.113.5')).toBe('"address";r=27;t=60');
    expect(await left('203.0.113.5:4711')).toBe('"address";r=26;t=60');
    expect(await left('203.0.113.99, 203.0.113.5')).toBe('"address";r=25;t=60');
    expect(await left('203.0.113.99')).toBe('"address";r=29;t=60');
    expect(answered.mock.results.map(({ value }) => value)).toEqual([true, true, true, true]);
  });

  it('rejects only the client that exceeds its budget', async () => {
    for (let index = 0; index < 30; index += 1) expect((await read('198.51.100.1')).status).toBe(200);
    expect((await read('198.51.100.1')).body).toMatchObject({ code: 'RATE_LIMITED' });
    expect((await read('198.51.100.2')).status).toBe(200);
  });
});
