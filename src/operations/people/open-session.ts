import { maxSessions, sessionTokenBytes, writeSessionToken } from '../../domain/people/sessions.js';
import type { NewSession } from '../../store/people/interface.js';
import type { Writes } from '../../store/store.js';
import type { OperationContext } from '../operation-context.js';

/** Client data of a request that opens a session. */
export interface SessionClient {
  /** The client address of the request. */
  readonly address: string;
  readonly userAgent: string | null;
  /** The browser's previous session. */
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
 * Opens a session in the caller's transaction. A browser holds one session cookie, so the replaced session is ended: no
 * client could end it afterwards.
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
