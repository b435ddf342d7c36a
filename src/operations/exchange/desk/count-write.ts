import { playBudgets } from '../../../domain/exchange/write-budgets.js';
import { takeWrites } from '../../../domain/exchange/write-window.js';
import type { RemainingBudget, WriteBudgetName } from '../../write-outcome.js';
import type { PlayUnitOfWork } from './play-unit-of-work.js';

/** Counts writes against a player's budget, in the account row that the transaction has locked. */
export function countWrite(
  work: PlayUnitOfWork,
  playerId: string,
  name: WriteBudgetName,
  count = 1,
): RemainingBudget & { allowed: boolean } {
  const counted = work.writeMoments(playerId, name);
  const { allowed, moments, remaining, resetSeconds } = takeWrites(counted, playBudgets[name], work.now, count);
  work.setWriteMoments(playerId, name, moments);
  return { allowed, remaining, resetSeconds };
}
