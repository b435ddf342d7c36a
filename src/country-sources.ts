import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { type CountryResponse, Reader } from 'mmdb-lib';
import { ConfigError } from './config.js';
import type { CountrySources } from './country-access/detect-country.js';
import { type ProxySetting, trustedProxies } from './http/pipeline/http-app.js';

/** An MMDB file in memory. A record has the country as `country.iso_code`, `country_code` or `country`. */
export interface GeoRecord {
  readonly country?: string | { readonly iso_code?: string };
  readonly country_code?: string;
}

export interface GeoDatabase {
  /** The country of an address in the file; null if it has no entry. */
  country(ip: string): unknown;
  /** Reloads the file if it has changed. A corrupt file is reported, and the previous one stays in use. */
  refresh(): Promise<void>;
}

export interface GeoSettings {
  readonly trustProxy: ProxySetting;
  /** In lower case; trusted only from a trusted proxy. */
  readonly countryHeader?: string | null;
  readonly geoDatabase?: GeoDatabase | null;
}

async function load(path: string): Promise<{ reader: Reader<CountryResponse>; changedAt: number }> {
  try {
    const { mtimeMs } = await stat(path);
    return { reader: new Reader(await readFile(path)), changedAt: mtimeMs };
  } catch (error) {
    throw new ConfigError(`PRESAGE_GEO_DATABASE must be a readable MMDB file (${path}: ${(error as Error).message})`);
  }
}

/** Null without a path. */
export async function openGeoDatabase(path: string | null): Promise<GeoDatabase | null> {
  if (path === null) return null;
  let current = await load(path);
  return {
    country(ip) {
      const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '');
      if (isIP(plain) === 0) return null;
      const record = current.reader.get(plain) as GeoRecord | null;
      if (record === null) return null;
      const { country, country_code: code } = record;
      return typeof country === 'object' ? country.iso_code : (code ?? country);
    },
    async refresh() {
      if ((await stat(path)).mtimeMs !== current.changedAt) current = await load(path);
    },
  };
}

export function createCountrySources(settings: GeoSettings): CountrySources {
  const { trustProxy, countryHeader = null, geoDatabase = null } = settings;
  const trusts = trustedProxies(trustProxy);
  return {
    header: countryHeader,
    isProxy: address => trusts !== false && trusts(address, 0),
    lookUp: ip => geoDatabase?.country(ip) ?? null,
  };
}
