import type { Transaction } from '../database/store.js';
import type { OperationContext } from '../database/transactions.js';
import type { SessionClient } from '../http/require-person.js';
import { dayMs } from '../kernel/time.js';
import { isSessionLive, maxSessions, sessionTokenBytes, writeSessionToken } from '../kernel/token-syntax.js';
import type { Person } from '../players/rules/players.js';
import { passwordText } from './rules/passwords.js';
import * as personStore from './store/people.js';
import type { NewSession, SessionRow, SignInRecord } from './store/rows.js';
import * as sessionStore from './store/sessions.js';

/**
 * Hashes and compares passwords. Both are slow by design, run outside the event loop with bounded concurrency, and
 * throw SERVICE_UNAVAILABLE when too many are waiting.
 */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes equally long and returns false if `hash` is null, so that timing doesn't reveal which accounts exist. */
  matches(password: string, hash: string | null): Promise<boolean>;
}

/** Budgets that count attempts, successful or not. */
type AttemptBudgetName = 'signIns' | 'signUps' | 'passwordResets' | 'wrongPasswords' | 'accountPasswords' | 'mails';

interface Attempt {
  readonly budget: AttemptBudgetName;
  /** The subject of the budget: an email, a client address or both. */
  readonly holder: string;
}

interface TakenAttempt {
  readonly budget: string;
  readonly holder: string;
  readonly moment: number;
}

export interface AttemptLimits {
  /** Takes one from each budget, or throws and takes none. */
  take(attempts: readonly Attempt[]): Promise<readonly TakenAttempt[]>;
  /** Takes one from each budget if all have room; false if one has none, and nothing is taken. */
  isAllowed(attempts: readonly Attempt[]): Promise<boolean>;
  /** Undoes a take, for budgets that count failures only. */
  giveBack(taken: readonly TakenAttempt[]): Promise<void>;
}

/** Addresses from which a person has signed in are remembered for this long, up to this many. */
const knownAddressMs = 90 * dayMs;
export const maxKnownAddresses = 20;

/**
 * The budgets of a password attempt for an email. Guesses are counted by email and client address together, so that
 * other people can't lock out the owner. Guesses from many addresses share a budget, except for addresses that the
 * owner has used.
 */
export function passwordAttempts(email: string, address: string, isKnownAddress: boolean): readonly Attempt[] {
  const senderAttempts: Attempt = { budget: 'wrongPasswords', holder: `${email} ${address}` };
  return isKnownAddress ? [senderAttempts] : [senderAttempts, { budget: 'accountPasswords', holder: email }];
}

export interface PasswordContext extends OperationContext {
  readonly people: { readonly passwords: Passwords; readonly attempts: AttemptLimits };
}

/** The client that sends a password, and the account. */
interface PasswordSender {
  readonly email: string;
  readonly address: string;
  /** The person has signed in from this address before, or is signed in. */
  readonly isKnownAddress: boolean;
}

/**
 * Compares a password with a hash. The attempt is counted before the comparison, so that concurrent guesses can't
 * exceed the budget, and refunded if it was correct. An unknown email (`hash` null) is counted and takes as long as a
 * known one.
 */
export async function checkPassword(
  { people: { passwords, attempts } }: Pick<PasswordContext, 'people'>,
  { email, address, isKnownAddress }: PasswordSender,
  password: string,
  hash: string | null,
): Promise<boolean> {
  const taken = await attempts.take(passwordAttempts(email, address, isKnownAddress));
  let isWrong = false;
  try {
    const matches = await passwords.matches(passwordText(password), hash);
    isWrong = !matches;
    return matches;
  } finally {
    if (!isWrong) await attempts.giveBack(taken);
  }
}

/** Finds the account of an email and checks its password. Null: no account, or a wrong password. */
async function checkSignIn(
  context: PasswordContext,
  email: string,
  password: string,
  address: string,
): Promise<SignInRecord | null> {
  const since = context.clock() - knownAddressMs;
  const { record, isKnownAddress } = await context.store.read(async reader => {
    const account = await personStore.findSignIn(reader, email);
    return {
      record: account,
      isKnownAddress: account !== null && (await personStore.knowsAddress(reader, account.playerId, address, since)),
    };
  });
  const sender = { email, address, isKnownAddress };
  const matches = await checkPassword(context, sender, password, record?.passwordHash ?? null);
  return matches ? record : null;
}

/**
 * Confirms that a signed-in person knows the account's password. The record holds the hash that matched: a change that
 * relies on it must check that the hash is still the same.
 */
export async function confirmPassword(
  context: PasswordContext,
  playerId: string,
  password: string,
  address: string,
): Promise<SignInRecord | 'account-gone' | 'wrong-password'> {
  const record = await context.store.read(reader => personStore.signInOf(reader, playerId));
  if (!record) return 'account-gone';
  const sender = { email: record.email, address, isKnownAddress: true };
  const matches = await checkPassword(context, sender, password, record.passwordHash);
  return matches ? record : 'wrong-password';
}

export function newSession(
  { newId, random }: Pick<OperationContext, 'newId' | 'random'>,
  { userAgent }: Pick<SessionClient, 'userAgent'>,
  now: number,
): NewSession {
  return { sessionId: newId('ses', now), token: writeSessionToken(random(sessionTokenBytes)), userAgent };
}

/**
 * Opens a session in the caller's transaction. A browser holds one session cookie, so the replaced session is ended: no
 * client could end it afterwards.
 */
export async function openSession(
  tx: Transaction,
  playerId: string,
  session: NewSession,
  replacedSessionId: string | null,
  now: number,
): Promise<void> {
  await sessionStore.add(tx, playerId, session, maxSessions, now);
  if (replacedSessionId !== null) await sessionStore.end(tx, replacedSessionId);
}

/** A person's sessions that have not expired, most recently used first. */
export async function listSessions(
  { store, clock }: Pick<OperationContext, 'store' | 'clock'>,
  playerId: string,
): Promise<SessionRow[]> {
  const sessions = await store.read(reader => sessionStore.ofPerson(reader, playerId));
  return sessions.filter(session => isSessionLive(session, clock()));
}

/** Ends one session of a person and returns the number of ended sessions. Idempotent. */
export function endSession({ store }: Pick<OperationContext, 'store'>, playerId: string, sessionId: string) {
  return store.transact(tx => sessionStore.endOne(tx, playerId, sessionId));
}

/** Ends all sessions of a person except one, or all, and returns their number. */
export function endSessions({ store }: Pick<OperationContext, 'store'>, playerId: string, except: string | null) {
  return store.transact(tx => sessionStore.endOthers(tx, playerId, except));
}

export function signOut({ store }: Pick<OperationContext, 'store'>, sessionId: string): Promise<void> {
  return store.transact(tx => sessionStore.end(tx, sessionId));
}

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
  return store.transact(async tx => {
    const current = await personStore.lock(tx, playerId);
    if (current?.passwordHash !== passwordHash) return null;
    await openSession(tx, playerId, session, replacedSessionId, now);
    await personStore.rememberAddress(tx, playerId, address, maxKnownAddresses, now);
    const person = await personStore.find(tx, playerId);
    return person && { person, token: session.token };
  });
}
