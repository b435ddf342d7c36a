import * as replyStore from '../database/arena/replies.js';
import type { Reader, Transaction } from '../database/store.js';
import type { OperationContext } from '../database/transactions.js';
import { openAccount } from '../exchange/accounts.js';
import * as followStore from '../follows/store.js';
import type { SessionClient } from '../http/require-person.js';
import * as notificationStore from '../notifications/store.js';
import { handleCandidates, handleRandomBytes } from '../players/rules/handles.js';
import type { Name } from '../players/rules/names.js';
import type { Agent, AgentKey, Person } from '../players/rules/players.js';
import { retireAgent } from './agents.js';
import type { Mailer } from './confirmations.js';
import type { Authenticators } from './passkeys.js';
import { cancelOrdersOf, erasePlayer, type RetireContext, retirePlayer, takeHandle } from './players.js';
import { readPassword } from './rules/passwords.js';
import {
  type AttemptLimits,
  confirmPassword,
  maxKnownAddresses,
  newSession,
  openSession,
  type PasswordContext,
  type Passwords,
  passwordAttempts,
} from './sessions.js';
import * as agentStore from './store/agents.js';
import * as confirmationStore from './store/confirmations.js';
import * as passkeyStore from './store/passkeys.js';
import * as personStore from './store/people.js';
import * as playerStore from './store/players.js';
import * as sessionStore from './store/sessions.js';

/** A request of a player that the request log has. */
interface LoggedRow {
  readonly at: number;
  readonly requestId: string;
  readonly routeId: string;
}

interface LogPage<Row> {
  readonly playerId: string;
  readonly failedOnly: boolean;
  readonly routeId: string | null;
  readonly before: Row | null;
  readonly limit: number;
}

/** What later features store about a person: how it is erased with the account, and how it is exported. */
export interface PersonalDataHooks {
  /** Run in the transaction that deletes the account. */
  readonly erase: readonly ((tx: Transaction, personId: string) => Promise<void>)[];
  /** A page of a player's logged requests, newest first. */
  readonly listRequests: (reader: Reader, page: LogPage<LoggedRow>) => Promise<readonly LoggedRow[]>;
}

export interface PeopleServices {
  readonly people: {
    readonly passwords: Passwords;
    readonly attempts: AttemptLimits & { sweep(): Promise<void> };
    readonly mailer: Mailer;
    readonly authenticators: Authenticators;
    readonly personalData: PersonalDataHooks;
  };
}

interface ErasingContext {
  readonly people: { readonly personalData: PersonalDataHooks };
}

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
  const signedUp = await context.store.transact(async tx => {
    await personStore.lockEmail(tx, email);
    if (await personStore.isEmailTaken(tx, email)) return null;
    return createPerson(tx, context, { email, passwordHash, displayName, client });
  });
  // The response reveals that the email has an account, so it is limited like a wrong password.
  if (!signedUp) await attempts.take(passwordAttempts(email, client.address, false));
  return signedUp;
}

export interface CreatePersonContext extends OperationContext {
  readonly settings: { readonly routeWords: ReadonlySet<string>; readonly publicUrl: string };
}

interface NewPerson {
  readonly email: string;
  readonly passwordHash: string;
  readonly displayName: Name;
  readonly client: SessionClient;
}

/**
 * Creates a person with a play account and a session, in a transaction that has locked the email and checked that it is
 * free.
 */
export async function createPerson(
  tx: Transaction,
  context: CreatePersonContext,
  { email, passwordHash, displayName, client }: NewPerson,
): Promise<{ person: Person; token: string }> {
  const { clock, newId, random, settings } = context;
  const now = clock();
  const session = newSession(context, client, now);
  const playerId = newId('plr', now);
  const { shown: name, folded: foldedName } = displayName;
  const signIn = { email, passwordHash };
  const handles = handleCandidates(name, 'player', settings.routeWords, random(handleRandomBytes));
  const handle = await takeHandle(handles, candidate =>
    playerStore.addPerson(tx, { playerId, handle: candidate, name, foldedName, signIn, at: now }),
  );
  await openAccount(tx, playerId, now, newId);
  await openSession(tx, playerId, session, client.replacedSessionId, now);
  await personStore.rememberAddress(tx, playerId, client.address, maxKnownAddresses, now);
  const person: Person = {
    playerId,
    handle,
    displayName: name,
    email,
    role: 'member',
    plan: 'free',
    showOwner: false,
    suspension: null,
    createdAt: now,
  };
  return { person, token: session.token };
}

interface UpdatePersonCommand {
  readonly playerId: string;
  /** Stays signed in when a new password ends all other sessions. */
  readonly sessionId: string;
  /** Null leaves the name unchanged. */
  readonly displayName: Name | null;
  /** Null leaves the setting unchanged. */
  readonly showOwner: boolean | null;
  /** Null leaves the password unchanged. */
  readonly password: PasswordChange | null;
}

interface PasswordChange {
  readonly current: string;
  readonly next: string;
  /** The client address of the request. */
  readonly address: string;
}

interface HashedChange {
  /** The hash that the current password matched. */
  readonly checkedHash: string;
  readonly newHash: string;
}

type Failure =
  | { readonly kind: 'account-gone' | 'wrong-password' }
  /** The problem completes a sentence that starts with the name of the field. */
  | { readonly kind: 'unsuitable-password'; readonly problem: string };

/** Checks the current password and hashes the new one, which must not contain the name or the email. */
async function preparePasswordChange(
  context: PasswordContext,
  playerId: string,
  { current, next, address }: PasswordChange,
  newName: Name | null,
): Promise<HashedChange | Failure> {
  const record = await confirmPassword(context, playerId, current, address);
  if (typeof record === 'string') return { kind: record };
  const person = await context.store.read(reader => personStore.find(reader, playerId));
  const displayName = newName?.shown ?? person?.displayName ?? '';
  const password = readPassword(next, { email: record.email, displayName });
  if (!password.ok) return { kind: 'unsuitable-password', problem: password.problem };
  return { checkedHash: record.passwordHash, newHash: await context.people.passwords.hash(password.value) };
}

/** Changes the name, the password or the setting. A new password ends all other sessions. */
export async function updatePerson(
  context: PasswordContext,
  { playerId, sessionId, displayName, showOwner, password }: UpdatePersonCommand,
): Promise<{ readonly kind: 'updated'; readonly person: Person } | Failure> {
  const change = password && (await preparePasswordChange(context, playerId, password, displayName));
  if (change && 'kind' in change) return change;
  const person = await context.store.transact(async tx => {
    const current = await personStore.lock(tx, playerId);
    if (!current || (change && current.passwordHash !== change.checkedHash)) return null;
    if (displayName) await personStore.rename(tx, playerId, displayName.shown, displayName.folded);
    if (showOwner !== null) await personStore.setShowOwner(tx, playerId, showOwner);
    if (change) {
      await personStore.changePassword(tx, playerId, change.newHash);
      await sessionStore.endOthers(tx, playerId, sessionId);
    }
    return personStore.find(tx, playerId);
  });
  return person ? { kind: 'updated', person } : { kind: 'account-gone' };
}

/**
 * Deletes the account with its agents, sessions and personal data, and returns the ids of the retired players. Null:
 * the account was deleted, or its password hash is no longer `checkedHash`. The email can be used again only if neither
 * the person nor an agent ever played.
 */
async function deleteAccount(
  tx: Transaction,
  context: Pick<OperationContext, 'random' | 'clock'> & ErasingContext,
  playerId: string,
  checkedHash: string,
): Promise<readonly string[] | null> {
  const now = context.clock();
  const current = await personStore.lock(tx, playerId);
  if (current?.passwordHash !== checkedHash) return null;
  const agents = await agentStore.ofOwner(tx, playerId);
  for (const agent of agents) await retireAgent(tx, playerId, agent.playerId, context, now);
  const played = await retirePlayer(tx, playerId, now);
  const agentsPlayed = (await agentStore.countSlots(tx, playerId)) > 0;
  await sessionStore.endOthers(tx, playerId, null);
  await confirmationStore.endOf(tx, playerId);
  await passkeyStore.deleteOf(tx, playerId);
  await personStore.eraseSignIn(tx, playerId, played || agentsPlayed);
  await erasePlayer(tx, context, playerId);
  await replyStore.eraseOf(tx, playerId);
  await notificationStore.deleteOf(tx, playerId);
  await followStore.deleteOf(tx, playerId);
  for (const erase of context.people.personalData.erase) await erase(tx, playerId);
  return [playerId, ...agents.map(agent => agent.playerId)];
}

/** Deletes a person after checking the password, and cancels all open orders before it returns. */
export async function deletePerson(
  context: PasswordContext & RetireContext & ErasingContext,
  playerId: string,
  password: string,
  address: string,
): Promise<'deleted' | 'account-gone' | 'wrong-password'> {
  const record = await confirmPassword(context, playerId, password, address);
  if (typeof record === 'string') return record;
  const { store } = context;
  const retired = await store.transact(tx => deleteAccount(tx, context, playerId, record.passwordHash));
  if (!retired) return 'account-gone';
  await Promise.all(retired.map(retiredId => cancelOrdersOf(context, retiredId)));
  return 'deleted';
}

type Context = Pick<OperationContext, 'store'>;

/** Leaves room for all active keys of an agent and its latest revoked ones. */
const maxKeysListed = 50;

export function findPerson({ store }: Context, playerId: string): Promise<Person | null> {
  return store.read(reader => personStore.find(reader, playerId));
}

/** The agents of a person that are not deleted, oldest first. */
export function findAgents({ store }: Context, ownerId: string): Promise<Agent[]> {
  return store.read(reader => agentStore.ofOwner(reader, ownerId));
}

/** Returns a person's agent, or null if the person has no such agent. */
export function findOwnAgent({ store }: Context, ownerId: string, agentId: string): Promise<Agent | null> {
  return store.read(reader => agentStore.find(reader, agentId, ownerId));
}

/** The keys of a person's agent, active ones first; null if the person has no such agent. */
export function findAgentKeys({ store }: Context, ownerId: string, agentId: string): Promise<AgentKey[] | null> {
  return store.read(async reader => {
    const agent = await agentStore.find(reader, agentId, ownerId);
    return agent && agentStore.keysOf(reader, agent.playerId, maxKeysListed);
  });
}
