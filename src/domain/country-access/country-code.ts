/** Codes that proxies send for "unknown"; they are user-assigned in ISO 3166-1, so no country has them. */
const unknown: ReadonlySet<string> = new Set(['XX', 'ZZ']);

/** Returns an ISO 3166-1 alpha-2 code in upper case; null for anything else. */
export function readCountryCode(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const code = text.trim().toUpperCase();
  return /^[A-Z]{2}$/.test(code) && !unknown.has(code) ? code : null;
}
