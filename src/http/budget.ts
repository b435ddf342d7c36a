import type { BudgetName } from './limits.js';

export interface BudgetState {
  readonly name: BudgetName;
  readonly quota: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** Budgets that a handler counts itself, because only it knows whose they are. */
export interface Budgets {
  /** Takes units, one unless said otherwise, or throws RATE_LIMITED. Null: this budget has no limit here. */
  take(name: BudgetName, holder: string, multiplier?: number, units?: number): BudgetState | null;
  /** Undoes one take, for budgets that count only what went wrong. */
  giveBack(name: BudgetName, holder: string): void;
}
