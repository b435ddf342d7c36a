import { StoreUnavailable } from '../store/store.js';

const attempts = 5;
const pauseStepMs = 200;

/**
 * Reconciles a write whose connection was lost during the commit. Running the same write again waits for the locks of
 * the lost transaction, then finds its result or produces it. Returns null if the database stays unavailable.
 */
export async function reconcileCommit<T>(
  pause: (milliseconds: number) => Promise<void>,
  runAgain: () => Promise<T>,
): Promise<T | null> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    await pause(pauseStepMs * attempt);
    try {
      return await runAgain();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }
  return null;
}
