import type { IdPrefix } from '../../domain/ids.js';
import type { Name } from '../../domain/people/names.js';
import type { Person } from '../../domain/people/players.js';
import { maxSessions } from '../../domain/people/sessions.js';
import type { NewSession } from '../../store/people/interface.js';
import type { Writes } from '../../store/store.js';
import { openAccount } from '../exchange/open-account.js';
import { takeHandle } from './take-handle.js';

interface SignUp {
  readonly playerId: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly displayName: Name;
  readonly handles: readonly string[];
  readonly session: NewSession;
}

/** A new person with an account, signed in at once. Null: the email has an account, or had one that played. */
export async function signUp(
  writes: Writes,
  command: SignUp,
  now: number,
  newId: (prefix: IdPrefix, now: number) => string,
): Promise<Person | null> {
  const { playerId, email, passwordHash, displayName } = command;
  await writes.people.lockEmail(email);
  if (await writes.people.isEmailTaken(email)) return null;
  const handle = await takeHandle(command.handles, candidate =>
    writes.players.addPerson({
      playerId,
      handle: candidate,
      name: displayName.shown,
      foldedName: displayName.folded,
      signIn: { email, passwordHash },
      at: now,
    }),
  );
  await openAccount(writes, playerId, now, newId);
  await writes.sessions.add(playerId, command.session, maxSessions, now);
  return { playerId, handle, displayName: displayName.shown, email, role: 'member', plan: 'free', createdAt: now };
}
