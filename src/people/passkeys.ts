import type { OperationContext } from '../database/transactions.js';
import type { SessionClient } from '../http/require-person.js';
import { type Checked, fine, wrong } from '../kernel/invariant.js';
import { minuteMs } from '../kernel/time.js';
import { sessionTokenBytes, writeSessionToken } from '../kernel/token-syntax.js';
import type { Person } from '../players/rules/players.js';
import { confirmPassword, maxKnownAddresses, newSession, openSession, type PasswordContext } from './sessions.js';
import * as passkeyStore from './store/passkeys.js';
import * as personStore from './store/people.js';
import type { Passkey, PasskeyCredential } from './store/rows.js';

/** The maximum number of passkeys per person. */
export const maxPasskeys = 10;
export const maxPasskeyNameLength = 80;

/** A name for the person's own list: any words, without control characters. */
export function readPasskeyName(text: string): Checked<string> {
  const name = text.replaceAll(/\p{C}/gu, ' ').replaceAll(/\s+/g, ' ').trim();
  return name === '' ? wrong('must contain words') : fine(name);
}

/** A browser's response to a challenge, in its JSON format. */
export type AuthenticatorResponse = Readonly<Record<string, unknown>>;

/** A credential created by an authenticator. */
export interface NewCredential extends PasskeyCredential {
  readonly backedUp: boolean;
}

interface Registrant {
  readonly personId: string;
  readonly handle: string;
  readonly displayName: string;
  /** The person's existing credentials. */
  readonly known: readonly PasskeyCredential[];
}

/** The WebAuthn ceremonies for the site of this arena. Verifiers return null for an invalid response. */
export interface Authenticators {
  /** False if browsers do not support passkeys for the public URL of this arena. */
  readonly isAvailable: boolean;
  registrationOptions(challenge: string, registrant: Registrant): Promise<object>;
  verifyRegistration(response: AuthenticatorResponse, challenge: string): Promise<NewCredential | null>;
  signInOptions(challenge: string): Promise<object>;
  /** Returns the new counter of the credential. */
  verifySignIn(
    response: AuthenticatorResponse,
    challenge: string,
    credential: PasskeyCredential,
  ): Promise<{ readonly counter: number } | null>;
  /** The challenge of a response, before anything is verified. */
  challengeOf(response: AuthenticatorResponse): string | null;
  /** The credential id of a response. */
  credentialIdOf(response: AuthenticatorResponse): Uint8Array | null;
}

export interface PasskeyContext extends PasswordContext {
  readonly people: PasswordContext['people'] & { readonly authenticators: Authenticators };
}

const challengeLifeMs = 5 * minuteMs;

/** 256 random bits as base64url, the format in which browsers return them. */
const newChallenge = ({ random }: Pick<PasskeyContext, 'random'>) => writeSessionToken(random(sessionTokenBytes));

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
  const owner = await store.transact(async tx => {
    const person = await personStore.find(tx, personId);
    const passkeys = await passkeyStore.ofPerson(tx, personId);
    if (person && passkeys.length < maxPasskeys) {
      await passkeyStore.addChallenge(tx, challenge, personId, clock() + challengeLifeMs);
    }
    return person && { person, known: passkeys };
  });
  if (!owner) return 'account-gone';
  if (owner.known.length >= maxPasskeys) return 'too-many';
  const { handle, displayName } = owner.person;
  const registrant = { personId, handle, displayName, known: owner.known };
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
  if (!(await store.transact(tx => passkeyStore.takeChallenge(tx, challenge, personId, now)))) return 'refused';
  const credential = await people.authenticators.verifyRegistration(response, challenge);
  if (!credential) return 'refused';
  const passkey = { id: newId('psk', now), personId, name, ...credential, createdAt: now };
  return store.transact(async tx => {
    if (!(await personStore.lock(tx, personId))) return 'account-gone';
    if ((await passkeyStore.ofPerson(tx, personId)).length >= maxPasskeys) return 'too-many';
    return (await passkeyStore.add(tx, passkey)) ? { ...passkey, lastUsedAt: null } : 'refused';
  });
}

/** Starts a sign-in: returns the options for the browser. They contain no account, so they reveal none. */
export async function beginPasskeySignIn(context: PasskeyContext): Promise<object> {
  const challenge = newChallenge(context);
  const expiresAt = context.clock() + challengeLifeMs;
  await context.store.transact(tx => passkeyStore.addChallenge(tx, challenge, null, expiresAt));
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
  const passkey = await store.transact(async tx => {
    const isOpen = await passkeyStore.takeChallenge(tx, challenge, null, now);
    return isOpen ? passkeyStore.findCredential(tx, credentialId) : null;
  });
  const verified = passkey && (await people.authenticators.verifySignIn(response, challenge, passkey));
  if (!passkey || !verified) return null;
  const { personId } = passkey;
  const session = newSession(context, client, now);
  return store.transact(async tx => {
    if (!(await personStore.lock(tx, personId))) return null;
    // It may have been deleted while its signature was verified.
    if (!(await passkeyStore.findCredential(tx, credentialId))) return null;
    await passkeyStore.recordUse(tx, passkey.id, verified.counter, now);
    await openSession(tx, personId, session, client.replacedSessionId, now);
    await personStore.rememberAddress(tx, personId, client.address, maxKnownAddresses, now);
    const person = await personStore.find(tx, personId);
    return person && { person, token: session.token };
  });
}

type Context = Pick<OperationContext, 'store'>;

/** Returns the passkeys of a person, oldest first. */
export function listPasskeys({ store }: Context, personId: string): Promise<Passkey[]> {
  return store.read(reader => passkeyStore.ofPerson(reader, personId));
}

/** Null if the person has no such passkey. */
export function renamePasskey(
  { store }: Context,
  personId: string,
  passkeyId: string,
  name: string,
): Promise<Passkey | null> {
  return store.transact(tx => passkeyStore.rename(tx, personId, passkeyId, name));
}

/** Deletes a passkey and returns the number of deleted rows. Idempotent. */
export function deletePasskey({ store }: Context, personId: string, passkeyId: string): Promise<number> {
  return store.transact(tx => passkeyStore.remove(tx, personId, passkeyId));
}

/** Deletes expired challenges. */
export function deleteOldChallenges({ store, clock }: Pick<OperationContext, 'store' | 'clock'>): Promise<void> {
  return store.transact(tx => passkeyStore.deleteChallenges(tx, clock()));
}
