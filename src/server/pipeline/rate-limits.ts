import { ApiError } from '../../api/errors.js';
import { type Budget, type BudgetName, budgets, quotaOf } from '../../api/limits.js';
import type { BudgetState, Budgets } from '../../api/services.js';
import type { SharedCounts } from './shared-counts.js';
import { SlidingWindow } from './sliding-window.js';

/** More callers than this at once can only be an attack; the longest-known ones are forgotten first. */
const mostWindows = 200_000;

export interface RateLimits extends Budgets {
  sweep(): void;
}

function keyOf(name: BudgetName, holder: string, multiplier: number): string {
  return `${name}${multiplier === 1 ? '' : `x${multiplier}`} ${holder}`;
}

/** `shared`: several nodes count together. */
export function createRateLimits(
  clock: () => number,
  addressReadsPerMinute: number,
  shared: SharedCounts | null = null,
): RateLimits {
  const windows = new Map<string, SlidingWindow>();

  function windowOf(key: string, quota: number, budget: Budget): SlidingWindow {
    let window = windows.get(key);
    if (!window) {
      window = new SlidingWindow(quota, budget.windowSeconds * 1000);
      if (windows.size >= mostWindows) windows.delete(windows.keys().next().value as string);
      windows.set(key, window);
    }
    return window;
  }

  return {
    take(name, holder, multiplier = 1) {
      const budget: Budget = budgets[name];
      const quota = quotaOf(budget, addressReadsPerMinute) * multiplier;
      if (quota === 0) return null;
      const now = clock();
      const key = keyOf(name, holder, multiplier);
      const window = windowOf(key, quota, budget);
      const others = shared?.others(key, now) ?? 0;
      const allowed = window.take(now, others);
      if (allowed) shared?.add(key, budget.windowSeconds * 1000, now, 1);
      const state = {
        name,
        quota,
        windowSeconds: budget.windowSeconds,
        remaining: window.remaining(others),
        resetSeconds: window.resetSeconds(now, others),
      };
      if (allowed) return state;
      throw new ApiError('RATE_LIMITED', limitMessage(budget, state), {
        headers: { 'retry-after': String(state.resetSeconds), ...budgetHeaders(state) },
      });
    },
    giveBack(name, holder) {
      const key = keyOf(name, holder, 1);
      windows.get(key)?.giveBack();
      shared?.add(key, budgets[name].windowSeconds * 1000, clock(), -1);
    },
    sweep() {
      const now = clock();
      for (const [key, window] of windows) if (window.isIdle(now)) windows.delete(key);
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

export function budgetHeaders(state: BudgetState): Record<string, string> {
  return {
    'ratelimit-policy': policyOf(state),
    ratelimit: `"${state.name}";r=${state.remaining};t=${state.resetSeconds}`,
  };
}

/** One household or server usually holds a whole IPv6 /64, so that is what counts as an address. */
export function addressKey(ip: string | undefined): string {
  // The socket of a client that has hung up has no address any more.
  if (ip === undefined) return 'gone';
  if (!ip.includes(':')) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped) return mapped[1];
  const [left, right = ''] = ip.split('%')[0].split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === '' ? [] : right.split(':');
  const zeros = ip.includes('::') ? Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0') : [];
  return `${[...head, ...zeros, ...tail]
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
