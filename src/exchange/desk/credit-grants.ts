import { awaitsTopUp, grantsDue, topUpDue } from '../../engine/grants.js';
import { availableOf, issuance, transfer } from '../../engine/ledger.js';
import { countWrites } from '../../engine/write-counts.js';
import type { RemainingBudget, WriteBudgetName } from '../../http/write-outcome.js';
import { isoTime } from '../../kernel/time.js';
import type { DeskBatch } from './desk-batch.js';

/** Counts writes against a player's budget, in the account row that the transaction has locked. */
export function countWrite(
  work: DeskBatch,
  playerId: string,
  name: WriteBudgetName,
  count = 1,
): RemainingBudget & { allowed: boolean } {
  const account = work.account(playerId);
  const { allowed, counts, remaining, resetSeconds } = countWrites(account.writes, name, work.now, count);
  account.writes = counts;
  return { allowed, remaining, resetSeconds };
}

/** Credits every grant that is due. The first request of each UTC day credits that day's grant. */
export function creditDueGrants(work: DeskBatch, playerId: string): void {
  const account = work.account(playerId);
  for (const { number, day, amount } of grantsDue(account.lastGrantDay, work.now)) {
    work.post([transfer('grant', `${playerId}/${day}`, issuance, availableOf(playerId), amount)], null);
    work.grants.push({ playerId, day, amount });
    account.granted = (account.granted + amount) as typeof account.granted;
    account.lastGrantDay = number;
    work.addActivity(playerId, amount, { kind: 'grant', eventId: null, orderId: null, details: { day } }, false);
  }
}

/** Tops up the practice purse before an order on a practice event. */
export function topUpPractice(work: DeskBatch, playerId: string): void {
  const account = work.account(playerId);
  if (!awaitsTopUp(account, work.now)) return;
  const due = topUpDue(account, work.practiceReserved(playerId), work.now);
  if (!due) return;
  const { amount } = due;
  const hour = isoTime(due.hour);
  const given = transfer('grant', `${playerId}/${hour}`, issuance, availableOf(playerId), amount);
  work.post([given], { eventId: null });
  account.practiceToppedAt = due.hour;
  work.addActivity(playerId, amount, { kind: 'grant', eventId: null, orderId: null, details: { hour } }, true);
}
