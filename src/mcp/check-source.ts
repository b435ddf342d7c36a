import { isIP } from 'node:net';
import { ApiError } from '../http/errors.js';

const localNames = new Set(['localhost', '127.0.0.1', '[::1]']);

function nameOf(authority: string): string | null {
  try {
    return new URL(`http://${authority}`).hostname;
  } catch {
    return null;
  }
}

function refusal(field: string, value: string): ApiError {
  return new ApiError('FORBIDDEN', `${field} ${value.slice(0, 100)} is not one that this arena is reached at`, {
    field,
    remediation: 'Use the public address of the arena; its operator sets it with PRESAGE_PUBLIC_URL.',
  });
}

/**
 * A page of another site can make its host name resolve to this machine and then send requests from the browser as if
 * it were the same site (DNS rebinding). The browser sends that name, so other names are rejected. IP addresses can't
 * be rebound and are accepted.
 */
export function checkSource(headers: { host?: string; origin?: string }, publicUrl: string): void {
  const own = new URL(publicUrl).hostname;
  const isOurs = (name: string | null) => name !== null && (name === own || localNames.has(name));
  const { host, origin } = headers;
  if (host !== undefined) {
    const name = nameOf(host);
    if (!isOurs(name) && isIP((name ?? '').replace(/^\[|\]$/g, '')) === 0) throw refusal('Host', host);
  }
  if (origin === undefined) return;
  const name = /^https?:\/\//i.test(origin) ? nameOf(origin.replace(/^https?:\/\//i, '')) : null;
  if (!isOurs(name)) throw refusal('Origin', origin);
}
