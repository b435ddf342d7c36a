import type { Person } from '../../../domain/people/players.js';
import { maxKnownAddresses } from '../attempts.js';
import { newSession, openSession, type SessionClient } from '../open-session.js';
import type { AuthenticatorResponse } from './authenticators.js';
import { challengeLifeMs, newChallenge, type PasskeyContext } from './register-passkey.js';

/** Starts a sign-in: returns the options for the browser. They contain no account, so they reveal none. */
export async function beginPasskeySignIn(context: PasskeyContext): Promise<object> {
  const challenge = newChallenge(context);
  const expiresAt = context.clock() + challengeLifeMs;
  await context.store.transact(writes => writes.passkeys.addChallenge(challenge, null, expiresAt));
  return context.people.authenticators.signInOptions(challenge);
}

/**
 * Opens a session for the person whose passkey signed the challenge. Null: the challenge was used or has expired, the
 * passkey is unknown, or its signature is wrong. A challenge is consumed either way.
 */
export async function signInWithPasskey(
  context: PasskeyContext,
  response: AuthenticatorResponse,
  client: SessionClient,
): Promise<{ readonly person: Person; readonly token: string } | null> {
  const { store, clock, people } = context;
  await people.attempts.take([{ budget: 'signIns', holder: client.address }]);
  const now = clock();
  const challenge = people.authenticators.challengeOf(response);
  const credentialId = people.authenticators.credentialIdOf(response);
  if (challenge === null || credentialId === null) return null;
  const passkey = await store.transact(async writes => {
    const isOpen = await writes.passkeys.takeChallenge(challenge, null, now);
    return isOpen ? writes.passkeys.findCredential(credentialId) : null;
  });
  const verified = passkey && (await people.authenticators.verifySignIn(response, challenge, passkey));
  if (!passkey || !verified) return null;
  const { personId } = passkey;
  const session = newSession(context, client, now);
  return store.transact(async writes => {
    if (!(await writes.people.lock(personId))) return null;
    // It may have been deleted while its signature was verified.
    if (!(await writes.passkeys.findCredential(credentialId))) return null;
    await writes.passkeys.recordUse(passkey.id, verified.counter, now);
    await openSession(writes, personId, session, client.replacedSessionId, now);
    await writes.people.rememberAddress(personId, client.address, maxKnownAddresses, now);
    const person = await writes.people.find(personId);
    return person && { person, token: session.token };
  });
}
