import type { Plan, Role } from '../kernel/plans.js';
import type { Agent, AgentKey, Person } from '../players/rules/players.js';

/** People, their sessions, their agents and their keys. Times are epoch milliseconds. */

/** The credentials that a sign-in is checked against. */
export interface SignInRecord {
  readonly playerId: string;
  readonly email: string;
  readonly passwordHash: string;
}

export interface SessionHolder {
  readonly sessionId: string;
  readonly playerId: string;
  readonly handle: string;
  readonly plan: Plan;
  readonly role: Role;
  /** Why the person is suspended; null otherwise. */
  readonly suspension: string | null;
  readonly createdAt: number;
  readonly lastUsedAt: number;
}

export interface NewSession {
  readonly sessionId: string;
  /** The token itself: its hash never leaves the store. */
  readonly token: string;
  /** The User-Agent of the client; null if it sent none. */
  readonly userAgent: string | null;
}

/** A session as visible to its person. */
export interface SessionRow {
  readonly sessionId: string;
  readonly userAgent: string | null;
  readonly createdAt: number;
  readonly lastUsedAt: number;
}

/** When a key or a session was last used. */
interface LastUse {
  readonly id: string;
  readonly at: number;
}

export interface PeopleReads {
  find(playerId: string): Promise<Person | null>;
  /** By id or by handle. */
  findByReference(reference: string): Promise<Person | null>;
  findSignIn(email: string): Promise<SignInRecord | null>;
  signInOf(playerId: string): Promise<SignInRecord | null>;
  /** Whether the person has signed in from this client address since a time. */
  knowsAddress(playerId: string, address: string, since: number): Promise<boolean>;
  /** Used by a person, or by a deleted one who has played. */
  isEmailTaken(email: string): Promise<boolean>;
}

export interface PeopleWrites extends PeopleReads {
  /** Serializes decisions about this email until the transaction ends. */
  lockEmail(email: string): Promise<void>;
  /** Locks the person until the transaction ends; null if the person does not exist or cannot sign in. */
  lock(playerId: string): Promise<SignInRecord | null>;
  rename(playerId: string, shown: string, folded: string): Promise<void>;
  setShowOwner(playerId: string, showOwner: boolean): Promise<void>;
  changePassword(playerId: string, passwordHash: string): Promise<void>;
  changeEmail(playerId: string, email: string): Promise<void>;
  /** Records a sign-in from a client address, of which it stores a digest, at most `maxAddresses` per person. */
  rememberAddress(playerId: string, address: string, maxAddresses: number, at: number): Promise<void>;
  /** Deletes email, password and settings; `remember` stores a digest of the email, so that it can't be used again. */
  eraseSignIn(playerId: string, remember: boolean): Promise<void>;
  /** False if the person does not exist. */
  setRole(playerId: string, role: Role): Promise<boolean>;
}

export interface SessionReads {
  /** Takes the token itself. Does not check whether the session has expired. */
  find(token: string): Promise<SessionHolder | null>;
  /** A person's sessions, most recently used first, possibly including expired ones. */
  ofPerson(playerId: string): Promise<SessionRow[]>;
}

export interface SessionWrites extends SessionReads {
  /** Ends the oldest sessions of the person beyond `maxSessions`, counting the new one. */
  add(playerId: string, session: NewSession, maxSessions: number, at: number): Promise<void>;
  end(sessionId: string): Promise<void>;
  /** Ends a session of this person; returns the number of ended sessions: 0 or 1. */
  endOne(playerId: string, sessionId: string): Promise<number>;
  /** Ends all of a person's sessions except one, and returns their number. */
  endOthers(playerId: string, exceptSessionId: string | null): Promise<number>;
  recordUse(uses: readonly LastUse[]): Promise<void>;
  /** Deletes expired sessions. */
  drop(usedBefore: number, createdBefore: number): Promise<void>;
}

export interface AgentReads {
  /** Those that are not deleted, oldest first. */
  ofOwner(ownerId: string): Promise<Agent[]>;
  find(agentId: string, ownerId: string): Promise<Agent | null>;
  /** Active ones first, then newest first. */
  keysOf(agentId: string, limit: number): Promise<AgentKey[]>;
  findKey(agentId: string, keyId: string): Promise<AgentKey | null>;
}

interface AgentDetails {
  readonly name: string;
  readonly foldedName: string;
  readonly description: string;
  readonly homepage: string | null;
  readonly model: string | null;
}

export interface AgentWrites extends AgentReads {
  /** Locks the agent until the transaction ends; also finds deleted ones. */
  lock(agentId: string, ownerId: string): Promise<Agent | null>;
  /** Serializes decisions about this name until the transaction ends. True if another agent has it. */
  isNameTaken(foldedName: string, agentId: string): Promise<boolean>;
  countSlots(ownerId: string): Promise<number>;
  freeSlot(agentId: string): Promise<void>;
  update(agentId: string, details: AgentDetails): Promise<void>;
  /** Deletes the owner's texts about the agent. */
  eraseDetails(agentId: string): Promise<void>;
  revokeKeys(agentId: string, at: number): Promise<void>;
  recordKeyUse(uses: readonly LastUse[]): Promise<void>;
}

export interface KeyHolder {
  readonly keyId: string;
  readonly playerId: string;
  readonly ownerId: string;
  readonly handle: string;
  readonly plan: Plan;
  readonly revoked: boolean;
  /** Why the agent or its owner is suspended; null otherwise. */
  readonly suspension: string | null;
}

export interface NewAgent {
  readonly playerId: string;
  /** Null for a house player, which belongs to the arena. */
  readonly ownerId: string | null;
  readonly handle: string;
  readonly name: string;
  readonly foldedName: string;
  readonly description: string;
  readonly homepage: string | null;
  readonly model: string | null;
  readonly plan: Plan;
  readonly at: number;
}

export interface NewPerson {
  readonly playerId: string;
  readonly handle: string;
  readonly name: string;
  readonly foldedName: string;
  /** Without it the person can't sign in. */
  readonly signIn?: { readonly email: string; readonly passwordHash: string };
  readonly at: number;
}

export interface PlanHolder {
  readonly playerId: string;
  readonly handle: string;
  readonly name: string;
  readonly kind: 'agent' | 'human';
  readonly plan: Plan;
  readonly formerPlan: Plan;
}

export interface Credentials {
  readonly keyIds: readonly string[];
  readonly sessionIds: readonly string[];
}

export interface PlayerReads {
  /** Takes the key itself: its hash never leaves the store. */
  findByKey(key: string): Promise<KeyHolder | null>;
  /** True once the player has placed an order or recorded a forecast, in practice or outside. */
  hasPlayed(playerId: string): Promise<boolean>;
}

export interface PlayerWrites extends PlayerReads {
  /** False if the handle is taken; nothing was written. */
  addPerson(person: NewPerson): Promise<boolean>;
  /** False if the handle is taken; nothing was written. */
  addAgent(agent: NewAgent): Promise<boolean>;
  addKey(key: { id: string; agentId: string; secret: string; at: number }): Promise<void>;
  revokeKey(keyId: string, at: number): Promise<void>;
  /**
   * Replaces handle and name with `handle`. The former ones can't be used again; only salted digests of them are
   * stored. Returns the former handle.
   */
  anonymize(playerId: string, handle: string): Promise<string>;
  /** Ends all access as this player; the record stays. */
  retire(playerId: string, at: number): Promise<void>;
  /** Null if the player does not exist. */
  setPlan(handle: string, plan: Plan): Promise<PlanHolder | null>;
}

declare module '../database/store.js' {
  interface Reads {
    readonly players: PlayerReads;
    readonly people: PeopleReads;
    readonly sessions: SessionReads;
    readonly agents: AgentReads;
  }

  interface Writes {
    readonly players: PlayerWrites;
    readonly people: PeopleWrites;
    readonly sessions: SessionWrites;
    readonly agents: AgentWrites;
  }
}

/** A budget and the holder whose attempts it counts. */
export interface AttemptKey {
  readonly budget: string;
  readonly holder: string;
}

/** Timestamps of counted attempts, epoch milliseconds, oldest first. */
export interface CountedAttempts extends AttemptKey {
  readonly moments: readonly number[];
}

export interface AttemptWrites {
  /** Locks the counts until the transaction ends, in a consistent order. */
  lock(keys: readonly AttemptKey[]): Promise<CountedAttempts[]>;
  /** `endsAt`: when the last attempt leaves its window. */
  save(counts: readonly (CountedAttempts & { readonly endsAt: number })[]): Promise<void>;
  /** Deletes counts whose window has ended and, beyond `maxRows`, those that end first. */
  deleteEnded(before: number, maxRows: number): Promise<void>;
}

declare module '../database/store.js' {
  interface Writes {
    readonly attempts: AttemptWrites;
  }
}

/** A pending change of an account that needs its one-time token. Times are epoch milliseconds. */
export type ConfirmationKind = 'sign-up' | 'password-reset' | 'email-change';

export interface Confirmation {
  readonly kind: ConfirmationKind;
  /** Null for sign-ups. */
  readonly personId: string | null;
  /** The email address of the change. */
  readonly email: string;
  /** For sign-ups, the data of the new account. */
  readonly details: Readonly<Record<string, string>>;
  readonly expiresAt: number;
}

export interface ConfirmationWrites {
  /** Takes the token itself: its hash never leaves the store. Invalidates earlier ones of the same kind and person. */
  add(token: string, confirmation: Confirmation): Promise<void>;
  /** Locks an unused confirmation until the transaction ends; null if there is none or it has expired. */
  lock(token: string, kind: ConfirmationKind, now: number): Promise<Confirmation | null>;
  /** Deletes a used confirmation. */
  end(token: string): Promise<void>;
  endOf(personId: string): Promise<void>;
  deleteEnded(before: number): Promise<void>;
}

declare module '../database/store.js' {
  interface Writes {
    readonly confirmations: ConfirmationWrites;
  }
}

/** Passkeys of people and the challenges for authenticators. Times are epoch milliseconds. */
export interface PasskeyCredential {
  readonly credentialId: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
}

export interface Passkey extends PasskeyCredential {
  readonly id: string;
  readonly personId: string;
  /** Synced between devices by its provider. */
  readonly backedUp: boolean;
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

export interface PasskeyReads {
  /** Oldest first. */
  ofPerson(personId: string): Promise<Passkey[]>;
  findCredential(credentialId: Uint8Array): Promise<Passkey | null>;
}

export interface PasskeyWrites extends PasskeyReads {
  /** False if the credential is already registered; nothing was written. */
  add(passkey: Omit<Passkey, 'lastUsedAt'>): Promise<boolean>;
  recordUse(id: string, counter: number, at: number): Promise<void>;
  /** Null if the person has no such passkey. */
  rename(personId: string, id: string, name: string): Promise<Passkey | null>;
  /** Returns the number of deleted rows: 0 or 1. */
  delete(personId: string, id: string): Promise<number>;
  /** Deletes the passkeys and challenges of a person. */
  deleteOf(personId: string): Promise<void>;
  addChallenge(challenge: string, personId: string | null, expiresAt: number): Promise<void>;
  /** Consumes a challenge; false if there is none for this person, or it has expired. */
  takeChallenge(challenge: string, personId: string | null, now: number): Promise<boolean>;
  deleteChallenges(before: number): Promise<void>;
}

declare module '../database/store.js' {
  interface Reads {
    readonly passkeys: PasskeyReads;
  }
  interface Writes {
    readonly passkeys: PasskeyWrites;
  }
}

/**
 * Everything stored about a person, for their data export. Hashes of secrets and digests of addresses are omitted: they
 * identify no person and could be abused.
 */
export const personalSections = [
  'sessions',
  'passkeys',
  'signInAddresses',
  'pendingConfirmations',
  'agents',
  'keys',
  'notifications',
  'marketRequests',
  'marketRequestVotes',
  'disputes',
  'followedEvents',
  'followedPlayers',
  'reports',
  'notificationSettings',
  'equity',
  'operatorActions',
  'suspensions',
  'grants',
  'scores',
  'practiceScores',
  'certificationRuns',
  'storedReplies',
] as const;
export type PersonalSection = (typeof personalSections)[number];

export interface PersonalRow {
  /** Sorts the rows of a section and is the position of the next page. */
  readonly key: string;
  /** With the names of the columns; times are ISO 8601. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface PersonalDataReads {
  /** Rows of a person and their agents, including deleted agents, after the key `after`. */
  page(section: PersonalSection, personId: string, after: string, limit: number): Promise<PersonalRow[]>;
  /** The person and all of their agents. */
  playersOf(personId: string): Promise<string[]>;
}

declare module '../database/store.js' {
  interface Reads {
    readonly personalData: PersonalDataReads;
  }
}
