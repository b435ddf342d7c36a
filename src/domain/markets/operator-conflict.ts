import { type Refusal, refuse } from '../refusal.js';

/**
 * Operators by role decide what a market pays, so they must not gain from it. The operator token belongs to no person;
 * what is done with it is on record as such.
 */

/** The person behind an actor of the operators' record; null for the token and for the arena itself. */
export function operatorOf(actor: string | null): string | null {
  return actor?.startsWith('plr_') ? actor : null;
}

/** `operatorIds`: the people who created, edited or proposed the event; `ownerId`: the person behind the player. */
export function refuseInvolved(operatorIds: readonly string[], ownerId: string): Refusal | null {
  if (operatorIds.length === 0 || !operatorIds.includes(ownerId)) return null;
  const message =
    'This player belongs to an operator who created, edited or proposed the event, and such players can neither trade nor forecast there.';
  return refuse('FORBIDDEN', message, { field: 'eventSlug' });
}

export function refuseStaked(): Refusal {
  const message =
    'You or an agent of yours traded or forecast in this event, so you can neither change nor decide it: another operator or the operator token can.';
  return refuse('FORBIDDEN', message, { field: 'slug' });
}
