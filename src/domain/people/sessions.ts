import { dayMs } from '../durations.js';
/** How long a person stays signed in. */

/** Without a request for this long a session is over … */
export const sessionIdleMs = 30 * dayMs;
/** … and after this long in any case. */
export const sessionLifeMs = 180 * dayMs;
/** More than anybody has browsers; the ones signed in first are ended. */
export const maxSessions = 20;

const tokenShape = /^[A-Za-z0-9_-]{43}$/;

/** 32 random bytes in base64url; anything else is refused without a look into the database. */
export function isSessionToken(text: string): boolean {
  return tokenShape.test(text);
}

export function isSessionLive(session: { createdAt: number; lastUsedAt: number }, now: number): boolean {
  return now < session.lastUsedAt + sessionIdleMs && now < session.createdAt + sessionLifeMs;
}
