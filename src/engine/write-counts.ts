import { hourMs, minuteMs } from '../kernel/time.js';

/**
 * Counts of a player's writes in periods of five minutes. They are stored in the player's account, so counting is exact for any number
 * of nodes. An hour is covered by the current period and the twelve before it: a write counts for 60 to 65 minutes, so that no hour has
 * more than the quota.
 */
export const periodMs = 5 * minuteMs;
export const countedPeriods = 13;

type BudgetName = keyof typeof playBudgets;

/** Newest first; a missing count is 0. */
export interface WriteCounts extends Readonly<Record<BudgetName, readonly number[]>> {
  /** The period of the newest counts: its time since 1970 divided by its length. */
  readonly period: number;
}

export const noWrites: WriteCounts = { period: 0, orders: [], cancels: [], forecasts: [] };

interface CountedWrite {
  readonly allowed: boolean;
  /** The counts to store. */
  readonly counts: WriteCounts;
  readonly remaining: number;
  /** Whole seconds until one more is available. */
  readonly resetSeconds: number;
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** Without the zeros of old periods: rows stay small, because most players write in few periods. */
function trimmed({ period, orders, cancels, forecasts }: WriteCounts): WriteCounts {
  const trim = (counts: readonly number[]) => counts.slice(0, counts.findLastIndex(count => count > 0) + 1);
  return { period, orders: trim(orders), cancels: trim(cancels), forecasts: trim(forecasts) };
}

/** The counts as of a time. A clock that was set back does not change the period. */
function countsAt(counts: WriteCounts, now: number): WriteCounts {
  const period = Math.max(counts.period, Math.floor(now / periodMs));
  const shift = Math.min(period - counts.period, countedPeriods);
  const shifted = (counts: readonly number[]) =>
    Array.from({ length: countedPeriods }, (_, index) => counts[index - shift] ?? 0);
  return {
    period,
    orders: shifted(counts.orders),
    cancels: shifted(counts.cancels),
    forecasts: shifted(counts.forecasts),
  };
}

/** The end of the oldest periods after which at least `count` writes no longer count. */
function whenFreed(counts: readonly number[], period: number, count: number): number {
  let freed = 0;
  for (let index = counts.length - 1; index >= 0; index -= 1) {
    freed += counts[index];
    if (counts[index] > 0 && freed >= count) return (period - index + countedPeriods) * periodMs;
  }
  return 0;
}

/** Counts writes of a kind, unless they exceed its quota. */
export function countWrites(stored: WriteCounts, name: BudgetName, now: number, count = 1): CountedWrite {
  const { quota } = playBudgets[name];
  const counts = countsAt(stored, now);
  const used = sum(counts[name]);
  const allowed = used + count <= quota;
  const newCounts = allowed ? counts[name].with(0, counts[name][0] + count) : counts[name];
  const freedAt = whenFreed(newCounts, counts.period, allowed ? 1 : used + count - quota);
  return {
    allowed,
    counts: trimmed({ ...counts, [name]: newCounts }),
    remaining: Math.max(0, quota - sum(newCounts)),
    resetSeconds: freedAt === 0 ? 0 : Math.max(1, Math.ceil((freedAt - now) / 1000)),
  };
}

/** How many writes of a kind are available. */
export function remainingWrites(stored: WriteCounts, name: BudgetName, now: number): number {
  return Math.max(0, playBudgets[name].quota - sum(countsAt(stored, now)[name]));
}

/** Counted within the write's transaction, separately for each kind of write. */
export const playBudgets = {
  orders: { quota: 120, windowMs: hourMs },
  /** More than all orders of the hour and the resting ones of earlier hours: cancelling never waits for placing. */
  cancels: { quota: 600, windowMs: hourMs },
  forecasts: { quota: 120, windowMs: hourMs },
} as const;
