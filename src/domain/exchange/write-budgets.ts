import { hourMs } from '../durations.js';
import type { WriteBudget } from './write-window.js';

/** Counted within the write's transaction, separately for each kind of write. */
export const playBudgets = {
  orders: { quota: 120, windowMs: hourMs },
  /** More than all orders of the hour and the resting ones of earlier hours: cancelling never waits for placing. */
  cancels: { quota: 600, windowMs: hourMs },
  forecasts: { quota: 120, windowMs: hourMs },
} as const satisfies Record<string, WriteBudget>;
