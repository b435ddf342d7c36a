import { Cache } from '../../kernel/cache.js';
import { ApiError } from '../errors.js';
import { type Budget, type BudgetName, budgets, quotaOf } from '../limits.js';
import type { SharedCount, SharedCounts } from './shared-counts.js';
import { SlidingWindow } from './sliding-window.js';

/** More concurrent callers of one kind indicate an attack; the windows that were used least recently are evicted. */
const maxWindows = 200_000;

export interface RateLimits extends Budgets {
  sweep(): void;
}

/** One holder's use of one budget: on this node and, if nodes share their counts, on the others. */
interface Usage {
  readonly window: SlidingWindow;
  readonly shared: SharedCount | null;
}

/** Plans with a larger budget are counted separately. */
const labelOf = (name: BudgetName, multiplier: number) => (multiplier === 1 ? name : `${name}x${multiplier}`);

/** `shared`: the counts of all nodes, or null if this node counts alone. */
export function createRateLimits(
  clock: () => number,
  addressReadsPerMinute: number,
  shared: SharedCounts | null = null,
): RateLimits {
  const usages = new Map<string, Cache<Usage>>();

  function openWindow(label: string, holder: string, quota: number, windowMs: number): Usage {
    let byHolder = usages.get(label);
    if (!byHolder) {
      byHolder = new Cache({ maxEntries: maxWindows });
      usages.set(label, byHolder);
    }
    const usage = {
      window: new SlidingWindow(quota, windowMs),
      shared: shared?.of(`${label} ${holder}`, windowMs) ?? null,
    };
    byHolder.set(holder, usage);
    return usage;
  }

  return {
    take(name, holder, multiplier = 1, wanted = 1) {
      const budget: Budget = budgets[name];
      const quota = quotaOf(budget, addressReadsPerMinute) * multiplier;
      if (quota === 0) return null;
      // A request may cost more than a small arena allows per window; it then costs the whole window.
      const units = Math.min(wanted, quota);
      const now = clock();
      const label = labelOf(name, multiplier);
      const usage = usages.get(label)?.get(holder) ?? openWindow(label, holder, quota, budget.windowSeconds * 1000);
      const others = usage.shared?.others(now) ?? 0;
      const allowed = usage.window.take(now, others, units);
      if (allowed) usage.shared?.add(now, units);
      const state = {
        name,
        quota,
        windowSeconds: budget.windowSeconds,
        remaining: usage.window.remaining(others),
        resetSeconds: usage.window.resetSeconds(now, others, allowed ? 1 : units),
      };
      if (allowed) return state;
      throw limitReached(budget, state);
    },
    sweep() {
      const now = clock();
      for (const byHolder of usages.values()) {
        const idle = [...byHolder].filter(([, { window }]) => window.isIdle(now));
        for (const [holder] of idle) byHolder.delete(holder);
      }
    },
  };
}

/** The noun that a budget counts, if it is not the budget's name. */
const counted: Partial<Record<string, string>> = {
  address: 'requests',
  signIns: 'sign-ins',
  signUps: 'sign-ups',
  passwordResets: 'password resets',
  wrongPasswords: 'wrong passwords',
  accountPasswords: 'wrong passwords',
};

function limitMessage(budget: Budget, state: BudgetState): string {
  const what = counted[budget.name] ?? budget.name;
  const minutes = budget.windowSeconds / 60;
  const span = minutes === 60 ? 'hour' : minutes === 1 ? 'minute' : `${minutes} minutes`;
  return `The limit of ${state.quota} ${what} per ${budget.per} and ${span} is reached. Retry in ${state.resetSeconds} s.`;
}

/** The error for a request whose budget is exhausted. */
export function limitReached(budget: Budget, state: BudgetState): ApiError {
  return new ApiError('RATE_LIMITED', limitMessage(budget, state), {
    headers: {
      'retry-after': String(state.resetSeconds),
      'ratelimit-policy': policyOf(state),
      ratelimit: stateText(state),
    },
  });
}

const policies = new Map<string, Map<number, string>>();

function policyOf({ name, quota, windowSeconds }: BudgetState): string {
  let byQuota = policies.get(name);
  if (!byQuota) {
    byQuota = new Map();
    policies.set(name, byQuota);
  }
  let text = byQuota.get(quota);
  if (!text) {
    text = `"${name}";q=${quota};w=${windowSeconds}`;
    byQuota.set(quota, text);
  }
  return text;
}

const stateText = ({ name, remaining, resetSeconds }: BudgetState) => `"${name}";r=${remaining};t=${resetSeconds}`;

/** Appends the headers that state the budget's policy and remainder. */
export function pushBudget(headers: string[], state: BudgetState): void {
  headers.push('ratelimit-policy', policyOf(state), 'ratelimit', stateText(state));
}

export interface BudgetState {
  readonly name: BudgetName;
  readonly quota: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

export interface Budgets {
  /** Takes units, one by default, or throws RATE_LIMITED. Null: this budget has no limit here. */
  take(name: BudgetName, holder: string, multiplier?: number, units?: number): BudgetState | null;
}
