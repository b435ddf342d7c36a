import { isoTime } from '../../domain/iso-time.js';
import { sessionIdleMs, sessionLifeMs } from '../../domain/people/sessions.js';
import type { RequestContext } from '../../http/request-context.js';
import { Reply, type RouteInput, StreamedText } from '../../http/route.js';
import { endedCookie } from '../../http/session-cookie.js';
import { exportPerson } from '../../operations/people/export-person.js';
import { endSession, endSessions, listSessions } from '../../operations/people/sessions.js';
import { requirePerson, sessionOver } from './caller.js';
import type { EndSessionsQuery, SessionParams } from './session-schemas.js';

export async function getSessions(_input: unknown, { services, caller }: RequestContext) {
  const { playerId, sessionId: currentId } = requirePerson(caller);
  const sessions = await listSessions(services, playerId);
  return {
    sessions: sessions.map(({ sessionId, userAgent, createdAt, lastUsedAt }) => ({
      id: sessionId,
      current: sessionId === currentId,
      userAgent,
      createdAt: isoTime(createdAt),
      lastUsedAt: isoTime(lastUsedAt),
      expiresAt: isoTime(Math.min(lastUsedAt + sessionIdleMs, createdAt + sessionLifeMs)),
    })),
    nextCursor: null,
  };
}

export async function deleteSession(
  { params: { sessionId } }: RouteInput<{ params: typeof SessionParams }>,
  { services, caller }: RequestContext,
) {
  const { playerId, sessionId: currentId } = requirePerson(caller);
  const ended = await endSession(services, playerId, sessionId);
  return new Reply(200, { ended }, sessionId === currentId ? endedCookie(services) : {});
}

export async function deleteSessions(
  { query: { current = false } }: RouteInput<{ query: typeof EndSessionsQuery }>,
  { services, caller }: RequestContext,
) {
  const { playerId, sessionId } = requirePerson(caller);
  const ended = await endSessions(services, playerId, current ? null : sessionId);
  return new Reply(200, { ended }, current ? endedCookie(services) : {});
}

export async function exportMe(_input: unknown, { services, caller }: RequestContext) {
  const { playerId, handle } = requirePerson(caller);
  const produce = await exportPerson(services, playerId);
  if (!produce) throw sessionOver();
  return new Reply(200, new StreamedText(produce), {
    'content-disposition': `attachment; filename="presage-${handle}.json"`,
  });
}
