// People, their sessions, their agents and their keys. Times are epoch milliseconds.

import type { Plan } from '../../kernel/plans.js';

/** The credentials that a sign-in is checked against. */
export interface SignInRecord {
  readonly playerId: string;
  readonly email: string;
  readonly passwordHash: string;
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
export interface LastUse {
  readonly id: string;
  readonly at: number;
}

export interface AgentDetails {
  readonly name: string;
  readonly foldedName: string;
  readonly description: string;
  readonly homepage: string | null;
  readonly model: string | null;
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

/** A budget and the holder whose attempts it counts. */
export interface AttemptKey {
  readonly budget: string;
  readonly holder: string;
}

/** Timestamps of counted attempts, epoch milliseconds, oldest first. */
export interface CountedAttempts extends AttemptKey {
  readonly moments: readonly number[];
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
