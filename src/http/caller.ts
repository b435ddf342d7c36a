import type { Plan } from '../domain/people/plans.js';
import type { Role } from '../domain/people/players.js';

/** Who sends a request, once its credentials have been looked at. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'agent';
      readonly playerId: string;
      readonly handle: string;
      readonly keyId: string;
      readonly plan: Plan;
    }
  | {
      readonly kind: 'person';
      readonly playerId: string;
      readonly handle: string;
      readonly plan: Plan;
      readonly role: Role;
      readonly sessionId: string;
    }
  /** Whoever holds the operator token: nobody in particular, so no player. */
  | { readonly kind: 'operator' };

export type PersonCaller = Extract<Caller, { kind: 'person' }>;

/** The player on whose behalf a request is made, if there is one. */
export function playerIdOf(caller: Caller): string | null {
  return caller.kind === 'agent' || caller.kind === 'person' ? caller.playerId : null;
}

/** By the operator token or by the role. */
export function isOperator(caller: Caller): boolean {
  return caller.kind === 'operator' || (caller.kind === 'person' && caller.role === 'operator');
}

/** Names the operator who acts in the audit record: a person by id, or the holder of the operator token. */
export function actorOf(caller: Caller): string {
  return playerIdOf(caller) ?? 'operator';
}
