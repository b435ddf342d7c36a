import { sessionLifeMs } from '../domain/people/sessions.js';
import type { Services } from './services.js';

export const sessionCookieName = 'presage_session';

/**
 * The browser keeps the cookie for as long as a session can last; when one is over is decided here, so that using it
 * is enough to keep it going and no reply has to send the cookie again.
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
