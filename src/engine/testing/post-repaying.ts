import { applyTransfers, type Balances, debtChange, repaymentAfter, type Transfer } from '../ledger.js';

/** By player. */
export type Debts = Map<string, number>;

/** Posts transfers like a unit of work: every inflow repays its receiver's debt first. Returns all postings. */
export function postRepaying(balances: Balances, debts: Debts, transfers: readonly Transfer[]): Transfer[] {
  const posted: Transfer[] = [];
  for (const each of transfers) {
    const { to } = each;
    const repayments = to.type === 'player' ? repaymentAfter(each, debts.get(to.playerId) ?? 0) : [];
    for (const one of [each, ...repayments]) {
      applyTransfers(balances, [one]);
      for (const party of [one.from, one.to]) {
        if (party.type !== 'player') continue;
        debts.set(party.playerId, (debts.get(party.playerId) ?? 0) + debtChange(one, party.playerId));
      }
      posted.push(one);
    }
  }
  return posted;
}
