import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../errors.js';

function refusal(field: string): ApiError {
  return new ApiError('FORBIDDEN', `${field} shows that another site sent this write.`, {
    field,
    remediation: 'Send writes from the pages of this arena, or with an agent key and no cookie.',
  });
}

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}

/**
 * Rejects a write that a browser sends on behalf of another site, with a cookie that it adds automatically or to
 * sign a person in without consent. Browsers state the origin; a client that does not is not a browser. The host in
 * the request counts as this site too, so that localhost and 127.0.0.1 both work.
 */
export function checkSameSite(headers: IncomingHttpHeaders, publicOrigin: string): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && site !== 'same-site') {
    throw refusal('Sec-Fetch-Site');
  }
  const { origin } = headers;
  if (origin === undefined || origin === publicOrigin) return;
  const host = hostOf(origin);
  if (host === null || host !== headers.host) throw refusal('Origin');
}
