import { operatorOf, refuseStaked } from '../../domain/markets/operator-conflict.js';
import type { Refusal } from '../../domain/refusal.js';
import type { EventRow, MarketReads } from '../../store/markets/interface.js';
import type { Writes } from '../../store/store.js';

/** Rejects an operator by role who has played in the event, personally or through an agent. */
export async function refuseStake(
  { markets }: { readonly markets: Pick<MarketReads, 'hasStake'> },
  eventId: string,
  actor: string | null,
): Promise<Refusal | null> {
  const operatorId = operatorOf(actor);
  return operatorId !== null && (await markets.hasStake(eventId, operatorId)) ? refuseStaked() : null;
}

/** The operators of an event that this actor creates. */
export function firstOperators(actor: string): readonly string[] {
  const operatorId = operatorOf(actor);
  return operatorId === null ? [] : [operatorId];
}

/**
 * Adds an operator by role to the operators of an event: from the commit on they and their agents can't play there. The
 * caller's transaction holds the market's lock and raises its sequence.
 */
export async function addOperator(
  { markets }: Pick<Writes, 'markets'>,
  { id, operatorIds }: Pick<EventRow, 'id' | 'operatorIds'>,
  actor: string,
): Promise<void> {
  const operatorId = operatorOf(actor);
  if (operatorId === null || operatorIds.includes(operatorId)) return;
  await markets.setOperators(id, [...operatorIds, operatorId]);
}
