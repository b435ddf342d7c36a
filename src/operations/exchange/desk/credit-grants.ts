import { grantsDue } from '../../../domain/exchange/grants.js';
import { availableOf, issuance } from '../../../domain/exchange/ledger/accounts.js';
import { transfer } from '../../../domain/exchange/ledger/transfer.js';
import { awaitsTopUp, topUpDue } from '../../../domain/exchange/practice-purse.js';
import { isoTime } from '../../../domain/iso-time.js';
import type { PlayUnitOfWork } from './play-unit-of-work.js';

/** Credits every grant that is due. The first request of each UTC day credits that day's grant. */
export function creditDueGrants(work: PlayUnitOfWork, playerId: string): void {
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
export function topUpPractice(work: PlayUnitOfWork, playerId: string): void {
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
