import type { Store } from '../database/store.js';
import { limitReached } from '../http/budgets/rate-limits.js';
import { ApiError } from '../http/errors.js';
import { type Budget, type BudgetName, budgets, quotaOf } from '../http/limits.js';
import { takeWrites } from '../kernel/write-window.js';
import type { AttemptLimits } from './sessions.js';
import * as attemptStore from './store/attempts.js';
import type { AttemptKey, CountedAttempts } from './store/rows.js';

/** More concurrent holders indicate an attack; the counts that expire first are deleted. */
const maxRows = 200_000;

const budgetOf = (name: string): Budget => budgets[name as BudgetName];
const windowMsOf = ({ windowSeconds }: Budget) => windowSeconds * 1000;

/**
 * Counts attempts in the database: exactly, across nodes and restarts. Counters in memory would be lost on a
 * restart, which an attacker could provoke.
 */
export function createAttemptLimits(
  store: Store,
  clock: () => number,
  addressReadsPerMinute: number,
): AttemptLimits & { sweep(): Promise<void> } {
  /** Takes one from a count, or throws RATE_LIMITED. */
  function take(counted: CountedAttempts, now: number) {
    const budget = budgetOf(counted.budget);
    const window = takeWrites(counted.moments, { quota: budget.quota, windowMs: windowMsOf(budget) }, now);
    const { allowed, moments, remaining, resetSeconds } = window;
    const { quota, windowSeconds } = budget;
    const name = counted.budget as BudgetName;
    if (!allowed) throw limitReached(budget, { name, quota, windowSeconds, remaining, resetSeconds });
    const last = moments[moments.length - 1];
    return { budget: counted.budget, holder: counted.holder, moments, endsAt: last + windowMsOf(budget) };
  }

  async function takeAll(attempts: readonly AttemptKey[]) {
    const keys = attempts.filter(({ budget }) => quotaOf(budgetOf(budget), addressReadsPerMinute) > 0);
    if (keys.length === 0) return [];
    const now = clock();
    const taken = await store.transact(async tx => {
      const counts = (await attemptStore.lock(tx, keys)).map(counted => take(counted, now));
      await attemptStore.save(tx, counts);
      return counts;
    });
    return taken.map(({ budget, holder, moments }) => ({ budget, holder, moment: moments[moments.length - 1] }));
  }

  return {
    take: takeAll,
    async isAllowed(attempts) {
      try {
        await takeAll(attempts);
        return true;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'RATE_LIMITED') return false;
        throw error;
      }
    },
    async giveBack(taken) {
      if (taken.length === 0) return;
      await store.transact(async tx => {
        const counts = await attemptStore.lock(tx, taken satisfies readonly AttemptKey[]);
        const reduced = counts.map(({ budget, holder, moments }) => {
          const moment = taken.find(each => each.budget === budget && each.holder === holder)?.moment;
          const at = moments.lastIndexOf(moment ?? -1);
          const left = at < 0 ? moments : moments.toSpliced(at, 1);
          const endsAt = left.length === 0 ? 0 : left[left.length - 1] + windowMsOf(budgetOf(budget));
          return { budget, holder, moments: left, endsAt };
        });
        await attemptStore.save(tx, reduced);
      });
    },
    sweep: () => store.transact(tx => attemptStore.deleteEnded(tx, clock(), maxRows)),
  };
}
