import { minuteMs } from '../../../domain/durations.js';
import { maxPasskeys } from '../../../domain/people/passkeys.js';
import { sessionTokenBytes, writeSessionToken } from '../../../domain/people/sessions.js';
import type { Passkey } from '../../../store/people/passkeys-interface.js';
import { confirmPassword, type PasswordContext } from '../check-password.js';
import type { AuthenticatorResponse, Authenticators } from './authenticators.js';

export interface PasskeyContext extends PasswordContext {
  readonly people: PasswordContext['people'] & { readonly authenticators: Authenticators };
}

export const challengeLifeMs = 5 * minuteMs;

/** 256 random bits as base64url, the format in which browsers return them. */
export const newChallenge = ({ random }: Pick<PasskeyContext, 'random'>) =>
  writeSessionToken(random(sessionTokenBytes));

interface BeginCommand {
  readonly personId: string;
  readonly password: string;
  readonly address: string;
}

/**
 * Starts to add a passkey: returns the options for the browser. Requires the password, so that a stolen session can't
 * be made permanent.
 */
export async function beginRegistration(
  context: PasskeyContext,
  { personId, password, address }: BeginCommand,
): Promise<{ readonly options: object } | 'account-gone' | 'wrong-password' | 'too-many'> {
  const { store, clock, people } = context;
  const record = await confirmPassword(context, personId, password, address);
  if (typeof record === 'string') return record;
  const challenge = newChallenge(context);
  const found = await store.transact(async writes => {
    const person = await writes.people.find(personId);
    const known = await writes.passkeys.ofPerson(personId);
    if (person && known.length < maxPasskeys) {
      await writes.passkeys.addChallenge(challenge, personId, clock() + challengeLifeMs);
    }
    return person && { person, known };
  });
  if (!found) return 'account-gone';
  if (found.known.length >= maxPasskeys) return 'too-many';
  const { handle, displayName } = found.person;
  const registrant = { personId, handle, displayName, known: found.known };
  return { options: await people.authenticators.registrationOptions(challenge, registrant) };
}

interface FinishCommand {
  readonly personId: string;
  readonly name: string;
  readonly response: AuthenticatorResponse;
}

/** Adds the passkey that an authenticator created for a challenge. */
export async function finishRegistration(
  context: PasskeyContext,
  { personId, name, response }: FinishCommand,
): Promise<Passkey | 'account-gone' | 'refused' | 'too-many'> {
  const { store, clock, newId, people } = context;
  const now = clock();
  const challenge = people.authenticators.challengeOf(response);
  if (challenge === null) return 'refused';
  if (!(await store.transact(writes => writes.passkeys.takeChallenge(challenge, personId, now)))) return 'refused';
  const credential = await people.authenticators.verifyRegistration(response, challenge);
  if (!credential) return 'refused';
  const passkey = { id: newId('psk', now), personId, name, ...credential, createdAt: now };
  return store.transact(async writes => {
    if (!(await writes.people.lock(personId))) return 'account-gone';
    if ((await writes.passkeys.ofPerson(personId)).length >= maxPasskeys) return 'too-many';
    return (await writes.passkeys.add(passkey)) ? { ...passkey, lastUsedAt: null } : 'refused';
  });
}
