import type { Person } from '../../domain/people/players.js';
import { maxKnownAddresses } from './attempts.js';
import { checkSignIn, type PasswordContext } from './check-password.js';
import { newSession, openSession, type SessionClient } from './open-session.js';

interface SignInCommand {
  readonly email: string;
  readonly password: string;
  readonly client: SessionClient;
}

/** Opens a session. Null: the email is unknown, the password is wrong, or one of them changed since it was checked. */
export async function signIn(
  context: PasswordContext,
  { email, password, client }: SignInCommand,
): Promise<{ person: Person; token: string } | null> {
  const { store, clock } = context;
  const { address, replacedSessionId } = client;
  await context.people.attempts.take([{ budget: 'signIns', holder: address }]);
  const checked = await checkSignIn(context, email, password, address);
  if (!checked) return null;
  const { playerId, passwordHash } = checked;
  const now = clock();
  const session = newSession(context, client, now);
  return store.transact(async writes => {
    const current = await writes.people.lock(playerId);
    if (current?.passwordHash !== passwordHash) return null;
    await openSession(writes, playerId, session, replacedSessionId, now);
    await writes.people.rememberAddress(playerId, address, maxKnownAddresses, now);
    const person = await writes.people.find(playerId);
    return person && { person, token: session.token };
  });
}
