import { maxSessions, sessionTokenBytes, writeSessionToken } from '../../domain/people/sessions.js';
import type { NewSession } from '../../store/people/interface.js';
import type { Writes } from '../../store/store.js';
import type { OperationContext } from '../operation-context.js';

/** What a request that opens a session says about its client. */
export interface SessionClient {
  /** The client address that the request comes from. */
  readonly address: string;
  readonly userAgent: string | null;
  /** The session that the browser has had so far. */
  readonly replacedSessionId: string | null;
}

export function newSession(
  { newId, random }: Pick<OperationContext, 'newId' | 'random'>,
  { userAgent }: Pick<SessionClient, 'userAgent'>,
  now: number,
): NewSession {
  return { sessionId: newId('ses', now), token: writeSessionToken(random(sessionTokenBytes)), userAgent };
}

/**
 * Opens a session in the caller's transaction. A browser holds one session cookie, so the session that it replaces is
 * ended: no client could end it afterwards.
 */
export async function openSession(
  writes: Writes,
  playerId: string,
  session: NewSession,
  replacedSessionId: string | null,
  now: number,
): Promise<void> {
  await writes.sessions.add(playerId, session, maxSessions, now);
  if (replacedSessionId !== null) await writes.sessions.end(replacedSessionId);
}
