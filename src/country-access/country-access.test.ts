import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeMmdb } from '../../test/support/builders/write-mmdb.js';
import { startTestService, type TestService } from '../../test/support/test-service.js';
import { type GeoDatabase, openGeoDatabase } from '../country-sources.js';

const path = '/api/international/access';
let folder: string;
let file: string;
let geo: GeoDatabase;
let plain: TestService;
let proxied: TestService;
let countOnly: TestService;

const networks = [
  { cidr: '198.51.100.0/24', record: { country: { iso_code: 'JP' } } },
  { cidr: '203.0.113.0/25', record: { country_code: 'BR', country: 'Brazil' } },
  { cidr: '203.0.113.128/25', record: { registered_country: { iso_code: 'US' } } },
];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'presage-geo-'));
  file = join(folder, 'country.mmdb');
  await writeFile(file, writeMmdb(networks));
  geo = (await openGeoDatabase(file)) as GeoDatabase;
  plain = await startTestService({ countryHeader: 'x-country' });
  proxied = await startTestService({ countryHeader: 'x-country', geoDatabase: geo, trustProxy: '127.0.0.1' });
  countOnly = await startTestService({ countryHeader: 'x-country', trustProxy: '10.0.0.0/8' });
});
afterAll(async () => {
  await Promise.all([plain, proxied, countOnly].map(service => service.stop()));
  await rm(folder, { recursive: true });
});

async function detected(service: TestService, headers: Record<string, string>) {
  const { status, body } = await service.call('GET', path, { headers });
  expect(status).toBe(200);
  return [body.country, body.countrySource];
}

describe('international access', () => {
  it('returns the whole contract and is never cached', async () => {
    const { body, headers } = await plain.call('GET', path);
    expect(body).toEqual({
      country: null,
      countrySource: 'none',
      readOnlyAvailable: true,
      access: { read: true, play: true, realMoney: false, deposits: false, withdrawals: false },
      reason: 'LIVE_TRADING_DISABLED',
      language: { policy: 'english-only', supported: ['en'] },
      asOf: new Date(plain.clock.now()).toISOString(),
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('etag')).toBeNull();
  });

  it('trusts the header of a trusted proxy only', async () => {
    expect(await detected(proxied, { 'x-country': 'de' })).toEqual(['DE', 'proxy-header']);
    expect(await detected(plain, { 'x-country': 'DE' })).toEqual([null, 'none']);
    expect(await detected(countOnly, { 'x-country': 'DE' })).toEqual([null, 'none']);
  });

  it('never guesses from Accept-Language', async () => {
    expect(await detected(proxied, { 'accept-language': 'de-DE,de;q=0.9' })).toEqual([null, 'none']);
  });

  it.each(['DEU', 'D', 'T1', 'XX', '', 'DE,FR'])('ignores the header value %j', async value => {
    expect(await detected(proxied, { 'x-country': value })).toEqual([null, 'none']);
  });

  it('looks up the client address in the geo database when the header names no country', async () => {
    const from = (ip: string, more = {}) => detected(proxied, { 'x-forwarded-for': ip, ...more });
    expect(await from('198.51.100.7')).toEqual(['JP', 'geo-database']);
    expect(await from('::ffff:198.51.100.7')).toEqual(['JP', 'geo-database']);
    expect(await from('203.0.113.5')).toEqual(['BR', 'geo-database']);
    expect(await from('198.51.100.7', { 'x-country': 'FR' })).toEqual(['FR', 'proxy-header']);
    expect(await from('198.51.100.7', { 'x-country': 'T1' })).toEqual(['JP', 'geo-database']);
    // The country in which a network is registered is not that of its client.
    expect(await from('203.0.113.200')).toEqual([null, 'none']);
    expect(await from('192.0.2.1')).toEqual([null, 'none']);
    expect(await from('2001:db8::1')).toEqual([null, 'none']);
    expect(await from('nonsense')).toEqual([null, 'none']);
  });

  it('reloads the geo database, and keeps the previous one while the file is broken', async () => {
    await writeFile(file, writeMmdb([{ cidr: '198.51.100.0/24', record: { country: { iso_code: 'KR' } } }]));
    await utimes(file, 1, 1);
    await geo.refresh();
    expect(geo.country('198.51.100.7')).toBe('KR');
    await writeFile(file, 'no database');
    await expect(geo.refresh()).rejects.toThrow('PRESAGE_GEO_DATABASE must be a readable MMDB file');
    expect(geo.country('198.51.100.7')).toBe('KR');
    await expect(openGeoDatabase(join(folder, 'absent.mmdb'))).rejects.toThrow('PRESAGE_GEO_DATABASE');
  });
});
