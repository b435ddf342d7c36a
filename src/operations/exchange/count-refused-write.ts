import type { WriteBudgetName } from '../write-outcome.js';
import type { WriteDesk } from './desk/write-desk.js';

/**
 * Counts writes that were rejected before they reached their transaction: every authenticated write counts, rejected or
 * not.
 */
export function countRefusedWrite(
  { exchange }: { readonly exchange: { readonly desk: WriteDesk } },
  playerId: string,
  counts: WriteBudgetName,
  count: number,
) {
  return exchange.desk.submit({ kind: 'touch', playerId, counts, count });
}
