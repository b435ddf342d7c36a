import type { WriteBudget } from './write-window.js';

const hourMs = 3_600_000;

/** Counted within the write's transaction, separately for each kind of write. */
export const playBudgets = {
  orders: { quota: 120, windowMs: hourMs },
  forecasts: { quota: 120, windowMs: hourMs },
} as const satisfies Record<string, WriteBudget>;
