import { sessionLifeMs } from '../kernel/token-syntax.js';
import type { Services } from './services.js';

export const sessionCookieName = 'presage_session';

/**
 * The cookie lasts as long as the longest session. The server decides when a session ends, so using it extends it and
 * no response has to renew the cookie.
 */
function cookie(
  { settings: { publicUrl } }: Pick<Services, 'settings'>,
  value: string,
  seconds: number,
): Record<string, string> {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return {
    'set-cookie': `${sessionCookieName}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
  };
}

export function sessionCookie(services: Pick<Services, 'settings'>, token: string): Record<string, string> {
  return cookie(services, token, sessionLifeMs / 1000);
}

export function endedCookie(services: Pick<Services, 'settings'>): Record<string, string> {
  return cookie(services, '', 0);
}
