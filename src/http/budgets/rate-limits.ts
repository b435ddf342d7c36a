import type { BudgetState, Budgets } from '../budget.js';
import { ApiError } from '../errors.js';
import { type Budget, type BudgetName, budgets, quotaOf } from '../limits.js';
import type { SharedCount, SharedCounts } from './shared-counts.js';
import { SlidingWindow } from './sliding-window.js';

/** More callers of one kind than this at once can only be an attack; the longest-known ones are forgotten first. */
const maxWindows = 200_000;

export interface RateLimits extends Budgets {
  sweep(): void;
}

/** What one holder has used of one budget, here and, where several nodes count together, elsewhere. */
interface Used {
  readonly window: SlidingWindow;
  readonly shared: SharedCount | null;
}

/** A plan with a larger budget counts by itself. */
const labelOf = (name: BudgetName, multiplier: number) => (multiplier === 1 ? name : `${name}x${multiplier}`);

/** `shared`: several nodes count together. */
export function createRateLimits(
  clock: () => number,
  addressReadsPerMinute: number,
  shared: SharedCounts | null = null,
): RateLimits {
  const holders = new Map<string, Map<string, Used>>();

  function begin(label: string, holder: string, quota: number, windowMs: number): Used {
    let all = holders.get(label);
    if (!all) {
      all = new Map();
      holders.set(label, all);
    }
    if (all.size >= maxWindows) all.delete(all.keys().next().value as string);
    const used = {
      window: new SlidingWindow(quota, windowMs),
      shared: shared?.of(`${label} ${holder}`, windowMs) ?? null,
    };
    all.set(holder, used);
    return used;
  }

  return {
    take(name, holder, multiplier = 1) {
      const budget: Budget = budgets[name];
      const quota = quotaOf(budget, addressReadsPerMinute) * multiplier;
      if (quota === 0) return null;
      const now = clock();
      const label = labelOf(name, multiplier);
      const used = holders.get(label)?.get(holder) ?? begin(label, holder, quota, budget.windowSeconds * 1000);
      const others = used.shared?.others(now) ?? 0;
      const allowed = used.window.take(now, others);
      if (allowed) used.shared?.add(now, 1);
      const state = {
        name,
        quota,
        windowSeconds: budget.windowSeconds,
        remaining: used.window.remaining(others),
        resetSeconds: used.window.resetSeconds(now, others),
      };
      if (allowed) return state;
      throw new ApiError('RATE_LIMITED', limitMessage(budget, state), {
        headers: {
          'retry-after': String(state.resetSeconds),
          'ratelimit-policy': policyOf(state),
          ratelimit: stateText(state),
        },
      });
    },
    giveBack(name, holder) {
      const used = holders.get(name)?.get(holder);
      used?.window.giveBack();
      used?.shared?.add(clock(), -1);
    },
    sweep() {
      const now = clock();
      for (const all of holders.values()) {
        for (const [holder, { window }] of all) if (window.isIdle(now)) all.delete(holder);
      }
    },
  };
}

/** What a budget counts, where its name does not say it. */
const counted: Partial<Record<string, string>> = {
  address: 'requests',
  signIns: 'sign-ins',
  signUps: 'sign-ups',
  wrongPasswords: 'wrong passwords',
};

function limitMessage(budget: Budget, state: BudgetState): string {
  const what = counted[budget.name] ?? budget.name;
  const minutes = budget.windowSeconds / 60;
  const span = minutes === 60 ? 'hour' : minutes === 1 ? 'minute' : `${minutes} minutes`;
  return `the limit of ${state.quota} ${what} per ${budget.per} and ${span} is reached; try again in ${state.resetSeconds} s`;
}

const policies = new Map<string, Map<number, string>>();

function policyOf({ name, quota, windowSeconds }: BudgetState): string {
  let known = policies.get(name);
  if (!known) {
    known = new Map();
    policies.set(name, known);
  }
  let text = known.get(quota);
  if (!text) {
    text = `"${name}";q=${quota};w=${windowSeconds}`;
    known.set(quota, text);
  }
  return text;
}

const stateText = ({ name, remaining, resetSeconds }: BudgetState) => `"${name}";r=${remaining};t=${resetSeconds}`;

/** Adds the headers that tell what is left. */
export function pushBudget(headers: string[], state: BudgetState): void {
  headers.push('ratelimit-policy', policyOf(state), 'ratelimit', stateText(state));
}
