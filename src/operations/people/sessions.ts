import { isSessionLive } from '../../domain/people/sessions.js';
import type { SessionRow } from '../../store/people/interface.js';
import type { OperationContext } from '../operation-context.js';

/** A person's sessions that have not expired, most recently used first. */
export async function listSessions(
  { store, clock }: Pick<OperationContext, 'store' | 'clock'>,
  playerId: string,
): Promise<SessionRow[]> {
  const sessions = await store.read(reads => reads.sessions.ofPerson(playerId));
  return sessions.filter(session => isSessionLive(session, clock()));
}

/** Ends one session of a person and returns the number of ended sessions. Idempotent. */
export function endSession({ store }: Pick<OperationContext, 'store'>, playerId: string, sessionId: string) {
  return store.transact(writes => writes.sessions.endOne(playerId, sessionId));
}

/** Ends all sessions of a person except one, or all, and returns their number. */
export function endSessions({ store }: Pick<OperationContext, 'store'>, playerId: string, except: string | null) {
  return store.transact(writes => writes.sessions.endOthers(playerId, except));
}

export function signOut({ store }: Pick<OperationContext, 'store'>, sessionId: string): Promise<void> {
  return store.transact(writes => writes.sessions.end(sessionId));
}
