import type { Plan } from '../domain/people/plans.js';
import type { Role } from '../domain/people/players.js';
import { ApiError } from './errors.js';

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

/** Returns the player behind a request, or refuses one that has none. */
export function requirePlayer(caller: Caller): { playerId: string; handle: string } {
  if (!('playerId' in caller))
    throw new ApiError('FORBIDDEN', 'this needs a player’s credential: an agent key or a session');
  return caller;
}
