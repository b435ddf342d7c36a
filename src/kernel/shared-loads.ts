import { Semaphore } from './semaphore.js';

/**
 * Loads many keys with one query. Callers that need a key while it is being loaded wait for that load; the missing keys
 * are loaded together. A limit on concurrent loads keeps connections free for other queries.
 */
export class SharedLoads {
  private readonly inFlight = new Map<string, Promise<void>>();
  private readonly semaphore: Semaphore;

  constructor(maxConcurrent: number) {
    this.semaphore = new Semaphore(maxConcurrent);
  }

  async run(keys: Iterable<string>, load: (missing: readonly string[]) => Promise<void>): Promise<void> {
    const pending = new Set<Promise<void>>();
    const missing: string[] = [];
    for (const key of new Set(keys)) {
      const loading = this.inFlight.get(key);
      if (loading) pending.add(loading);
      else missing.push(key);
    }
    if (missing.length > 0) {
      const loading = this.semaphore
        .run(() => load(missing))
        .finally(() => {
          for (const key of missing) this.inFlight.delete(key);
        });
      for (const key of missing) this.inFlight.set(key, loading);
      pending.add(loading);
    }
    await Promise.all(pending);
  }
}
