import type { Name } from '../../domain/people/names.js';
import type { Person } from '../../domain/people/players.js';
import type { Writes } from '../../store/store.js';

interface PersonChange {
  readonly playerId: string;
  /** Stays signed in when a new password ends all other sessions. */
  readonly sessionId: string;
  readonly displayName: Name | null;
  /** `checkedHash` is what the current password was checked against. */
  readonly password: { readonly checkedHash: string; readonly newHash: string } | null;
}

/** Null: the account is gone, or its password is another one since it was checked. */
export async function updatePerson(writes: Writes, change: PersonChange): Promise<Person | null> {
  const { playerId, displayName, password } = change;
  const current = await writes.people.lock(playerId);
  if (!current || (password && current.passwordHash !== password.checkedHash)) return null;
  if (displayName) await writes.people.rename(playerId, displayName.shown, displayName.folded);
  if (password) {
    await writes.people.changePassword(playerId, password.newHash);
    await writes.sessions.endOthers(playerId, change.sessionId);
  }
  return writes.people.find(playerId);
}
