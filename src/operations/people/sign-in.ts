import type { Person } from '../../domain/people/players.js';
import { checkPassword, type PasswordContext } from './check-password.js';
import { newSession, openSession } from './open-session.js';

interface SignInCommand {
  readonly email: string;
  readonly password: string;
  /** The session that the browser has had so far. */
  readonly replacedSessionId: string | null;
}

/** Opens a session. Null: the email is unknown, the password is wrong, or one of them changed since it was checked. */
export async function signIn(
  context: PasswordContext,
  { email, password, replacedSessionId }: SignInCommand,
): Promise<{ person: Person; token: string } | null> {
  const { store, clock } = context;
  const checked = await store.read(reads => reads.people.findSignIn(email));
  const matches = await checkPassword(context, email, password, checked?.passwordHash ?? null);
  if (!checked || !matches) return null;
  const { playerId, passwordHash } = checked;
  const now = clock();
  const session = newSession(context, now);
  return store.transact(async writes => {
    const current = await writes.people.lock(playerId);
    if (current?.passwordHash !== passwordHash) return null;
    await openSession(writes, playerId, session, replacedSessionId, now);
    const person = await writes.people.find(playerId);
    return person && { person, token: session.token };
  });
}
