import { hourMs } from '../durations.js';
import type { WriteBudget } from './write-window.js';

/** In the list of an account one more time changes a few bytes, but without its oldest time the whole list is stored anew. */
const inAccount = { droppedAtOnce: 32 };

/** Counted within the write's transaction, separately for each kind of write. */
export const playBudgets = {
  orders: { quota: 120, windowMs: hourMs, ...inAccount },
  /** More than all orders of the hour and the resting ones of earlier hours: cancelling never waits for placing. */
  cancels: { quota: 600, windowMs: hourMs },
  forecasts: { quota: 120, windowMs: hourMs, ...inAccount },
} as const satisfies Record<string, WriteBudget>;
