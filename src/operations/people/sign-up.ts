import { handleCandidates, handleRandomBytes } from '../../domain/people/handles.js';
import type { Name } from '../../domain/people/names.js';
import type { Person } from '../../domain/people/players.js';
import { openAccount } from '../exchange/open-account.js';
import type { OperationContext } from '../operation-context.js';
import { type AttemptLimits, maxKnownAddresses, passwordAttempts } from './attempts.js';
import { newSession, openSession } from './open-session.js';
import type { Passwords } from './passwords.js';
import { takeHandle } from './take-handle.js';

interface SignUpContext extends OperationContext {
  readonly people: { readonly passwords: Passwords; readonly attempts: AttemptLimits };
  readonly settings: { readonly routeWords: ReadonlySet<string> };
}

interface SignUpCommand {
  readonly email: string;
  readonly password: string;
  readonly displayName: Name;
  /** The client address that the request comes from. */
  readonly address: string;
  /** The session that the browser has had so far. */
  readonly replacedSessionId: string | null;
}

/** Creates a person with a play account and signs them in. Null: the email has an account, or had one that played. */
export async function signUp(
  context: SignUpContext,
  { email, password, displayName, address, replacedSessionId }: SignUpCommand,
): Promise<{ person: Person; token: string } | null> {
  const { store, clock, newId, random, settings } = context;
  const { attempts, passwords } = context.people;
  await attempts.take([{ budget: 'signUps', holder: address }]);
  const passwordHash = await passwords.hash(password);
  const now = clock();
  const session = newSession(context, now);
  const playerId = newId('plr', now);
  const { shown: name, folded: foldedName } = displayName;
  const handles = handleCandidates(name, 'player', settings.routeWords, random(handleRandomBytes));
  const signedUp = await store.transact(async writes => {
    await writes.people.lockEmail(email);
    if (await writes.people.isEmailTaken(email)) return null;
    const handle = await takeHandle(handles, candidate =>
      writes.players.addPerson({
        playerId,
        handle: candidate,
        name,
        foldedName,
        signIn: { email, passwordHash },
        at: now,
      }),
    );
    await openAccount(writes, playerId, now, newId);
    await openSession(writes, playerId, session, replacedSessionId, now);
    await writes.people.rememberAddress(playerId, address, maxKnownAddresses, now);
    const person: Person = {
      playerId,
      handle,
      displayName: name,
      email,
      role: 'member',
      plan: 'free',
      showOwner: false,
      createdAt: now,
    };
    return { person, token: session.token };
  });
  // The answer shows that the email has an account, so it is as scarce as a wrong password.
  if (!signedUp) await attempts.take(passwordAttempts(email, address, false));
  return signedUp;
}
