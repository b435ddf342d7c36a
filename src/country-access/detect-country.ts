import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { CountryResponse } from 'mmdb-lib';
import { Reader } from 'mmdb-lib';
import { ConfigError } from '../config.js';
import type { ProxySetting } from '../http/pipeline/http-app.js';
import { trustedProxies } from '../http/pipeline/http-app.js';
import type { RequestOrigin } from '../http/route.js';

/** Codes that proxies send for "unknown"; they are user-assigned in ISO 3166-1, so no country has them. */
const unknown: ReadonlySet<string> = new Set(['XX', 'ZZ']);

/** Returns an ISO 3166-1 alpha-2 code in upper case; null for anything else. */
export function readCountryCode(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const code = text.trim().toUpperCase();
  return /^[A-Z]{2}$/.test(code) && !unknown.has(code) ? code : null;
}

export const countrySources = ['proxy-header', 'geo-database', 'none'] as const;

export interface DetectedCountry {
  /** ISO 3166-1 alpha-2; null if no source has one. */
  readonly country: string | null;
  readonly source: (typeof countrySources)[number];
}

export interface CountrySources {
  /** The header that a proxy sets, in lower case; null if none is configured. */
  readonly header: string | null;
  /** Whether an address is a proxy of this arena. Headers from other addresses are ignored. */
  readonly isProxy: (address: string) => boolean;
  /** Looks up an address in the geo database; null without a database or an entry. */
  readonly lookUp: (ip: string) => unknown;
}

const nowhere: DetectedCountry = { country: null, source: 'none' };

/**
 * Returns the country of a request from the sources that the operator has configured, the proxy's header first. A
 * language does not reveal a location, so Accept-Language is not used.
 */
export function detectCountry({ header, isProxy, lookUp }: CountrySources, origin: RequestOrigin): DetectedCountry {
  if (header !== null && origin.peer !== undefined && isProxy(origin.peer)) {
    const country = readCountryCode(origin.header(header));
    if (country !== null) return { country, source: 'proxy-header' };
  }
  const country = origin.ip === undefined ? null : readCountryCode(lookUp(origin.ip));
  return country === null ? nowhere : { country, source: 'geo-database' };
}

/** An MMDB file in memory. A record has the country as `country.iso_code`, `country_code` or `country`. */
interface GeoRecord {
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
