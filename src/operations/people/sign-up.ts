import type { Name } from '../../domain/people/names.js';
import type { Person } from '../../domain/people/players.js';
import { type AttemptLimits, passwordAttempts } from './attempts.js';
import { type CreatePersonContext, createPerson } from './create-person.js';
import type { SessionClient } from './open-session.js';
import type { Passwords } from './passwords.js';

interface SignUpContext extends CreatePersonContext {
  readonly people: { readonly passwords: Passwords; readonly attempts: AttemptLimits };
}

interface SignUpCommand {
  readonly email: string;
  readonly password: string;
  readonly displayName: Name;
  readonly client: SessionClient;
}

/** Creates a person and signs them in. Null: the email has an account, or had one that played. */
export async function signUp(
  context: SignUpContext,
  { email, password, displayName, client }: SignUpCommand,
): Promise<{ person: Person; token: string } | null> {
  const { attempts, passwords } = context.people;
  await attempts.take([{ budget: 'signUps', holder: client.address }]);
  const passwordHash = await passwords.hash(password);
  const signedUp = await context.store.transact(async writes => {
    await writes.people.lockEmail(email);
    if (await writes.people.isEmailTaken(email)) return null;
    return createPerson(writes, context, { email, passwordHash, displayName, client });
  });
  // The response reveals that the email has an account, so it is limited like a wrong password.
  if (!signedUp) await attempts.take(passwordAttempts(email, client.address, false));
  return signedUp;
}
