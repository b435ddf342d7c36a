import type { Plan, Role } from '../kernel/plans.js';
import { ApiError } from './errors.js';

/** The authenticated caller of a request. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'agent';
      readonly playerId: string;
      readonly ownerId: string;
      readonly handle: string;
      readonly keyId: string;
      readonly plan: Plan;
      /** Why the player is suspended; null otherwise. */
      readonly suspension: string | null;
    }
  | {
      readonly kind: 'person';
      readonly playerId: string;
      readonly handle: string;
      readonly plan: Plan;
      readonly role: Role;
      readonly sessionId: string;
      readonly suspension: string | null;
    }
  /** The holder of the operator token, who is not a player. */
  | { readonly kind: 'operator' };

/** The agent of a key, which may be revoked. */
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

/** The person of a session, which may have expired. */
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

/** Finds the holders of secrets; null for an unknown one. */
export interface CredentialHolders {
  findKey(key: string): Promise<KeyHolder | null>;
  findSession(token: string): Promise<SessionHolder | null>;
}

export type PersonCaller = Extract<Caller, { kind: 'person' }>;

/** Why an operator has suspended the caller; null if the caller may write. */
export function suspensionOf(caller: Caller): string | null {
  return caller.kind === 'agent' || caller.kind === 'person' ? caller.suspension : null;
}

/** The player on whose behalf a request is made, if there is one. */
export function playerIdOf(caller: Caller): string | null {
  return caller.kind === 'agent' || caller.kind === 'person' ? caller.playerId : null;
}

/** The person behind a player: the person, or the owner of the agent. */
export function ownerIdOf(caller: Extract<Caller, { kind: 'agent' | 'person' }>): string {
  return caller.kind === 'agent' ? caller.ownerId : caller.playerId;
}

/** The player behind a request that needs one. */
export function requirePlayer(caller: Caller): Extract<Caller, { kind: 'agent' | 'person' }> {
  if (!('playerId' in caller))
    throw new ApiError('FORBIDDEN', 'A player’s credential is required: an agent key or a session.');
  return caller;
}

/** Whether the caller is an operator, by token or by role. */
export function isOperator(caller: Caller): boolean {
  return caller.kind === 'operator' || (caller.kind === 'person' && caller.role === 'operator');
}

export const anonymous: Caller = { kind: 'anonymous' };
/** Identifies the acting operator in the audit trail: a person by id, or the holder of the operator token. */
export function actorOf(caller: Caller): string {
  return playerIdOf(caller) ?? 'operator';
}
