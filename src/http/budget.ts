import type { BudgetName } from './limits.js';

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
