import { type Refusal, refuse } from '../refusal.js';

/**
 * Operators by role determine payouts, so they must not gain from them. The operator token belongs to no person; its
 * actions are recorded as such.
 */

/** The person behind an actor in the audit trail; null for the token and for the arena itself. */
export function operatorOf(actor: string | null): string | null {
  return actor?.startsWith('plr_') ? actor : null;
}

/** `operatorIds`: the people who created, edited or proposed the event; `ownerId`: the person behind the player. */
export function refuseInvolved(operatorIds: readonly string[], ownerId: string): Refusal | null {
  if (operatorIds.length === 0 || !operatorIds.includes(ownerId)) return null;
  const message =
    'The owner of this player is an operator who created, edited or proposed a resolution for the event, so this player can neither trade nor forecast there.';
  return refuse('FORBIDDEN', message, { field: 'eventSlug' });
}

export function refuseStaked(): Refusal {
  const message =
    'You or one of your agents traded or forecast in this event, so you can neither change nor resolve it. Another operator or the operator token can.';
  return refuse('FORBIDDEN', message, { field: 'slug' });
}
