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

export interface CountryServices {
  readonly countryAccess: CountrySources;
}
