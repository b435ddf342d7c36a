import { dayMs } from '../durations.js';

/** A session ends after this long without a request … */
export const sessionIdleMs = 30 * dayMs;
/** … and in any case this long after sign-in. */
export const sessionLifeMs = 180 * dayMs;
/** The maximum number of sessions per person; signing in beyond it ends the oldest ones. */
export const maxSessions = 20;

export const sessionTokenBytes = 32;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const tokenShape = /^[A-Za-z0-9_-]{43}$/;

/** Serializes 32 random bytes as base64url without padding. */
export function writeSessionToken(random: Uint8Array): string {
  if (random.length !== sessionTokenBytes) throw new Error('a session token needs 32 random bytes');
  let text = '';
  for (let at = 0; at < random.length; at += 3) {
    const bytes = random.subarray(at, at + 3);
    const bits = (bytes[0] << 16) | ((bytes[1] ?? 0) << 8) | (bytes[2] ?? 0);
    for (let digit = 0; digit <= bytes.length; digit += 1) text += alphabet[(bits >> (18 - 6 * digit)) & 63];
  }
  return text;
}

/** Recognizes tokens by their form, so that other texts are rejected without a query. */
export function isSessionToken(text: string): boolean {
  return tokenShape.test(text);
}

export function isSessionLive(session: { createdAt: number; lastUsedAt: number }, now: number): boolean {
  return now < session.lastUsedAt + sessionIdleMs && now < session.createdAt + sessionLifeMs;
}
