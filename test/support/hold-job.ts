import { setTimeout as delay } from 'node:timers/promises';
import type { Store } from '../../src/database/store.js';

/** Runs the work while the service's own job of this name, which may be running, is blocked. */
export async function withJobHeld(store: Store, job: string, work: () => Promise<void>): Promise<void> {
  while (!(await store.exclusively(job, work))) await delay(10);
}
