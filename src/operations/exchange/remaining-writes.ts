import { playBudgets } from '../../domain/exchange/write-budgets.js';
import type { AccountRow } from '../../store/exchange/interface.js';

interface RemainingWrites {
  readonly name: keyof typeof playBudgets;
  readonly quota: number;
  readonly windowMs: number;
  readonly remaining: number;
}

/** The remaining write budgets at `now` that are counted in a player's account. */
export function remainingWrites(
  account: Pick<AccountRow, 'orderMoments' | 'forecastMoments'> | null,
  cancels: readonly number[],
  now: number,
): RemainingWrites[] {
  const moments = { orders: account?.orderMoments ?? [], cancels, forecasts: account?.forecastMoments ?? [] };
  return (['orders', 'cancels', 'forecasts'] as const).map(name => {
    const { quota, windowMs } = playBudgets[name];
    const used = moments[name].filter(moment => moment > now - windowMs).length;
    return { name, quota, windowMs, remaining: Math.max(0, quota - used) };
  });
}
