import type { Person } from '../../domain/people/players.js';
import { maxSessions } from '../../domain/people/sessions.js';
import type { NewSession, SignInRecord } from '../../store/people/interface.js';
import type { Writes } from '../../store/store.js';

/**
 * Opens a session for somebody whose password was checked against `checked`. Null: the password was changed or the
 * account deleted since then, so the check says nothing any more.
 */
export async function signIn(
  writes: Writes,
  checked: SignInRecord,
  session: NewSession,
  now: number,
): Promise<Person | null> {
  const current = await writes.people.lock(checked.playerId);
  if (current?.passwordHash !== checked.passwordHash) return null;
  await writes.sessions.add(checked.playerId, session, maxSessions, now);
  return writes.people.find(checked.playerId);
}
