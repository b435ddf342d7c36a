import { readCountryCode } from '../../domain/country-access/country-code.js';

export const countrySources = ['proxy-header', 'geo-database', 'none'] as const;

export interface DetectedCountry {
  /** ISO 3166-1 alpha-2; null if no source has one. */
  readonly country: string | null;
  readonly source: (typeof countrySources)[number];
}

/** The origin of a request according to the connection and its proxies. */
export interface RequestOrigin {
  /** The address at the other end of the connection: the nearest proxy, if there is one. */
  readonly peer: string | undefined;
  /** The client address behind the trusted proxies. */
  readonly ip: string | undefined;
  readonly header: (name: string) => string | undefined;
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
