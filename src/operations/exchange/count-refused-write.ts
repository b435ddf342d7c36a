import type { WriteBudgetName } from '../write-outcome.js';
import type { WriteDesk } from './desk/write-desk.js';

/** Counts a write that was refused before it reached its transaction: every authenticated write counts, refused or not. */
export function countRefusedWrite(
  { exchange }: { readonly exchange: { readonly desk: WriteDesk } },
  playerId: string,
  counts: WriteBudgetName,
) {
  return exchange.desk.submit({ kind: 'touch', playerId, counts });
}
